import { expect, test } from "vitest";
import { applicationActions } from "~/models/applications/application-screen.server";
import { offerUndo, sealUndo } from "~/services/undo.server";
import { argsOf } from "../models/answering-api";

/** The answer of Undo for applications that were notified of their decline, were not, or were not declined at all. */
async function undone(...isTold: (boolean | null)[]) {
  const changedAt = "2026-11-03T00:00:00.000Z";
  const outcomes = isTold.map((isDeclineTold, index) => ({
    ...{
      _id: `a${index}`,
      refusal: null,
      changedAt,
      mail: null,
      isDeclineTold,
      application: null,
    },
  }));
  const ids = outcomes.map(({ _id }) => _id);
  const undo = offerUndo(argsOf({}).args, "status", { ids, changedAt });
  const token = undo && (await sealUndo(undo)).token;
  const { args, notices } = argsOf(
    { UndoApplicationStatus: { AppsUndoApplicationStatus: outcomes } },
    { form: [["undo", token ?? ""]] },
  );
  await applicationActions.undo(args);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ tone: "success", title: "Undone" });
  return notices[0]?.description;
}

test("APP-86 undoing declines lists those who were already notified", async () => {
  expect(await undone(true, false, false)).toBe(
    "1 candidate had already been notified of the decline, which cannot be taken back. 2 candidates had not been notified of the decline, and will not be.",
  );
  expect(await undone(false)).toBe("1 candidate had not been notified of the decline, and will not be.");
  expect(await undone(null)).toBeUndefined();
});
