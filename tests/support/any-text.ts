import fc from "fast-check";

const character = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10f7ff }))
  // Skips halves of surrogate pairs.
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

/** Any text. Like fast-check's `unit: "binary"`, whose table of all characters takes two seconds to build. */
export const anyText = (limits?: fc.StringConstraints) => fc.string({ ...limits, unit: character });
