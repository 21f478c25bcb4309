/** How texts are read that people type or paste, as the API reads them (SHELL-103). */
export {
  codeText,
  columnName,
  emailText,
  emailTexts,
  idText,
  isEmail,
  oneLine,
  phoneText,
  plainText,
  searchedText,
  severalLines,
  webAddressText,
} from "../../../shared/pasted";
