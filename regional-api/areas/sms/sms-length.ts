/** The GSM 7-bit alphabet; each character of `extended` counts as two. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "^{}\\[~]|€";

/** Returns the number of messages into which a carrier splits a text, which is also its cost in credits. */
export function smsParts(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => basic.includes(one) || extended.includes(one));
  // Texts with characters outside GSM are sent as UTF-16.
  const length = isGsm
    ? characters.reduce((sum, one) => sum + (extended.includes(one) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}
