import { afterAll, beforeAll, beforeEach } from "vitest";
import { live } from "../../support/live";
import { type Person, resetData, signIn, type Stand, staff, startStand } from "./stand";

type Used = { stand: Stand; person: Person };

/** A stand for all tests of a file, whole again before each of them, and somebody who is signed in there. */
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

/** Started by the first file of a worker that uses it. It ends with the worker. */
let ofWorker: Promise<Stand> | undefined;

/** The worker's stand, with the demo data as they were seeded. */
export function useStand(email = staff): Used {
  return used(async () => {
    ofWorker ??= startStand();
    const stand = await ofWorker;
    // The last test of the file before may have left it broken.
    await stand.heal();
    await resetData(stand);
    return stand;
  }, email);
}

/** A stand of the file's own: for tests that end its servers, or whose API has other settings. */
export function useOwnStand(apiEnv: Record<string, string | undefined> = {}): Used {
  const own = used(() => startStand(apiEnv), staff);
  afterAll(() => own.stand.stop());
  return own;
}
