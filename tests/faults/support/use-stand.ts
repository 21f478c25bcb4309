import { afterAll, beforeAll, beforeEach } from "vitest";
import { live } from "../../support/live";
import { type Person, resetData, signIn, type Stand, staff, startStand } from "./stand";

type Used = { stand: Stand; person: Person };

/** A stand for all tests of a file, repaired before each of them, with a signed-in person. */
function used(ready: () => Promise<Stand>, email: string): Used {
  let stand: Stand | undefined;
  let person: Person | undefined;
  beforeAll(async () => {
    stand = await ready();
    person = await signIn(stand, email);
  });
  beforeEach(() => stand?.heal());
  return { stand: live(() => stand), person: live(() => person) };
}

/** Started by the first file in a worker that uses it; stopped with the worker. */
let ofWorker: Promise<Stand> | undefined;

/** The worker's stand, with the demo data as seeded. */
export function useStand(email = staff): Used {
  return used(async () => {
    ofWorker ??= startStand();
    const stand = await ofWorker;
    // The last test of the previous file may have left it broken.
    await stand.heal();
    await resetData(stand);
    return stand;
  }, email);
}

/** A stand for one file: for tests that stop its servers, or whose API has other settings. */
export function useOwnStand(apiEnv: Record<string, string | undefined> = {}): Used {
  const own = used(() => startStand(apiEnv), staff);
  afterAll(() => own.stand.stop());
  return own;
}
