/**
 * Pages of a text search over applications (APP-57). A rare text is looked up in the text index. A frequent
 * text is matched chunk by chunk along the list's sort index, so that the page fills early without a full
 * count.
 */
import { flatMapSequentially } from "../../store/sequential";
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

/** Limits on counting once the page is full. */
interface SearchBounds {
  /** Maximum rows read, matching or not; up to twice as many if many rows share a sort value. */
  readonly rows: number;
  /** Maximum matching rows counted, shown as "10,000+". */
  readonly matches: number;
  /**
   * Chunk size: rows read before yielding to other calls. A second read then counts the matches in a chunk.
   */
  readonly stretch: number;
}

const searchBounds: SearchBounds = { rows: 20_000, matches: 10_000, stretch: 4_000 };

/** A chunk: consecutive rows of a list's order. */
interface Chunk {
  readonly part: Part;
  /** A lower bound of the number of rows. */
  readonly rows: number;
}

const highest = { text: "\u{10FFFF}", number: Number.MAX_SAFE_INTEGER };

/** Returns the sort bounds of an order and builders for its chunks. */
export function orderOf({ sort, order }: ApplicationOrder) {
  const { parts }: SortSource = applicationSorts[sort];
  const isUp = order === "asc";
  const isText = sort === "name";
  return {
    isUp,
    /** Sentinels below and above all sort values. */
    least: isText ? "" : -1,
    most: isText ? highest.text : highest.number,
    /** Sort value of rows without one. */
    nothing: parts && (isText ? "" : null),
    between: (low: SortKey, high: SortKey): Part => ({ sort, part: "between", low, high }),
    /** Rows with one sort value, split by seq: after `beyond`, up to `upTo`. */
    of: (low: SortKey, beyond = isUp ? 0 : highest.number, upTo = isUp ? highest.number : 0): Part => ({
      ...{ sort, part: isUp ? "up" : "down" },
      ...{ low, beyond, upTo },
    }),
  };
}

/** Query for the last row of a chunk of `rows` rows. */
export const markQuery = (filter: ApplicationFilter, order: ApplicationOrder, part: Part, rows: number) =>
  pageQuery({ vacancyId: filter.vacancyId, stageIds: filter.stageIds }, order, 1, rows - 1, part);

/**
 * Splits a filter into the bounds on the sort column and the remaining conditions. An index scan takes one
 * pair of bounds, so the chunk's bounds replace the filter's.
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

/** Yields a list's whole order in chunks; each chunk is determined only when requested. */
export async function* chunksOf(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  size: number,
): AsyncGenerator<Chunk, void> {
  const { isUp, least, most, nothing, between, of } = orderOf(order);
  const { from, before } = boundsOf(filter, order.sort);
  const markOf = (part: Part): Promise<Mark | undefined> => db.get(markQuery(filter, order, part, size));
  async function* chunksOfKey(key: SortKey): AsyncGenerator<Chunk, void> {
    for (let beyond: number | undefined; ;) {
      const mark = await markOf(of(key, beyond));
      yield { part: of(key, beyond, mark?.seq), rows: mark ? size : 0 };
      if (!mark) return;
      beyond = mark.seq;
    }
  }
  if (isUp && from !== undefined) yield* chunksOfKey(from);
  for (let [low, high]: [SortKey, SortKey] = [from ?? least, before ?? most]; ;) {
    const mark = await markOf(between(low, high));
    if (!mark) {
      yield { part: between(low, high), rows: 0 };
      break;
    }
    // Many rows may share the sort value of the chunk's last row; on the index, only seq distinguishes them.
    yield { part: isUp ? between(low, mark.sortKey) : between(mark.sortKey, high), rows: size };
    yield* chunksOfKey(mark.sortKey);
    if (isUp) low = mark.sortKey;
    else high = mark.sortKey;
  }
  if (!isUp && from !== undefined) yield* chunksOfKey(from);
  // Rows without a sort value come last in both directions and match no bounds.
  if (nothing !== undefined && from === undefined && before === undefined) yield* chunksOfKey(nothing);
}

interface SearchedPage {
  readonly seqs: readonly number[];
  readonly page: PageOf;
}

interface PageRange {
  readonly skip: number;
  readonly size: number;
}

/** Returns the page of search results that begins at row `skip`. */
export async function searchedPage(
  db: Reader,
  customerId: string,
  wanted: ApplicationFilter,
  order: ApplicationOrder,
  asked: PageRange,
): Promise<SearchedPage> {
  const isCommon = !isEmpty(wanted) && (await isFrequentAtStart(db, wanted, order));
  if (!isCommon) {
    const filter = await narrowedBySearch(db, customerId, wanted);
    if (filter.foundSeqs || isEmpty(filter)) return foundPage(db, filter, order, asked);
    return readPageByWalk(db, filter, order, asked);
  }
  const alsoSeq = (await findApplication(db, wanted.searchText?.toLowerCase() ?? ""))?.seq ?? null;
  const walked = await readPageByWalk(db, { ...wanted, alsoSeq }, order, asked);
  const { isTotalExact = true, totalItems } = walked.page;
  if (isTotalExact || totalItems > maxFound) return walked;
  // The text is frequent in the first rows but may be rare after them, so a lookup is still worth trying.
  const filter = await narrowedBySearch(db, customerId, wanted);
  return filter.foundSeqs ? foundPage(db, filter, order, asked) : walked;
}

/**
 * Size of the initial sample. A text with this many matches in it would exceed the limit of a lookup, which
 * would also cost as much as the page.
 */
const often = { rows: 1_000, matches: 50 };

async function isFrequentAtStart(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
): Promise<boolean> {
  const { value: first } = await chunksOf(db, filter, order, often.rows).next();
  if (!first) return false;
  const { rest } = boundsOf(filter, order.sort);
  const { index } = applicationSorts[order.sort];
  const counted = await db.get(walkedCountQuery({ ...rest, alsoSeq: null }, index, first.part));
  return (counted?.count ?? 0) >= often.matches;
}

/**
 * Returns a page by walking the index. The count stops at the bounds once the page is full; rows past the
 * bounds are read in chunks that let other calls run in between.
 */
export async function readPageByWalk(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: PageRange,
  bounds = searchBounds,
): Promise<SearchedPage> {
  // Rejects an impossible page before reading anything.
  pageOf(0, skip, size);
  const { index } = applicationSorts[order.sort];
  const { rest } = boundsOf(filter, order.sort);
  const hits: { part: Part; from: number; count: number }[] = [];
  const rowsFrom = async (offset: number): Promise<number[]> =>
    flatMapSequentially(
      hits.filter(({ from, count }) => from + count > offset && from < offset + size),
      async ({ part, from }) => {
        const first = Math.max(offset - from, 0);
        const page = pageQuery(rest, order, offset + size - from - first, first, part);
        return (await db.all(page)).map(({ seq }) => seq);
      },
    );
  let [found, rows] = [0, 0];
  for await (const stretch of chunksOf(db, filter, order, bounds.stretch)) {
    const count = (await db.get(walkedCountQuery(rest, index, stretch.part)))?.count ?? 0;
    if (count > 0) hits.push({ part: stretch.part, from: found, count });
    found += count;
    rows += stretch.rows;
    // Reads one match more than the page holds, to know whether a next page exists.
    if (found > skip + size && (found > bounds.matches || rows >= bounds.rows))
      return { seqs: await rowsFrom(skip), page: openPage(found, skip, size, bounds.matches) };
  }
  const { offset, ...page } = pageOf(found, skip, size);
  return { seqs: await rowsFrom(offset), page };
}

/** Returns a page of looked-up matches. They are few, so all are read once to sort and count them. */
async function foundPage(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: PageRange,
): Promise<SearchedPage> {
  const seqs = await matchesInOrder(db, filter, order);
  const { offset, ...page } = pageOf(seqs.length, skip, size);
  return { seqs: seqs.slice(offset, offset + size), page };
}

/** Returns the seqs of all looked-up matches, in order. */
async function matchesInOrder(db: Reader, filter: ApplicationFilter, order: ApplicationOrder) {
  const { nothing, isUp } = orderOf(order);
  const rows = isEmpty(filter) ? [] : await db.all(pageQuery(filter, order, noLimit, 0));
  const isLast = ({ sortKey }: Mark) => isUp && sortKey === nothing;
  const sorted = [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)];
  return sorted.map(({ seq }) => seq);
}

/**
 * Returns a page of the list as first opened. `kept` are rows that may have left the list since, by a change
 * of status or stage; each keeps its place, because its sort value at the old stage remains.
 */
export async function pageAsOpened(
  db: Reader,
  customerId: string,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: PageRange,
  kept: { readonly seqs: readonly number[]; readonly stageIds: readonly string[] },
): Promise<SearchedPage> {
  const read = (page: number): Promise<SearchedPage> => {
    const rows = { skip: page * size, size };
    return filter.searchText
      ? searchedPage(db, customerId, filter, order, rows)
      : readExactPage(db, filter, order, rows);
  };
  const listed = new Set(await matchesInOrder(db, { ...filter, foundSeqs: kept.seqs }, order));
  const gone = kept.seqs.filter((seq) => !listed.has(seq));
  const requestedPage = Math.floor(skip / size);
  const { seqs: rows, page } = await read(requestedPage);
  if (gone.length === 0) return { seqs: rows, page };
  const { totalItems, currentPage } = page;
  const { offset: begin, ...counted } = pageOf(totalItems + gone.length, skip, size);
  // The rows that left moved the later ones forward, so rows of this page may be on earlier pages now.
  const first = Math.floor(Math.max(begin - gone.length, 0) / size);
  const last = Math.min(currentPage - 1, Math.floor(begin / size));
  const window = await flatMapSequentially(
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
  const sorted = await matchesInOrder(db, among, order);
  return {
    seqs: sorted.slice(begin - first * size, begin - first * size + size),
    page: page.isTotalExact === false ? openPage(counted.totalItems, begin, size) : counted,
  };
}

/**
 * Returns the number of matching applications per status; undefined if the text is frequent and the stages
 * hold more rows than a search may count.
 */
export async function searchedStatusCounts(db: Reader, customerId: string, wanted: ApplicationFilter) {
  const filter = await narrowedBySearch(db, customerId, wanted);
  const { vacancyId, stageIds, searchText } = filter;
  const isMuch =
    searchText !== undefined && (await countApplications(db, { vacancyId, stageIds })) > searchBounds.rows;
  return isMuch ? undefined : statusCounts(db, filter);
}

/** Returns a page of the list without a text search, with an exact count. */
export async function readExactPage(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  { skip, size }: PageRange,
): Promise<SearchedPage> {
  const { offset, ...page } = pageOf(await countApplications(db, filter), skip, size);
  const { totalItems: total } = page;
  return { seqs: total === 0 ? [] : await applicationSeqs(db, filter, order, size, offset, total), page };
}

/**
 * Returns up to `most` seqs of all matches in order, from one snapshot. Reads in chunks that let other calls run in
 * between; looked-up matches are few and read at once.
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
    for await (const { part } of chunksOf(moment, filter, order, stretch)) {
      for (const { seq } of await moment.all(pageQuery(rest, order, most - seqs.length, 0, part)))
        seqs.push(seq);
      if (seqs.length >= most) break;
    }
    return seqs;
  });
}
