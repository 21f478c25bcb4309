/** Evaluates the response to a test step by step, as in a sign-in but without signing in (SSO-65). */
import { z } from "zod/v4";
import { provisionedUser } from "../users/users.rules";
import { groupAmong } from "../permissions/group-grants.store";
import { mapConcurrently } from "../../store/sequential";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { accountsWithEmail, findUser, groupIdsOf, normalizeEmail } from "../../core/users.store";
import { envelopeOf, statementOf, type Statement } from "./saml";
import { SamlRefusal, type Envelope } from "./saml-structure";
import type { ServiceProvider } from "./service-provider";
import { isLockedToSso, isOpenToSso, newcomerGroups } from "./sso-account";
import type { SsoConfig } from "./sso-configs.store";
import type { SsoTest } from "./sso-tests.store";

export const testSteps = [
  "ANSWER",
  "SIGNATURE",
  "TIME",
  "AUDIENCE",
  "ADDRESS",
  "ISSUER",
  "EMAIL",
  "ACCOUNT",
  "GROUPS",
] as const;

export const testStates = ["PASSED", "FAILED", "SKIPPED"] as const;

/** Findings that need a text: an error, or which of several valid cases applies. */
export const testReasons = [
  "STATUS",
  "STRUCTURE",
  "OTHER_REQUEST",
  "AHEAD",
  "BEHIND",
  "MISSING",
  "SEVERAL",
  "INVALID",
  "NAMELESS",
  "EXISTS",
  "CREATED",
  "NOT_HERE",
  "ARCHIVED",
  "BEYOND",
  "LOCKED",
  "NONE",
] as const;

const stepSchema = z.object({
  step: z.enum(testSteps),
  state: z.enum(testStates),
  reason: z.enum(testReasons).nullable(),
  found: z.string().nullable(),
  expected: z.string().nullable(),
  minutes: z.int().nullable(),
});

const outcomeSchema = z.object({
  steps: z.array(stepSchema),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});

export type TestStep = z.infer<typeof stepSchema>;
type TestOutcome = z.infer<typeof outcomeSchema>;

/** Parses a stored outcome. */
export const parseTestOutcome = (text: string): TestOutcome => outcomeSchema.parse(JSON.parse(text));

/** True if a sign-in with this response would succeed. */
export const isPassed = ({ steps }: TestOutcome): boolean => steps.every(({ state }) => state === "PASSED");

/** Limits on the received data that is stored for display. */
const resultLimits = { attributes: 50, values: 10, name: 200, text: 300 };
const truncate = (text: string, length = resultLimits.text) => Array.from(text).slice(0, length).join("");

type Finding = Partial<Pick<TestStep, "reason" | "found" | "expected" | "minutes">>;

const stepOf = (
  step: TestStep["step"],
  state: TestStep["state"],
  { reason = null, found = null, expected = null, minutes = null }: Finding = {},
): TestStep => ({ step, state, reason, found: found === null ? null : truncate(found), expected, minutes });

interface TestContext {
  readonly db: Reader;
  readonly customer: Pick<Row<"customer_directory">, "id" | "awsRegion">;
  /** The saved configuration, if any. */
  readonly config: SsoConfig | undefined;
  readonly test: SsoTest;
  readonly serviceProvider: ServiceProvider;
  readonly policyPrefix: string;
  readonly now: number;
}

/** Returns the outcome of a test that stopped at a failed step; the remaining steps are skipped. */
const incompleteTest = (...steps: TestStep[]): TestOutcome => ({
  steps: testSteps.map((name, at) => steps[at] ?? stepOf(name, "SKIPPED")),
  attributes: [],
});

const compareValues = (step: TestStep["step"], expected: string, found: readonly string[], all = false) =>
  (all ? found.every((one) => one === expected) : found.includes(expected)) && found.length > 0
    ? stepOf(step, "PASSED", { found: expected })
    : stepOf(step, "FAILED", {
        expected,
        ...(found.length > 0 && { found: found.join(" ") }),
      });

/**
 * Evaluates the times, with the minutes by which a clock is off or the response is late, for the
 * administrators.
 */
function timeStep({ isInTime, issuedAt, endedAt }: Statement, now: number): TestStep {
  if (isInTime) return stepOf("TIME", "PASSED");
  const off = (issuedAt ?? endedAt) - now;
  const minutes = Math.max(1, Math.round(Math.abs(off) / 60_000));
  return stepOf("TIME", "FAILED", { reason: off > 0 ? "AHEAD" : "BEHIND", minutes });
}

function issuerStep({ issuer }: Statement, { test, config }: TestContext): TestStep {
  const isSaved = config?.loginUrl === test.loginUrl && config.publicCertificates === test.publicCertificates;
  const expected = test.idpEntityId ?? (isSaved ? config.idpIssuer : null);
  return expected === null || expected === issuer
    ? stepOf("ISSUER", "PASSED", { found: issuer })
    : stepOf("ISSUER", "FAILED", { found: issuer, expected });
}

async function accountSteps(statement: Statement, tried: TestContext): Promise<TestStep[]> {
  const { db, customer, config, test, policyPrefix, now } = tried;
  const { email, emails } = statement;
  const wrong = (reason: TestStep["reason"]) => [
    stepOf("EMAIL", "FAILED", { reason, ...(emails.length > 0 && { found: emails.join(" ") }) }),
    stepOf("ACCOUNT", "SKIPPED"),
    stepOf("GROUPS", "SKIPPED"),
  ];
  if (email === undefined) return wrong(emails.length > 1 ? "SEVERAL" : "MISSING");
  const right = stepOf("EMAIL", "PASSED", { found: email });
  const no = (reason: TestStep["reason"]) => [
    right,
    stepOf("ACCOUNT", "FAILED", { reason, found: email }),
    stepOf("GROUPS", "SKIPPED"),
  ];
  const named = async (groupIds: readonly string[]) => {
    const groups = await mapConcurrently(groupIds, (id) => groupAmong(db, id));
    const names = groups.flatMap((group) => (group && group.archivedAt === null ? [group.name] : []));
    return stepOf("GROUPS", "PASSED", names.length > 0 ? { found: names.join(", ") } : { reason: "NONE" });
  };

  const accounts = await accountsWithEmail(db, normalizeEmail(email));
  const own = accounts.find(
    ({ customerId, awsRegion }) => customerId === customer.id && awsRegion === customer.awsRegion,
  );
  const user = own && (await findUser(db, own.id));
  if (user) {
    if (user.archivedAt !== null) return no("ARCHIVED");
    if (!(await isOpenToSso(db, user, policyPrefix))) return no("BEYOND");
    if (await isLockedToSso(db, user, now)) return no("LOCKED");
    const name = `${user.firstName} ${user.lastName}`.trim();
    return [
      right,
      stepOf("ACCOUNT", "PASSED", { reason: "EXISTS", found: name || user.username }),
      await named(await groupIdsOf(db, user.id)),
    ];
  }
  // Reports only that this customer has no such account, not that another customer does.
  if (accounts.length > 0 || config?.userProvisionMode === "BEFORE") return no("NOT_HERE");
  const person = provisionedUser(statement);
  if (!person) {
    const isNameless = provisionedUser({ ...statement, firstName: "A" }) !== undefined;
    return wrong(isNameless ? "NAMELESS" : "INVALID");
  }
  return [
    right,
    stepOf("ACCOUNT", "PASSED", {
      reason: "CREATED",
      found: `${person.firstName} ${person.lastName}`.trim(),
    }),
    await named(await newcomerGroups(db, customer, test, policyPrefix)),
  ];
}

/** Evaluates the response to a test. Writes nothing. */
export async function evaluateResponse(encoded: string, tried: TestContext): Promise<TestOutcome> {
  const { test, serviceProvider, now } = tried;
  let envelope: Envelope;
  try {
    envelope = envelopeOf(encoded);
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    return incompleteTest(stepOf("ANSWER", "FAILED", { reason: "STRUCTURE", found: error.message }));
  }
  if (envelope.status !== "Success")
    return incompleteTest(stepOf("ANSWER", "FAILED", { reason: "STATUS", found: envelope.status }));
  const came = stepOf("ANSWER", "PASSED");
  let statement: Statement;
  try {
    statement = await statementOf(encoded, envelope, { ...test, serviceProvider }, now);
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    // The signature is valid here; a signed but incomplete assertion is not a problem of the certificate.
    return error.message.startsWith("assertion: ")
      ? incompleteTest(stepOf("ANSWER", "FAILED", { reason: "STRUCTURE", found: error.message }))
      : incompleteTest(came, stepOf("SIGNATURE", "FAILED"));
  }
  // A response to another request belongs to another person, so none of its data is shown.
  if (!statement.requestIds.every((id) => id === test.requestId) || envelope.inResponseTo !== test.requestId)
    return incompleteTest(stepOf("ANSWER", "FAILED", { reason: "OTHER_REQUEST" }));
  const { assertionUrl, entityId } = serviceProvider;
  const addresses = [...statement.recipients, ...(envelope.destination ? [envelope.destination] : [])];
  return {
    steps: [
      came,
      stepOf("SIGNATURE", "PASSED"),
      timeStep(statement, now),
      compareValues("AUDIENCE", entityId, statement.audiences),
      compareValues("ADDRESS", assertionUrl, addresses, true),
      issuerStep(statement, tried),
      ...(await accountSteps(statement, tried)),
    ],
    attributes: statement.attributes.slice(0, resultLimits.attributes).map(({ name, values }) => ({
      name: truncate(name, resultLimits.name),
      values: values.slice(0, resultLimits.values).map((value) => truncate(value)),
    })),
  };
}
