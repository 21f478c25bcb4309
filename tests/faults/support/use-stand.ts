import { afterAll, beforeAll, beforeEach } from "vitest";
import { live } from "../../support/live";
import { type Person, signIn, type Stand, staff, startStand } from "./stand";

/** A stand for all tests of a file, whole again before each of them, and somebody who is signed in there. */
export function useStand(email = staff): { stand: Stand; person: Person } {
  let stand: Stand | undefined;
  let person: Person | undefined;
  beforeAll(async () => {
    stand = await startStand();
    person = await signIn(stand, email);
  });
  beforeEach(() => stand?.heal());
  afterAll(() => stand?.stop());
  return { stand: live(() => stand), person: live(() => person) };
}
