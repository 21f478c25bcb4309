/** Accepted colours: # and 3, 6 or 8 hex digits (BRAND-08). */
export const hexPattern = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;

/** True if a text is a valid colour. */
export const isHexColour = (text: string): boolean => hexPattern.test(text);

type Rgb = [red: number, green: number, blue: number];

function parts(hex: string): { rgb: Rgb; alpha: number } {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return {
    rgb: [channel(0), channel(2), channel(4)],
    alpha: full.length === 8 ? channel(6) / 255 : 1,
  };
}

/** Blends a colour over an opaque background. */
function blendOver(hex: string, ground: Rgb): Rgb {
  const { rgb, alpha } = parts(hex);
  const mix = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return [mix(rgb[0], ground[0]), mix(rgb[1], ground[1]), mix(rgb[2], ground[2])];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG contrast ratio, 1 to 21, of text on a background that itself lies on white. Both must be hex colours. */
export function contrastRatio(text: string, background: string): number {
  const ground = blendOver(background, [255, 255, 255]);
  const [light, dark] = [luminance(blendOver(text, ground)), luminance(ground)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
