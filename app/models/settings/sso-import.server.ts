import type { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { maxPastedLength, pastedCertificates } from "../../../shared/certificates";
import { queryOf } from "~/services/operation.server";
import { certificateLines, type SsoConfig } from "./sso-config.server";

/** Parses metadata from a text, or from a URL fetched by the API (SSO-62, SSO-63). Throws ApiError. */
export const readMetadata = queryOf(
  "IDPReadSSOMetadata",
  "refusal providers { entityId loginUrl publicCertificates nameIdFormat }",
  "ReadSsoMetadata",
);

type FoundProvider = Awaited<ReturnType<typeof readMetadata>>["providers"][number];

/** The uploaded file's text, or what is wrong with it; undefined if none was chosen. */
export async function metadataFile(
  posted: FormDataEntryValue | null,
  t: Translate<(typeof settingsSso)["en"]>,
): Promise<{ text: string } | { fault: string } | undefined> {
  // Browsers send an empty, nameless file if none is chosen.
  if (!(posted instanceof File) || posted.name === "") return undefined;
  if (posted.size > maxPastedLength) return { fault: t("import.errors.tooLong") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await posted.arrayBuffer()) };
  } catch {
    return { fault: t("import.refusals.NOT_METADATA") };
  }
}

/** The found provider, each value marked as new or unchanged against the present settings. */
export function compareProvider(found: FoundProvider, present: SsoConfig) {
  const old = pastedCertificates(present.publicCertificates ?? "").certificates;
  const now = pastedCertificates(found.publicCertificates ?? "").certificates;
  const isSame = old.length === now.length && old.every((certificate) => now.includes(certificate));
  return {
    ...found,
    certificates: certificateLines(found.publicCertificates ?? ""),
    isNew: {
      idpEntityId: found.entityId !== present.idpEntityId,
      loginUrl: found.loginUrl !== null && found.loginUrl !== present.loginUrl,
      publicCertificates: now.length > 0 && !isSame,
      nameIdFormat: found.nameIdFormat !== null && found.nameIdFormat !== present.nameIdFormat,
    },
    // While the sign-in URL is unchanged, the old certificates may still be in use.
    keepsOld: old.length > 0 && found.loginUrl === present.loginUrl,
  };
}

export type ComparedProvider = ReturnType<typeof compareProvider>;

const importableFields = ["idpEntityId", "loginUrl", "publicCertificates", "nameIdFormat"] as const;
export type ImportableField = (typeof importableFields)[number];

/** The single sign-on form filled with values taken from another view; saves nothing. */
export function filledForm(posted: FormData, config: SsoConfig): FormData {
  const form = new FormData();
  form.set("form", "sso");
  if (config.initialized) form.set("version", String(config.version));
  const taken = new Set(posted.getAll("take").map(String));
  const valueOf = (name: ImportableField) =>
    taken.has(name) ? String(posted.get(name) ?? "") : String(config[name] ?? "");
  for (const name of importableFields) form.set(name, valueOf(name));
  if (taken.has("publicCertificates") && posted.has("keep"))
    form.set(
      "publicCertificates",
      [config.publicCertificates ?? "", valueOf("publicCertificates")].join("\n").trim(),
    );
  const groupIds = taken.has("groupIds") ? posted.getAll("groupIds").map(String) : config.groupIds;
  for (const id of groupIds) form.append("groupIds", id);
  if (config.enabled || !config.initialized) form.set("enabled", "on");
  return form;
}
