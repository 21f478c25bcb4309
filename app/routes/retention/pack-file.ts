import { retention } from "~/i18n/retention";
import { packGate } from "~/models/retention/pack-screen.server";
import { fetchPack } from "~/models/retention/pack.server";
import { scopeIds } from "~/services/console-args";
import { consoleAction, fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** The file comes by a post: that it was fetched is on record. */
export const loader = fileLoader(packGate, () => {
  throw notFound();
});

export const action = consoleAction(packGate, {
  fetch: async ({ api, idempotencyKey, param, scope, translate }) => {
    const { RETFetchPack } = await fetchPack(
      api,
      { ...scopeIds(scope), _id: param("packId") },
      idempotencyKey,
    );
    const name = `${translate(retention)("pack.fileName")}-${param("applicationId")}.zip`;
    return new Response(Buffer.from(RETFetchPack.content, "base64"), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
