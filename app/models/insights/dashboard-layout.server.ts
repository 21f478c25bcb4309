import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type Scope, scopeIds } from "~/services/console-args";
import type { RegionalApi } from "~/services/regional-api.server";
import { type CardLayout, type CardPlace, completed, defaultLayout } from "./layout";

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
export async function getLayout(api: RegionalApi, scope: Scope): Promise<StoredLayout> {
  const { cards, version } = await askLayout(api, scopeIds(scope));
  return { places: completed(cards ?? defaultLayout), version };
}

/** Keeps a layout, or the default one again (DI-07); returns the version that it has now. Throws ApiError. */
export async function saveLayout(
  api: RegionalApi,
  scope: Scope,
  layout: CardLayout | null,
  version: number,
  idempotencyKey: string,
): Promise<number> {
  const cards = layout?.map(({ card, x, y, w, h }) => ({ card, x, y, w, h })) ?? null;
  return (await sendUpdate(api, { ...scopeIds(scope), cards, version }, idempotencyKey)).version;
}
