/** Arguments of a screen's loader or action. */
import { redirect } from "@remix-run/node";
import type { Params } from "@remix-run/react";
import { translator } from "~/i18n/texts";
import { rightsOf, signedInOrThrow, userFlags } from "./access.server";
import { addressIds } from "./address-ids.server";
import type { ConsoleArgs } from "./console-args";
import { CustomerApi } from "./customer-api.server";
import { customerPath } from "./customer-path";
import { languageOf, timeZoneOf } from "./language.server";
import type { RequestState } from "./request-state.server";
import { denied, tooManyDownloads, notFound } from "./screens.server";
import type { Access } from "./speculative-access.server";

type ScreenArgs = Omit<ConsoleArgs, "param" | "paramIfAny">;

/** Arguments of a loader or action, without the URL's ids. */
export async function argumentsOf(
  state: RequestState,
  access: Access,
  request: Request,
  params: Params,
): Promise<ScreenArgs> {
  const { user, customer, region } = access;
  const ids = {
    customerId: customer.customerId,
    hierarchyId: customer.rootHierarchyId,
    organizationId: customer.organizationId,
  };
  const [flags, language] = await Promise.all([userFlags(user, customer), languageOf(request, region)]);
  return {
    request,
    url: new URL(request.url),
    base: customerPath(customer),
    api: new CustomerApi(state.api(region), ids),
    scope: {
      ...ids,
      awsRegion: region,
      uniqueName: customer.uniqueName,
      customerDisplayName: customer.customerDisplayName,
      organizationDisplayName: customer.organizationDisplayName,
    },
    user,
    once: (name, load) => state.once(`${customer.customerId} ${customer.rootHierarchyId} ${name}`, load),
    customers: async () => (await signedInOrThrow(state, request, params)).customers,
    flags,
    rights: async () => {
      const rights = await rightsOf(state, access);
      if (!rights) throw denied();
      return rights;
    },
    language,
    timeZone: timeZoneOf(request, region),
    translate: (texts) => translator(texts, language),
    notify: (notice) => state.notify(notice),
    isFetched: state.isDataRequest,
    degrade: (status) => state.degrade(status),
    beginDownload: async () => {
      const busy = await state.takesDownload(customer.customerId);
      if (busy) throw tooManyDownloads(busy);
    },
  };
}

/** Ids are parsed only after the gate check: a closed screen is closed whatever ids it names (SHELL-37). */
export function withIds(args: ScreenArgs, params: Params): ConsoleArgs {
  const ids = addressIds(params, args);
  const { request, url } = args;
  // Forms post to the page's URL, where an id's suffix would be taken for a query (VAC-59).
  if (request.method === "GET" && ids.vacancyId !== params.vacancyId)
    throw redirect(url.pathname.replace(/%3f[^/]*/i, "") + url.search);
  return {
    ...args,
    param: (name) => {
      const id = ids[name];
      if (id === undefined) throw notFound();
      return id;
    },
    paramIfAny: (name) => ids[name],
  };
}
