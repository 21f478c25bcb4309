/** Three applicant-tracking systems; their forms use all seven kinds of item (TEN-14, TEN-33). */
import type { Loader } from "./bulk";
import { demoId } from "./ids";
import { dayMs } from "./plan";

type UiComponent =
  | "singleString"
  | "singleNumber"
  | "singleRadio"
  | "appsApplicationStatusConfig"
  | "multiStringArray"
  | "groupIdsConfig"
  | "flagWorkflowIdsConfig";

type ValueType = "string" | "number" | "boolean" | "object" | "array";

const valueTypes: Readonly<Record<UiComponent, ValueType>> = {
  singleString: "string",
  singleNumber: "number",
  singleRadio: "boolean",
  appsApplicationStatusConfig: "object",
  multiStringArray: "array",
  groupIdsConfig: "object",
  flagWorkflowIdsConfig: "object",
};

interface Item {
  readonly isReadOnly: boolean;
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly uiComponent: UiComponent;
  readonly valueType: ValueType;
  readonly defaultValue: unknown;
}

const item = (
  key: string,
  label: string,
  uiComponent: UiComponent,
  defaultValue: unknown,
  description = "",
  isReadOnly = false,
): Item => ({
  isReadOnly,
  key,
  label,
  description,
  uiComponent,
  valueType: valueTypes[uiComponent],
  defaultValue,
});

const tenant = [
  item("externalTenantId", "Tenant Id", "singleString", "", "The id under which the ATS knows the customer."),
  item("customerName", "Customer name", "singleString", ""),
];

const statusMap = {
  Applied: "APPS_APPLICATION_NEW",
  "In review": "APPS_APPLICATION_SHORTLISTED",
  Rejected: "APPS_APPLICATION_DECLINED",
};

const atsTemplates: readonly { atsName: string; displayName: string; items: readonly Item[] }[] = [
  {
    atsName: "PEOPLE_FLOW",
    displayName: "People Flow",
    items: [
      ...tenant,
      item("credential.apiKey", "API key", "singleString", "", "From People Flow › Settings › Integrations."),
      item("apiUrl", "API address", "singleString", "https://api.peopleflow.example/v2", "", true),
      item("isAutoFlow", "Order assessments by itself", "singleRadio", true),
      item("resendAfter", "Send the link again after", "singleNumber", 3),
      item(
        "appsApplicationStatus",
        "Application statuses",
        "appsApplicationStatusConfig",
        statusMap,
        "ATS status to status here.",
      ),
      item("groupIds", "Groups of managers", "groupIdsConfig", { HIRING_MANAGER: [], RECRUITER: [] }),
    ],
  },
  {
    atsName: "TALENT_BRIDGE",
    displayName: "Talent Bridge",
    items: [
      ...tenant,
      item("credential.clientId", "Client id", "singleString", ""),
      item("credential.clientSecret", "Client secret", "singleString", ""),
      item(
        "hasVacancyByProduct",
        "Vacancy by product",
        "singleRadio",
        false,
        "One vacancy per interview type.",
      ),
      item("vacancyByProductPostfix", "Postfix of video vacancies", "singleString", " (video)"),
      item("hasFlag", "Flag", "singleRadio", false, "Other workflows for flagged candidates."),
      item("flagList", "Flags", "multiStringArray", ["Indigenous"]),
      item("flagWorkflowIds", "Workflows for flagged candidates", "flagWorkflowIdsConfig", {}),
      item("appsApplicationStatus", "Application statuses", "appsApplicationStatusConfig", {}),
    ],
  },
  {
    atsName: "GREENFIELD_HR",
    displayName: "Greenfield HR — Größe & Co.",
    items: [
      ...tenant,
      item("credential.username", "User name", "singleString", ""),
      item("credential.password", "Password", "singleString", ""),
      item("webhookUrl", "Webhook address", "singleString", ""),
      item("expiry", "Interview links expire after", "singleNumber", 14),
      item("sources", "Sources", "multiStringArray", ["Career site", "Referral"]),
    ],
  },
];

export function seedAtsTemplates(loader: Loader, now: number): void {
  for (const { atsName, displayName, items } of atsTemplates) {
    loader.insert("ats_templates", {
      id: demoId(`ats-template:${atsName}`),
      atsName,
      displayName,
      atsTemplateItems: JSON.stringify(items),
      createdAt: now - 700 * dayMs,
      updatedAt: now - 200 * dayMs,
    });
  }
}
