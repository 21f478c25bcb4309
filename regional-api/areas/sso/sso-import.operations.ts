/** Reads an identity provider's metadata, so that users can choose values to apply (SSO-62, SSO-63). */
import { z } from "zod/v4";
import { builder } from "../../core/builder";
import { byAddress, query } from "../../core/operation";
import { liveSession } from "../../core/caller";
import { fetchOutside } from "../../core/outside-fetch";
import { settingsCodes } from "../../core/settings-codes";
import { maxPastedLength } from "../../../shared/certificates";
import { webAddressText } from "../../../shared/pasted";
import { metadataRefusals, providersIn, type FoundProvider, type MetadataRefusal } from "./idp-metadata";
import { NameIdFormatType } from "./sso-config.operations";

const limits = { maxBytes: 1024 * 1024, ms: 5_000 };

const Found = builder.objectRef<FoundProvider>("IDPFoundProvider").implement({
  fields: (t) => ({
    entityId: t.exposeString("entityId"),
    loginUrl: t.exposeString("loginUrl", { nullable: true }),
    publicCertificates: t.exposeString("publicCertificates", { nullable: true }),
    nameIdFormat: t.expose("nameIdFormat", { type: NameIdFormatType, nullable: true }),
  }),
});

const Refusal = builder.enumType("IDPMetadataRefusal", { values: metadataRefusals });

interface MetadataResult {
  readonly refusal: MetadataRefusal | null;
  readonly providers: readonly FoundProvider[];
}

const Metadata = builder.objectRef<MetadataResult>("IDPMetadata").implement({
  fields: (t) => ({
    refusal: t.expose("refusal", {
      type: Refusal,
      nullable: true,
      description: "Why no providers are returned.",
    }),
    providers: t.field({ type: [Found], resolve: ({ providers }) => [...providers] }),
  }),
});

/** Decodes a UTF-8 file; any other encoding gives an empty text, which is then refused as metadata. */
const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
};

async function read(text: string, address: string): Promise<FoundProvider[] | MetadataRefusal> {
  if (address === "") return providersIn(text);
  const fetched = await fetchOutside(address, limits);
  return typeof fetched === "string" ? fetched : providersIn(textOf(fetched));
}

query("IDPReadSSOMetadata", {
  description:
    "The identity providers named in a metadata document. Nothing is saved. The URL must be a public https URL; up to 1 MB is fetched within 5 seconds, without following redirects.",
  type: Metadata,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    text: t.string({ description: "The document. Send either this or `address`." }),
    address: t.string(),
  })),
  access: { code: settingsCodes.change, scope: ({ customerId }) => ({ customerId }) },
  rateLimited: async (_args, ctx) => {
    const session = await liveSession(ctx);
    return [session ? { key: `user ${session.userId}`, share: 0.1 } : byAddress(ctx)];
  },
  validate: z
    .object({
      text: z.string().max(maxPastedLength, "Please keep the metadata within 100000 characters").nullish(),
      address: z.string().overwrite(webAddressText).max(1000).nullish(),
    })
    .refine(({ text, address }) => Boolean(text) !== Boolean(address), "Send either metadata or an address"),
  resolve: async ({ text, address }, { ctx }) => {
    // Releases the snapshot before waiting for the network; the store is not needed afterwards.
    ctx.release();
    const found = await read(text ?? "", address ?? "");
    return typeof found === "string"
      ? { refusal: found, providers: [] }
      : { refusal: null, providers: found };
  },
});
