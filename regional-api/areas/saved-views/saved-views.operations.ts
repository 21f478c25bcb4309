/**
 * Saved views of lists: named filters, sort and columns, private or shared with the customer's users (GEN-32
 * to GEN-35).
 */
import { validate } from "../../core/validate";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { listRule, maxViews, savedViewRule, type SavedViewValues } from "./saved-views.rules";
import { settingsCodes } from "../../core/settings-codes";
import { searchKey } from "../../core/text";
import type { Row } from "../../store/tables";
import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  type VisibleView,
  visibleViews,
  setDefaultView,
  updateSavedView,
} from "./saved-views.store";
import { rootOf, type CustomerCall } from "../../core/access";
import { builder, idArgs, rowType, textArgs, argsOf } from "../../core/builder";
import { scopeArgs, inAnyDepartment } from "../../core/department-access";
import { Edited, editionAfter, versionArg, personField } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";

interface ViewShape extends VisibleView {
  readonly isMine: boolean;
  readonly canEdit: boolean;
}

const SavedView = builder.objectRef<ViewShape>("CommonSavedView").implement({
  description: "A named combination of a list's filters, sort order and columns.",
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    list: t.exposeString("list", { description: "The console's key of the list." }),
    name: t.exposeString("name"),
    query: t.exposeString("query", { description: 'The query of the list\'s address, without "?".' }),
    isShared: t.boolean({
      description: "Whether everyone at the customer sees the view, or only its creator.",
      resolve: ({ isShared }) => isShared === 1,
    }),
    isMine: t.exposeBoolean("isMine"),
    canEdit: t.exposeBoolean("canEdit", {
      description:
        "True for the creator. For a shared view, also true for callers who may edit the customer's settings.",
    }),
    isDefault: t.boolean({
      description: "Whether it is the caller's default view of the list.",
      resolve: ({ defaultId }) => defaultId !== null,
    }),
    madeBy: t.string(personField(({ userId }) => userId, "The display name of its creator.")),
  }),
});

const keyOf = ({ caller, customer }: CustomerCall) => ({ userId: caller.user.id, customerId: customer.id });

/** True if the caller may edit shared views; this requires the right to edit the customer's settings. */
const maySettle = ({ caller, customer }: CustomerCall) =>
  caller.grants.allows(settingsCodes.change, rootOf(customer));

async function shapesOf(call: CustomerCall, list?: string | null): Promise<ViewShape[]> {
  const settles = maySettle(call);
  return (await visibleViews(call.ctx.db, keyOf(call), list)).map((view) => {
    const isMine = view.userId === call.caller.user.id;
    return { ...view, isMine, canEdit: isMine || settles };
  });
}

async function shapeOf(
  call: CustomerCall,
  { id, list }: Pick<Row<"saved_views">, "id" | "list">,
): Promise<ViewShape> {
  const shape = (await shapesOf(call, list)).find((view) => view.id === id);
  // A view of another user that is no longer shared must look like a missing one.
  if (!shape) throw notFound();
  return shape;
}

/**
 * Returns the view if the caller may edit it. Throws FORBIDDEN if they may only see it, Not Found if it is
 * hidden.
 */
async function requireEditableView(call: CustomerCall, id: string): Promise<Row<"saved_views">> {
  const view = await findSavedView(call.ctx.db, call.customer.id, id);
  const isMine = view?.userId === call.caller.user.id;
  if (!view || (!isMine && view.isShared === 0)) throw notFound();
  if (!isMine && !maySettle(call)) throw forbidden();
  return view;
}

/** Throws if another view of the list that the caller can see has this name. */
async function checkName(
  call: CustomerCall,
  list: string,
  nameKey: string,
  id: string | null,
): Promise<void> {
  const isTaken = (await shapesOf(call, list)).some((view) => view.nameKey === nameKey && view.id !== id);
  if (isTaken) throw conflict("A view of this list already has this name");
}

const viewArgs = builder.args((t) => ({
  name: t.string({
    required: true,
    description: "1 to 60 characters, unique among the views of the list.",
  }),
  query: t.string({ required: true, description: 'The query of the list\'s address, without "?" and page.' }),
  isShared: t.boolean({ required: true }),
}));

const columnsOf = ({ name, query: text, isShared }: SavedViewValues) =>
  ({ name, nameKey: searchKey(name), query: text, isShared: isShared ? 1 : 0 }) as const;

query("CommonGetSavedViews", {
  description: "The caller's own and the shared views of the customer's lists, ordered by list and name.",
  type: [SavedView],
  args: { ...scopeArgs, ...argsOf({ list: "String?" }) },
  access: inAnyDepartment("edge:access"),
  resolve: ({ list }, call) => shapesOf(call, list),
});

mutation("CommonCreateSavedView", {
  description: "Sharing a view requires org:editSettings.",
  type: SavedView,
  args: { ...scopeArgs, ...textArgs("list"), ...viewArgs },
  access: inAnyDepartment("edge:access"),
  changes: "none because a view holds only filters and columns, no customer data",
  resolve: async ({ list: sentList, ...sent }, call) => {
    const { db, now } = call.ctx;
    const list = validate(listRule, sentList);
    const values = columnsOf(validate(savedViewRule, sent));
    if (values.isShared && !maySettle(call)) throw forbidden();
    await checkName(call, list, values.nameKey, null);
    if ((await shapesOf(call, list)).filter(({ isMine }) => isMine).length >= maxViews) {
      throw invalid(`You already have ${maxViews} views of this list`);
    }
    const { userId, customerId } = keyOf(call);
    const view = { id: newId(now), list, userId, customerId, createdAt: now, ...values };
    await insertSavedView(db, { ...view, ...(await editionAfter(call, undefined, 0)) });
    return shapeOf(call, view);
  },
});

mutation("CommonUpdateSavedView", {
  description: "Sharing a private view requires org:editSettings.",
  type: SavedView,
  args: {
    ...scopeArgs,
    ...idArgs("_id"),
    ...viewArgs,
    ...versionArg,
  },
  access: inAnyDepartment("edge:access"),
  changes: "none because a view holds only filters and columns, no customer data",
  resolve: async ({ _id, version, ...sent }, call) => {
    const stored = await requireEditableView(call, _id);
    const values = columnsOf(validate(savedViewRule, sent));
    if (values.isShared > stored.isShared && !maySettle(call)) throw forbidden();
    // Another user's view stays shared, because unsharing it would hide it from the caller.
    if (values.isShared === 0 && stored.userId !== call.caller.user.id) throw forbidden();
    const edition = await editionAfter(call, stored, version);
    // A view with the same name may have been shared in the meantime, so an unchanged name is not checked.
    if (values.nameKey !== stored.nameKey || values.isShared > stored.isShared)
      await checkName(call, stored.list, values.nameKey, stored.id);
    await updateSavedView(call.ctx.db, { id: stored.id, ...values, ...edition });
    return shapeOf(call, stored);
  },
});

const DeleteResult = rowType<{ id: string }>()("CommonDeletedSavedView", { _id: "ID" });

mutation("CommonDeleteSavedView", {
  description: "Deletes a saved view of a list.",
  type: DeleteResult,
  args: { ...scopeArgs, ...idArgs("_id") },
  access: inAnyDepartment("edge:access"),
  changes: "none because a view holds only filters and columns, no customer data",
  resolve: async ({ _id }, call) => {
    const { id } = await requireEditableView(call, _id);
    await deleteSavedView(call.ctx.db, id);
    return { id };
  },
});

mutation("CommonChooseDefaultView", {
  description: "Sets the caller's default view of a list. Null clears it. Returns the list's views.",
  type: [SavedView],
  args: {
    ...scopeArgs,
    ...argsOf({ list: "String", viewId: "ID?" }),
  },
  access: inAnyDepartment("edge:access"),
  changes: "none because it is a personal display preference",
  resolve: async ({ list: sentList, viewId }, call) => {
    const list = validate(listRule, sentList);
    if (viewId != null && !(await shapesOf(call, list)).some(({ id }) => id === viewId)) throw notFound();
    await setDefaultView(call.ctx.db, { ...keyOf(call), list }, viewId ?? null);
    return shapesOf(call, list);
  },
});
