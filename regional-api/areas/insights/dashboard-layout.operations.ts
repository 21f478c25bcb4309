/** A user's own layout of a customer's dashboard (DI-07). */
import { validate } from "../../core/validate";
import { dashboardCards, dashboardLayout, type CardPlace } from "./dashboard-layout.rules";
import { editionOf, noEdition, type Edition } from "../../core/optimistic-lock";
import { findDashboardLayout, saveDashboardLayout } from "./dashboard-layout.store";
import type { CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { scopeArgs, inAnyDepartment } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { atMost, declareBounds } from "../../core/bounds";

declareBounds({
  lists: {
    "CommonUpdateDashboardLayout.cards": atMost(50, "cards"),
  },
});

const Card = builder.enumType("CommonDashboardCardName", { values: dashboardCards });

const gridDescription = "Width in columns (of 12) and height in rows of the grid.";

const Place = builder.objectRef<CardPlace>("CommonDashboardCard").implement({
  description: gridDescription,
  fields: (t) => ({
    card: t.expose("card", { type: Card }),
    x: t.exposeInt("x"),
    y: t.exposeInt("y"),
    w: t.exposeInt("w"),
    h: t.exposeInt("h"),
  }),
});

const PlaceInput = builder.inputType("CommonDashboardCardInput", {
  description: gridDescription,
  fields: (t) => ({
    card: t.field({ type: Card, required: true }),
    x: t.int({ required: true }),
    y: t.int({ required: true }),
    w: t.int({ required: true, description: "3 to 12" }),
    h: t.int({ required: true, description: "4 to 50" }),
  }),
});

interface LayoutShape extends Edition {
  cards: CardPlace[] | null;
}

const Layout = builder.objectRef<LayoutShape>("CommonDashboardLayout").implement({
  interfaces: [Edited],
  fields: (t) => ({
    cards: t.expose("cards", {
      type: [Place],
      nullable: true,
      description: "Null for the default layout. Cards that are not listed come last.",
    }),
  }),
});

const keyOf = ({ caller, customer }: CustomerCall) => ({ userId: caller.user.id, customerId: customer.id });

query("CommonGetDashboardLayout", {
  description: "The caller's dashboard layout for the customer.",
  type: Layout,
  args: scopeArgs,
  access: inAnyDepartment("fi:viewAllInsights"),
  resolve: async (_args, call) => {
    const stored = await findDashboardLayout(call.ctx.db, keyOf(call));
    // A layout that this release cannot parse, stored by another release, counts as the default.
    const { data } = dashboardLayout.safeParse(JSON.parse(stored?.layout ?? "null"));
    return { cards: data ?? null, ...editionOf(stored ?? noEdition) };
  },
});

mutation("CommonUpdateDashboardLayout", {
  description:
    "Saves the caller's dashboard layout for the customer. Without cards, resets it to the default.",
  type: Layout,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({ cards: t.field({ type: [PlaceInput] }), version: versionArg.version })),
  },
  access: inAnyDepartment("fi:viewAllInsights"),
  changes: "none because it is a personal display preference",
  resolve: async ({ cards: sent, version }, call) => {
    const { db, now } = call.ctx;
    const cards = sent ? validate(dashboardLayout, sent) : null;
    const key = keyOf(call);
    const edition = await editionAfter(call, await findDashboardLayout(db, key), version);
    await saveDashboardLayout(db, key, JSON.stringify(cards), edition, now);
    return { cards, ...edition };
  },
});
