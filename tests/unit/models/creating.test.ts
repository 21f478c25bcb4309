import { expect, test, vi } from "vitest";
import { action as invitationAction } from "~/routes/applications/invite";
import { action as customersAction } from "~/routes/customers/form";
import { action as usersAction } from "~/routes/users/form";
import { action as setsAction } from "~/routes/workflow-sets/form";
import type { FormArgs } from "~/services/console-args";
import { logger } from "~/services/log.server";
import { ApiError } from "~/services/regional-api.server";
import { argsOf } from "./answering-api";

vi.mock("~/services/guard.server", () => ({
  consoleLoader: () => undefined,
  consoleAction: (_gate: object, handlers: object) => handlers,
}));

type Save = { save: (args: FormArgs) => Promise<object> };
const saveUser = (usersAction as unknown as Save).save;
const saveCustomer = (customersAction as unknown as Save).save;
const { invite } = invitationAction as unknown as { invite: (args: FormArgs) => Promise<object> };

const refusal = (message: string) => new ApiError("VALIDATION", message, "ap-southeast-2", "Create");

async function createdUser(answer: object | Error, flags = {}) {
  vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const { args, notices } = argsOf(
    { CreateUser: answer },
    {
      form: [
        ["firstName", "Ada"],
        ["lastName", "Byron"],
        ["email", "ada@acme.example"],
        ["groupIds", "auditors"],
      ],
      flags,
      rights: () => Promise.resolve(new Set()),
    },
  );
  return { answer: await saveUser(args), notices };
}
const made = (isMailSent: boolean, isResetMailOn = true) => ({
  ORGCreateEndUser: { _id: "u1", email: "ada@acme.example", createdAt: "", isMailSent, isResetMailOn },
});

test("USER-76 USER-80 NOTIF-32 a new user is created; if no email is sent, the notice says so and what to do", async () => {
  expect((await createdUser(made(true))).notices).toEqual([{ tone: "success", title: "User is created." }]);
  expect((await createdUser(made(false))).notices).toEqual([
    {
      tone: "success",
      title: "User is created.",
      description: expect.stringMatching(/^No email has been sent: .*Forgot your password\?/) as string,
    },
  ]);
  // If the password-reset email is off as well, no link can be sent.
  const [alone] = (await createdUser(made(false, false))).notices;
  expect(alone?.description).toMatch(/^No email has been sent: .*They can set a password only once/);
  expect(alone?.description).not.toContain("Forgot");
});

test("GEN-144 the notice of a new record links to its page, if that is open", async () => {
  const [notice] = (await createdUser(made(true), { edgeUserListEnabled: true })).notices;
  expect(notice).toEqual({
    tone: "success",
    title: "User is created.",
    link: { to: "/base/users/u1", label: "Open it" },
  });
});

test("GEN-25 a group that was archived since the form was opened is refused next to the groups", async () => {
  const { answer } = await createdUser(refusal("Please select active groups"));
  expect(answer).toMatchObject({
    data: {
      lastResult: {
        error: {
          groupIds: ["A group that you chose has since been archived. Please choose the groups again"],
        },
        initialValue: { firstName: "Ada", groupIds: "auditors" },
      },
      notice: null,
    },
    init: { status: 400 },
  });
});

test("GEN-25 an organisation that was archived since the form was opened is refused next to its field", async () => {
  const { args } = argsOf(
    {
      Organizations: { ORGGetOrganizations: [] },
      CreateCustomer: refusal("Please select an organisation"),
    },
    {
      form: [
        ["organizationId", "o1"],
        ["displayName", "Acme"],
        ["uniqueName", "acme"],
        ["awsRegion", "ap-southeast-2"],
      ],
      step: "confirm",
    },
  );
  expect(await saveCustomer(args)).toMatchObject({
    data: {
      lastResult: {
        error: {
          organizationId: ["This organisation has since been archived. Please select another one"],
        },
        initialValue: { displayName: "Acme" },
      },
      notice: null,
    },
  });
});

test.each([
  [{ isNameKept: false, isPhoneKept: false }, ""],
  [{ isNameKept: true, isPhoneKept: false }, "their name was not changed. Edit the candidate to correct it."],
  [
    { isNameKept: false, isPhoneKept: true },
    "their phone number was not changed. Edit the candidate to correct it.",
  ],
  [
    { isNameKept: true, isPhoneKept: true },
    "their name and phone number were not changed. Edit the candidate to correct them.",
  ],
])(
  "INV-25 INV-27 an invitation names its channel, and the input that was not stored: %o",
  async (kept, names) => {
    const stages = [{ _id: "s1", name: "Chat", externalAssessmentPackageId: "p1" }];
    const vacancy = {
      ...{ _id: "v1", title: "Clerk", description: null, externalVacancyId: "EXT-1", hierarchyId: "root" },
      ...{ archivedAt: null, managers: [], workflow: { _id: "w1", stages } },
    };
    const sent = { assessmentId: "a1", applicationId: null, mail: "SENT", text: "SENT", ...kept };
    const { args, notices } = argsOf(
      { Vacancy: { AppsGetVacancyById: vacancy }, InviteCandidate: { CommonInviteCandidate: sent } },
      {
        form: [
          ["email", "ada@mail.example"],
          ["firstName", "Ada"],
          ["country", "AU"],
        ],
        request: new Request("http://console.example/base/vacancies/v1/invite"),
      },
    );
    await invite(args);
    const known = names && ` A candidate with this email already existed: ${names}`;
    expect(notices).toEqual([
      {
        tone: "success",
        title: "Invite candidate success.",
        description: `The invitation is on its way by email and SMS.${known}`,
      },
    ]);
  },
);

test("WFS-35 a notice contains the full name of a new set, regardless of its code units", async () => {
  const name = "👨‍👩‍👧‍👦".repeat(25);
  const { args } = argsOf(
    {
      WorkflowsToPick: {
        AppsGetWorkflowListV2: { data: [{ _id: "A", name: "A", archivedAt: null, stages: [] }] },
      },
      CreateWorkflowSet: new ApiError("UNEXPECTED", "no", "ap-southeast-2", "CreateWorkflowSet"),
    },
    {
      form: [
        ["name", name],
        ["options[0].workflowId", "A"],
        ["options[0].displayName", "A"],
        ["options[0].isDefault", "on"],
      ],
      flags: {},
      paramIfAny: () => undefined,
    },
  );
  expect(await (setsAction as unknown as Save).save(args)).toMatchObject({
    data: { notice: { title: `${name} failed to create` } },
  });
});
