import { redirect } from "@remix-run/node";
import { retention } from "~/i18n/retention";
import { packGate } from "~/models/retention/pack-screen.server";
import { fetchPack } from "~/models/retention/pack.server";
import { failureNotice } from "~/services/failure.server";
import { fileAction, fileLoader, parentPath } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";

/** The file is fetched by post, since each download is recorded. */
export const loader = fileLoader(packGate, () => {
  throw notFound();
});

export const action = fileAction(packGate, {
  fetch: async (args) => {
    const { api, notify, param, translate, url } = args;
    const t = translate(retention);
    try {
      // Uses its own idempotency key: the page stays open during a download, and each download must be
      // recorded.
      const { content } = await fetchPack(api.withKey(crypto.randomUUID()), { _id: param("packId") });
      return new Response(Buffer.from(content, "base64"), {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="${t("pack.fileName")}-${param("applicationId")}.zip"`,
        },
      });
    } catch (error) {
      // A file has no page of its own to show the error.
      const isGone = error instanceof ApiError && error.kind === "NOT_FOUND";
      notify(
        isGone
          ? { tone: "warning", title: t("pack.gone") }
          : failureNotice(error, args, { title: t("pack.fetchFailed") }).notice,
      );
      return redirect(parentPath(url), 303);
    }
  },
});
