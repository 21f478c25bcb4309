import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import { FixedTemplate, TemplatePicker } from "~/components/ats/template-picker";
import { type TenantAnswer, TenantForm } from "~/components/ats/tenant-form";
import { useTexts } from "~/components/shell/console-context";
import { titledBy } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import { atsTenants } from "~/i18n/ats";
import { translator } from "~/i18n/texts";
import {
  fieldName,
  isSecret,
  itemErrors,
  type ItemErrors,
  itemValue,
  type ItemValues,
  readItems,
  type TemplateItem,
  tenantValues,
  withoutRow,
  withRow,
} from "~/models/ats-tenant.schema";
import {
  type AtsTenant,
  getAtsTemplate,
  getAtsTemplateOf,
  getAtsTemplates,
  getAtsTenant,
  getAtsTenantOf,
  saveAtsTenant,
} from "~/models/ats-tenant.server";
import { getGroupOptions } from "~/models/group.server";
import { getWorkflowOptions } from "~/models/workflow-options.server";
import { failureNotice, loaded } from "~/services/failure.server";
import { type ConsoleArgs, consoleAction, consoleLoader, type Gate } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import { notFound } from "~/services/screens.server";
import { type Notice, sealValue, unsealValue } from "~/sessions.server";

const isEdit = (found: unknown): boolean =>
  typeof found === "object" && found !== null && "isEdit" in found && found.isEdit === true;

export const handle = titledBy((found, language) =>
  translator(atsTenants, language)(isEdit(found) ? "editTitle" : "createTitle"),
);

const gate: Gate = { flag: "edgeTenantsEnabled" };
