/** Counts queries: with a database server, each one is a network round trip. */
import type { Database } from "../../regional-api/store/database";
import type { Reading, Writer } from "../../regional-api/store/engine";

/** Counts a region's queries from now on, in and outside of transactions. */
export function countQueries(region: Database): { asked: number } {
  const count = { asked: 0 };
  const counted = <Asked extends Reading | Writer>(db: Asked): Asked => {
    const { all, get } = db;
    db.all = (query: never) => ((count.asked += 1), all.call(db, query) as never);
    db.get = (query: never) => ((count.asked += 1), get.call(db, query) as never);
    if ("run" in db) {
      const { run } = db;
      db.run = (query) => ((count.asked += 1), run.call(db, query));
    }
    return db;
  };
  const [reading, write] = [region.reading.bind(region), region.write.bind(region)];
  region.reading = () => counted(reading());
  region.write = (work) => write((writer) => work(counted(writer)));
  return count;
}
