import { expect, test } from "vitest";
import { formWith, textOf } from "../support/console-client";
import { broken } from "../support/fault-proxy";
import { useStand } from "./support/use-stand";

const { stand, person } = useStand();

test("ANN-13 a creation that fails says so, and keeps what was typed", async () => {
  const address = `${person.base}/announcements/create`;
  const values = { title: "Typed", text: "All of it", firstDay: "2026-02-01", lastDay: "2026-02-02" };
  const page = await person.client.get(address);
  stand.sydney.fail(broken, { operation: "ORGCreateAnnouncement" });
  const answer = await person.client.post(address, formWith(page, "save", values));
  expect(textOf(answer)).toContain("Create announcement failed.");
  expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(values);
});
