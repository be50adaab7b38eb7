import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** Some rows of a growing list. `next` is the position where the next page starts, or null at the end. */
export interface Page<Row, Cursor> {
  rows: Row[];
  next: Cursor | null;
}

/** The largest number of rows that the API returns in one request. */
export const MAX_ROWS = 1000;

/**
 * Returns all rows of a list by id. `getPage` reads the first `MAX_ROWS` rows after an id, or from the start for
 * null.
 */
export async function readAll<Row extends { id: string }>(
  getPage: (after: string | null) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await getPage(all.at(-1)?.id ?? null);
    all.push(...rows);
    if (rows.length < MAX_ROWS) return all;
  }
}

/** Returns a page of at most `size` rows. If the page is full, another one may follow. */
export function pageOf<Row, Cursor>(rows: Row[], size: number, cursorOf: (last: Row) => Cursor): Page<Row, Cursor> {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : cursorOf(last) };
}

interface Sortable {
  or(filters: string): this;
  order(column: string, options: { ascending: boolean }): this;
}

interface Order {
  /** A column without nulls. Rows with the same value are ordered by id. */
  column: string;
  ascending?: boolean;
  idAscending?: boolean;
}

/** Returns the rows after the cursor or from the start, newest first by default. */
export function afterCursor<Request extends Sortable>(
  request: Request,
  { column, ascending = false, idAscending = false }: Order,
  cursor: { at: string; id: string } | null,
): Request {
  const beyond = (up: boolean) => (up ? 'gt' : 'lt');
  const rest = cursor
    ? request.or(
        `${column}.${beyond(ascending)}."${cursor.at}",and(${column}.eq."${cursor.at}",id.${beyond(idAscending)}.${cursor.id})`,
      )
    : request;
  return rest.order(column, { ascending }).order('id', { ascending: idAscending });
}

/**
 * Returns the query of a list that is read page by page. `getPage` reads the rows after the cursor, which is null
 * at the start.
 */
export const pagedQuery = <Key extends QueryKey, Row, Cursor>(
  queryKey: Key,
  getPage: (cursor: Cursor | null, signal: AbortSignal) => Promise<Page<Row, Cursor>>,
) =>
  infiniteQueryOptions<Page<Row, Cursor>, Error, InfiniteData<Page<Row, Cursor>>, Key, Cursor | null>({
    queryKey,
    initialPageParam: null as Cursor | null,
    queryFn: ({ pageParam, signal }) => getPage(pageParam as Cursor | null, signal),
    getNextPageParam: (page) => page.next,
  });
