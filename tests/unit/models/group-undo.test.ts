import { expect, test } from "vitest";
import { groupActions } from "~/models/groups/group-screen.server";
import { openUndo, sealUndo } from "~/services/undo.server";
import { argsOf } from "./answering-api";

const changedAt = "2026-03-02T00:00:00.000Z";
const flags = { edgeGroupArchiveListEnabled: true };
const group = {
  Group: { ORGGetGroup: { _id: "group", customerId: "retail", archivedAt: null } },
  // A restore takes nothing away, so it needs no confirmation (PERM-84).
  RestoreGroupsChange: {
    ORGGetRestoreGroupsChange: { impacts: [], isComplete: true, losingConsole: 0, losingSignIn: 0 },
  },
};

test.each([
  ["GRP-34", "archive", "ArchiveGroup", (row: object) => ({ ORGArchiveGroup: row }), "/base/groups"],
  [
    "GRP-37",
    "restore",
    "RestoreGroups",
    (row: object) => ({ ORGRestoreGroups: [row] }),
    "/base/groups/archive",
  ],
] as const)(
  "%s %s on a group's own page is taken back from the list that follows",
  async (_row, action, name, answer, to) => {
    const { args, notices } = argsOf({ ...group, [name]: answer({ _id: "group", changedAt }) }, { flags });
    expect(await groupActions[action](args)).toMatchObject({ status: 303 });
    const [notice] = notices;
    expect(notice?.undo?.to).toBe(to);
    const { token } = await sealUndo(notice?.undo ?? { to, token: "" });
    const { args: press } = argsOf({}, { form: [["undo", token]] });
    expect(await openUndo(press)).toMatchObject({ what: action, ids: ["group"], changedAt });
  },
);

test.each([
  ["archive", { ArchiveGroup: { ORGArchiveGroup: { _id: "group", changedAt: null } } }],
  ["restore", { RestoreGroups: { ORGRestoreGroups: [{ _id: "group", changedAt: null }] } }],
] as const)(
  "GRP-34 GRP-37 what a colleague has done already is not taken back: %s",
  async (action, answer) => {
    const { args, notices } = argsOf({ ...group, ...answer }, { flags });
    expect(await groupActions[action](args)).toMatchObject({ status: 303 });
    expect(notices).toHaveLength(1);
    expect(notices[0]?.undo).toBeUndefined();
  },
);
