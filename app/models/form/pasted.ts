/** Normalisation of typed or pasted text, the same as the API's (SHELL-103). */
export {
  codeText,
  columnName,
  emailText,
  emailTexts,
  factorText,
  idText,
  isEmail,
  oneLine,
  phoneText,
  plainCharacters,
  searchedText,
  severalLines,
  webAddressText,
} from "../../../shared/pasted";
