import { expect, test } from "vitest";
import { snapshot } from "./fixtures/snapshot";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("each test");

test("the digest used to detect changes differs after every change, and only then", () => {
  const sydney = world.databases.region("ap-southeast-2");
  const rename = (name: string) =>
    sydney.statement("UPDATE users SET lastName = ? WHERE firstName = 'recruiter'").run(name);
  const digest = snapshot(world.databases);
  expect(snapshot(world.databases)).toBe(digest);
  rename("Other");
  const other = snapshot(world.databases);
  expect(other).not.toBe(digest);
  // A rollback leaves everything unchanged.
  sydney.sqlite.exec("BEGIN");
  rename("Third");
  sydney.sqlite.exec("ROLLBACK");
  expect(snapshot(world.databases)).toBe(other);
  world.databases.region("eu-west-1").sqlite.exec("CREATE TABLE stray (a integer)");
  expect(snapshot(world.databases)).not.toBe(other);
});
