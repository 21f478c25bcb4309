import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { heldPermissions } from "~/i18n/held-permissions";
import { getPermissionAnswer } from "./user.server";

/** The answer, or the field with a value that the API does not know. */
async function answered(args: ConsoleArgs, action: string, department: string) {
  try {
    const pendingAnswer = getPermissionAnswer(
      args.api,
      args.param("userId"),
      action,
      department || undefined,
    );
    return { answer: await pendingAnswer, mistake: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "NOT_FOUND") return { answer: null, mistake: "department" as const };
    if (error.kind === "VALIDATION") return { answer: null, mistake: "action" as const };
    throw error;
  }
}

/** The question about a user in the address, with its answer; null if it is not open (USER-122). */
export async function permissionQuestion(args: ConsoleArgs) {
  const { api, base, flags, scope, translate, url } = args;
  const [action, department] = [url.searchParams.get("action"), url.searchParams.get("department") ?? ""];
  if (action === null) return null;
  const isUnchosen = action === "" && url.searchParams.has("department");
  const [departments, result, rights] = await Promise.all([
    optional(getDepartments(api, scope), []),
    action === ""
      ? null
      : loaded(answered(args, action, department), args, translate(heldPermissions)("loadFailed"), "side"),
    args.rights(),
  ]);
  const mayOpen = isGateOpen(screenGates["record/:entryId"], { flags, rights });
  return {
    ...{ action, department, customer: scope.customerDisplayName },
    departments: departmentOptions(departments),
    answer: result?.data?.answer ?? null,
    mistake: isUnchosen ? ("action" as const) : (result?.data?.mistake ?? null),
    problem: result?.error ?? null,
    recordHref: mayOpen ? `${base}/record` : null,
  };
}
