import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** Some rows of a list that grows. `next`: where the rest begins, null at the end. */
export interface Page<Row, Cursor> {
  rows: Row[];
  next: Cursor | null;
}

/** As many rows as the API gives at once, whatever is asked for. */
export const MAX_ROWS = 1000;

/**
 * All rows of a list, by id. `getPage` reads the first `MAX_ROWS` of those that come after an id, of all for null.
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

/** A page that holds `size` rows at most; a full one may have another after it. */
export function pageOf<Row, Cursor>(rows: Row[], size: number, cursorOf: (last: Row) => Cursor): Page<Row, Cursor> {
  const last = rows.length === size ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : cursorOf(last) };
}

interface Sortable {
  or(filters: string): this;
  order(column: string, options: { ascending: boolean }): this;
}

interface Order {
  /** A column without empty values; rows that are the same in it follow by their id. */
  column: string;
  ascending?: boolean;
  idAscending?: boolean;
}

/** The rows of a request after the one that the cursor names, or from the beginning, in this order. Newest first, unless it is said. */
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

/** The query of a list that is read a page at a time. `getPage` reads what comes after the cursor: null is the beginning. */
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
