import { placesFor } from "~/components/palette/places-for";
import { paletteContext } from "~/models/search/places-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** Every place matching `?q=`, as JSON, for the palette. */
export const loader = consoleLoader({ flag: null }, async (args) => {
  const { q, known } = await paletteContext(args);
  return Response.json({ person: args.user._id, ...placesFor(known, q) });
});
