/** The GSM 7-bit alphabet, whose second line counts two characters each. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "^{}\\[~]|€";

/** How many messages a carrier makes of a text, which is what it costs. */
export function smsParts(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => basic.includes(one) || extended.includes(one));
  // Other alphabets go as UTF-16.
  const length = isGsm
    ? characters.reduce((sum, one) => sum + (extended.includes(one) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}
