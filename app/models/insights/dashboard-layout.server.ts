import { mutationOf, queryOf } from "~/services/operation.server";
import { type CardLayout, type CardPlace, repairLayout, defaultLayout } from "./layout";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const fetchLayout = queryOf("CommonGetDashboardLayout", "version cards { card x y w h }");

const sendUpdate = mutationOf("CommonUpdateDashboardLayout", "version");

/** A user's layout, and its version for updates. */
export type StoredLayout = { places: CardPlace[]; version: number };

/** The user's layout of this customer's dashboard, or the default (DI-07). Throws ApiError. */
export async function getLayout(api: CustomerApi): Promise<StoredLayout> {
  const { cards, version } = await fetchLayout(api);
  return { places: repairLayout(cards ?? defaultLayout), version };
}

/** Saves a layout, or null for the default (DI-07); returns its new version. Throws ApiError. */
export async function saveLayout(api: FormApi, layout: CardLayout | null, version: number): Promise<number> {
  const cards = layout?.map(({ card, x, y, w, h }) => ({ card, x, y, w, h })) ?? null;
  return (await sendUpdate(api, { cards, version })).version;
}
