import { expect, test } from "vitest";
import { userMoves } from "~/models/users/user-changes-screen.server";
import { openUndo, sealUndo } from "~/services/undo.server";
import { argsOf } from "./answering-api";

const changedAt = "2026-03-02T00:00:00.000Z";
const flags = { edgeUserArchiveListEnabled: true };
const page = {
  flags,
  param: () => "u1",
  url: new URL("http://console.example/base/users/u1"),
};

test.each([
  ["USER-53", "archive", "ArchiveUser", (row: object) => ({ ORGArchiveUser: row }), "/base/users"],
  ["USER-51", "restore", "RestoreUsers", (row: object) => ({ ORGRestoreUsers: [row] }), "/base/users/u1"],
] as const)("%s %s on a user's own page is taken back from the page that follows", async (...row) => {
  const [, action, name, answer, to] = row;
  const { args, notices } = argsOf({ [name]: answer({ _id: "u1", changedAt }) }, page);
  expect(await userMoves[action](args)).toMatchObject({ status: 303 });
  expect(notices[0]?.undo?.to).toBe(to);
  const { token } = await sealUndo(notices[0]?.undo ?? { to, token: "" });
  const { args: press } = argsOf({}, { form: [["undo", token]] });
  expect(await openUndo(press)).toMatchObject({ what: action, ids: ["u1"], changedAt });
});

test("USER-51 a restore is undone on the user's page unless someone has changed the user since", async () => {
  const { args, notices } = argsOf({ RestoreUsers: { ORGRestoreUsers: [{ _id: "u1", changedAt }] } }, page);
  await userMoves.restore(args);
  const { token } = await sealUndo(notices[0]?.undo ?? { to: "", token: "" });
  const { args: press, sent } = argsOf(
    { ArchiveUsers: { ORGArchiveUsers: [{ _id: "u1", changedAt }] } },
    { ...page, form: [["undo", token]] },
  );
  expect(await userMoves.undo(press)).toMatchObject({ status: 303 });
  expect(sent.map(({ name }) => name)).toEqual(["ArchiveUsers"]);
  expect(sent[0]?.variables).toMatchObject({ userIds: ["u1"], unchangedSince: changedAt });
});
