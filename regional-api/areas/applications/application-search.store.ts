/**
 * A page of the applications that a text finds (APP-57). A rare text is looked up; any other is looked for on the index of
 * the list's order, stretch by stretch from its beginning: soon there is a page, and then nothing waits for the count.
 */
import { flatMapInTurn } from "../../store/in-turn";
import { openPage, pageOf, type PageOf } from "../../core/paging";
import { noLimit } from "../../store/dialect";
import {
  applicationSeqs,
  applicationSorts,
  countApplications,
  findApplication,
  isEmpty,
  maxFound,
  narrowedBySearch,
  pageQuery,
  statusCounts,
  walkedCountQuery,
  type ApplicationFilter,
  type ApplicationOrder,
  type Part,
  type SortKey,
  type SortSource,
} from "./applications.store";
import type { Reader } from "../../store/engine";

interface Mark {
  readonly seq: number;
  readonly sortKey: SortKey;
}

/** How far a list is read for its count, once its page is full. */
interface SearchBounds {
  /** Rows, whether they match or not; up to twice as many where many rows sort by the same value. */
  readonly rows: number;
  /** Rows that match: "10,000+". */
  readonly matches: number;
  /** Rows that are read without letting anybody else's call in between, and then once more to count those that match. */
  readonly stretch: number;
}

const searchBounds: SearchBounds = { rows: 20_000, matches: 10_000, stretch: 4_000 };

/** Rows of a list's order, one after the other. */
interface Stretch {
  readonly part: Part;
  /** How many they are at least. */
  readonly rows: number;
}

const highest = { text: "\u{10FFFF}", number: Number.MAX_SAFE_INTEGER };

/** Which rows an order's stretches are cut from, and how one is written. */
export function orderOf({ sort, order }: ApplicationOrder) {
  const { parts }: SortSource = applicationSorts[sort];
  const isUp = order === "asc";
  const isText = sort === "name";
  return {
    isUp,
    /** Nothing sorts by less, or by more, than these. */
    least: isText ? "" : -1,
    most: isText ? highest.text : highest.number,
    /** What those sort by that have nothing to sort by. */
    nothing: parts && (isText ? "" : null),
    between: (low: SortKey, high: SortKey): Part => ({ sort, part: "between", low, high }),
    /** Those that sort by one value, beyond one of them up to another. */
    of: (low: SortKey, beyond = isUp ? 0 : highest.number, upTo = isUp ? highest.number : 0): Part => ({
      ...{ sort, part: isUp ? "up" : "down" },
      ...{ low, beyond, upTo },
    }),
  };
}

/** The row that ends a stretch of so many, in order. */
export const markQuery = (filter: ApplicationFilter, order: ApplicationOrder, part: Part, rows: number) =>
  pageQuery({ vacancyId: filter.vacancyId, stageIds: filter.stageIds }, order, 1, rows - 1, part);

/**
 * The bounds that a filter sets to what the list is sorted by, and the rest of it: an index walks within one pair of
 * bounds, and those are the stretch's.
 */
function boundsOf(filter: ApplicationFilter, sort: ApplicationOrder["sort"]) {
  if (sort === "submittedAt") {
    const { submittedFrom: from, submittedBefore: before, ...rest } = filter;
    return { rest, from, before };
  }
  if (sort === "stageSince") {
    const { orderedBefore: before, ...rest } = filter;
    return { rest, before };
  }
  return { rest: filter };
}

/** The whole of a list's order in stretches; each is cut off when it is asked for. */
export async function* stretchesOf(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  size: number,
): AsyncGenerator<Stretch, void> {
  const { isUp, least, most, nothing, between, of } = orderOf(order);
  const { from, before } = boundsOf(filter, order.sort);
  const markOf = (part: Part): Promise<Mark | undefined> => db.get(markQuery(filter, order, part, size));
  async function* ofOne(key: SortKey): AsyncGenerator<Stretch, void> {
    for (let beyond: number | undefined; ;) {
      const mark = await markOf(of(key, beyond));
      yield { part: of(key, beyond, mark?.seq), rows: mark ? size : 0 };
      if (!mark) return;
      beyond = mark.seq;
    }
  }
  if (isUp && from !== undefined) yield* ofOne(from);
  for (let [low, high]: [SortKey, SortKey] = [from ?? least, before ?? most]; ;) {
    const mark = await markOf(between(low, high));
    if (!mark) {
      yield { part: between(low, high), rows: 0 };
      break;
    }
    // Those that sort by the same as the mark may be many: an index finds its way among them by their seq alone.
    yield { part: isUp ? between(low, mark.sortKey) : between(mark.sortKey, high), rows: size };
    yield* ofOne(mark.sortKey);
    if (isUp) low = mark.sortKey;
    else high = mark.sortKey;
  }
  if (!isUp && from !== undefined) yield* ofOne(from);
  // What has nothing to sort by comes last either way, and is within no bounds.
  if (nothing !== undefined && from === undefined && before === undefined) yield* ofOne(nothing);
}

interface SearchedPage {
  readonly seqs: readonly number[];
  readonly page: PageOf;
}

interface Asked {
  readonly skip: number;
  readonly size: number;
}

/** The page of what a text finds that begins with row `skip`. */
export async function searchedPage(
  db: Reader,
  customerId: string,
  wanted: ApplicationFilter,
  order: ApplicationOrder,
  asked: Asked,
): Promise<SearchedPage> {
  const isCommon = !isEmpty(wanted) && (await beginsOften(db, wanted, order));
  if (!isCommon) {
    const filter = await narrowedBySearch(db, customerId, wanted);
    if (filter.foundSeqs || isEmpty(filter)) return foundPage(db, filter, order, asked);
    return walkedPage(db, filter, order, asked);
  }
  const alsoSeq = (await findApplication(db, wanted.searchText?.toLowerCase() ?? ""))?.seq ?? null;
  const walked = await walkedPage(db, { ...wanted, alsoSeq }, order, asked);
  const { isTotalExact = true, totalItems } = walked.page;
  if (isTotalExact || totalItems > maxFound) return walked;
  // Often at the beginning and seldom after it: few after all, perhaps.
  const filter = await narrowedBySearch(db, customerId, wanted);
  return filter.foundSeqs ? foundPage(db, filter, order, asked) : walked;
}

/** So many of the first rows of a list tell that looking a text up would be in vain, which takes as long as its page. */
const often = { rows: 1_000, matches: 50 };

async function beginsOften(db: Reader, filter: ApplicationFilter, order: ApplicationOrder): Promise<boolean> {
  const { value: first } = await stretchesOf(db, filter, order, often.rows).next();
  if (!first) return false;
  const { rest } = boundsOf(filter, order.sort);
  const { index } = applicationSorts[order.sort];
  const counted = await db.get(walkedCountQuery({ ...rest, alsoSeq: null }, index, first.part));
  return (counted?.count ?? 0) >= often.matches;
}

/**
 * A page that is looked for on the index. The count is what is known once the page is full and the bounds are reached; what
 * lies beyond them is read in portions, with others' calls in between.
 */
export async function walkedPage(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: Asked,
  bounds = searchBounds,
): Promise<SearchedPage> {
  // Refuses a page that cannot be before anything is read.
  pageOf(0, skip, size);
  const { index } = applicationSorts[order.sort];
  const { rest } = boundsOf(filter, order.sort);
  const hits: { part: Part; from: number; count: number }[] = [];
  const rowsFrom = async (offset: number): Promise<number[]> =>
    flatMapInTurn(
      hits.filter(({ from, count }) => from + count > offset && from < offset + size),
      async ({ part, from }) => {
        const first = Math.max(offset - from, 0);
        const page = pageQuery(rest, order, offset + size - from - first, first, part);
        return (await db.all(page)).map(({ seq }) => seq);
      },
    );
  let [found, rows] = [0, 0];
  for await (const stretch of stretchesOf(db, filter, order, bounds.stretch)) {
    const count = (await db.get(walkedCountQuery(rest, index, stretch.part)))?.count ?? 0;
    if (count > 0) hits.push({ part: stretch.part, from: found, count });
    found += count;
    rows += stretch.rows;
    // One more than the page has: whether there is a next page is always known.
    if (found > skip + size && (found > bounds.matches || rows >= bounds.rows))
      return { seqs: await rowsFrom(skip), page: openPage(found, skip, size, bounds.matches) };
  }
  const { offset, ...page } = pageOf(found, skip, size);
  return { seqs: await rowsFrom(offset), page };
}

/** A page of the few that were looked up: all of them are read once, to be sorted and counted. */
async function foundPage(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: Asked,
): Promise<SearchedPage> {
  const seqs = await foundInOrder(db, filter, order);
  const { offset, ...page } = pageOf(seqs.length, skip, size);
  return { seqs: seqs.slice(offset, offset + size), page };
}

/** All that were looked up, in order. */
async function foundInOrder(db: Reader, filter: ApplicationFilter, order: ApplicationOrder) {
  const { nothing, isUp } = orderOf(order);
  const rows = isEmpty(filter) ? [] : await db.all(pageQuery(filter, order, noLimit, 0));
  const isLast = ({ sortKey }: Mark) => isUp && sortKey === nothing;
  const sorted = [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)];
  return sorted.map(({ seq }) => seq);
}

/**
 * A page of a list as it was opened: `kept` are those of its rows that may have left it since, by another status or stage,
 * and each is still where it was. What an order sorts by stays as it is at a stage that somebody left.
 */
export async function keptPage(
  db: Reader,
  customerId: string,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: Asked,
  kept: { readonly seqs: readonly number[]; readonly stageIds: readonly string[] },
): Promise<SearchedPage> {
  const read = (page: number): Promise<SearchedPage> => {
    const rows = { skip: page * size, size };
    return filter.searchText
      ? searchedPage(db, customerId, filter, order, rows)
      : wholePage(db, filter, order, rows);
  };
  const listed = new Set(await foundInOrder(db, { ...filter, foundSeqs: kept.seqs }, order));
  const gone = kept.seqs.filter((seq) => !listed.has(seq));
  const asked = Math.floor(skip / size);
  const { seqs: rows, page } = await read(asked);
  if (gone.length === 0) return { seqs: rows, page };
  const { totalItems, currentPage } = page;
  const { offset: begin, ...counted } = pageOf(totalItems + gone.length, skip, size);
  // The rows in front of this page by now, of which those that left have pushed some onto it.
  const first = Math.floor(Math.max(begin - gone.length, 0) / size);
  const last = Math.min(currentPage - 1, Math.floor(begin / size));
  const window = await flatMapInTurn(
    Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at),
    async (at) => (at === currentPage - 1 ? rows : (await read(at)).seqs),
  );
  const only = filter.stageIds.length === 1 ? filter.stageIds[0] : undefined;
  const among: ApplicationFilter = {
    vacancyId: filter.vacancyId,
    stageIds: kept.stageIds,
    ...(only !== undefined && { takenAt: only }),
    foundSeqs: [...window, ...gone],
  };
  const sorted = await foundInOrder(db, among, order);
  return {
    seqs: sorted.slice(begin - first * size, begin - first * size + size),
    page: page.isTotalExact === false ? openPage(counted.totalItems, begin, size) : counted,
  };
}

/**
 * How many of the applications that a filter leaves have each status; undefined when its text is a frequent one and the
 * stages have more than a search reads for its count.
 */
export async function searchedStatusCounts(db: Reader, customerId: string, wanted: ApplicationFilter) {
  const filter = await narrowedBySearch(db, customerId, wanted);
  const { vacancyId, stageIds, searchText } = filter;
  const isMuch =
    searchText !== undefined && (await countApplications(db, { vacancyId, stageIds })) > searchBounds.rows;
  return isMuch ? undefined : statusCounts(db, filter);
}

/** A page of all, counted to the last. */
export async function wholePage(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: Asked,
): Promise<SearchedPage> {
  const { offset, ...page } = pageOf(await countApplications(db, filter), skip, size);
  const { totalItems: total } = page;
  return { seqs: total === 0 ? [] : await applicationSeqs(db, filter, order, size, offset, total), page };
}

/**
 * The seqs of all that match at this moment, in order, at most `most`: read in stretches, with others' calls in between.
 * What is read at once is the few that a search found.
 */
export async function allSeqs(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  most: number,
  stretch = searchBounds.stretch,
): Promise<number[]> {
  if (isEmpty(filter) || filter.foundSeqs) return applicationSeqs(db, filter, order, most, 0);
  const { rest } = boundsOf(filter, order.sort);
  return db.atThisMoment(async (moment) => {
    const seqs: number[] = [];
    for await (const { part } of stretchesOf(moment, filter, order, stretch)) {
      for (const { seq } of await moment.all(pageQuery(rest, order, most - seqs.length, 0, part)))
        seqs.push(seq);
      if (seqs.length >= most) break;
    }
    return seqs;
  });
}
