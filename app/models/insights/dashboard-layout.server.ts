import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type CardLayout, type CardPlace, completed, defaultLayout } from "./layout";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const dashboardLayoutFields = graphql(`
  fragment DashboardLayoutFields on CommonDashboardLayout @_unmask {
    version
    cards {
      card
      x
      y
      w
      h
    }
  }
`);
const askLayout = queryOf("CommonGetDashboardLayout", dashboardLayoutFields);

const sendUpdate = mutationOf("CommonUpdateDashboardLayout", "version");

/** A person's layout, and the version that a change of it is based on. */
export type StoredLayout = { places: CardPlace[]; version: number };

/** How the person arranged this customer's dashboard, the default until they did (DI-07). Throws ApiError. */
export async function getLayout(api: CustomerApi): Promise<StoredLayout> {
  const { cards, version } = await askLayout(api, {});
  return { places: completed(cards ?? defaultLayout), version };
}

/** Keeps a layout, or the default one again (DI-07); returns the version that it has now. Throws ApiError. */
export async function saveLayout(api: FormApi, layout: CardLayout | null, version: number): Promise<number> {
  const cards = layout?.map(({ card, x, y, w, h }) => ({ card, x, y, w, h })) ?? null;
  return (await sendUpdate(api, { cards, version })).version;
}
