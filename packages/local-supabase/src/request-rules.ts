import { isInheritedName, parseSafeJson } from './inherited-names.ts';

/** Thrown for a request that is refused before it reaches a service. */
export class BadRequest extends Error {}

// The values of these parameters also name columns.
const COLUMN_LISTS = new Set(['select', 'order', 'columns', 'on_conflict']);

/**
 * lite 0.10.0 uses names in the query as object keys. `?__proto__=eq.1` changes every object of the process,
 * `?toString=eq.1` a method of all, and storage stops working. Headers become keys as well, in Node itself.
 */
export function checkNames(query: URLSearchParams, rawHeaders: readonly string[]): void {
  const lists = [...query].flatMap(([name, value]) => (COLUMN_LISTS.has(name) ? [name, value] : [name]));
  const headers = rawHeaders.filter((_, at) => at % 2 === 0);
  for (const name of [...lists.flatMap((list) => list.split(/\W+/)), ...headers]) {
    if (isInheritedName(name)) throw new BadRequest(`The name "${name}" is not allowed`);
  }
}

/** Its service refuses invalid JSON. */
export function checkJson(body: Buffer): void {
  try {
    parseSafeJson(body.toString());
  } catch (error) {
    if (error instanceof RangeError) throw new BadRequest('The JSON is nested too deeply');
    if (!(error instanceof SyntaxError)) throw new BadRequest(error instanceof Error ? error.message : String(error));
  }
}

/** No page reads as many columns. Postgres fails above 1,664 with its own error. */
const MAX_COLUMNS = 500;

/** The largest depth of embedded tables, because a response grows by a factor with each. Pages use two. */
const MAX_DEPTH = 3;
/** The largest number of embedded tables in a request. */
const MAX_EMBEDS = 12;

/**
 * Refuses a request that would only cause an error in Postgres or the file system, or whose response would grow
 * without end.
 */
export function refuseUnreadable(decodedPath: string, query: URLSearchParams): void {
  if (decodedPath.includes('\0')) throw new BadRequest('An address has no zero bytes');
  for (const list of query.getAll('select')) {
    if (list.split(',').length > MAX_COLUMNS) throw new BadRequest(`At most ${MAX_COLUMNS} columns in one request`);
    refuseDeepSelect(list);
  }
}

function refuseDeepSelect(select: string): void {
  let depth = 0;
  let embeds = 0;
  // A bracket inside a quoted name is counted as well, but no name here has one.
  for (const bracket of select.match(/[()]/g) ?? []) {
    depth += bracket === '(' ? 1 : -1;
    if (bracket === '(') embeds += 1;
    if (depth > MAX_DEPTH) throw new BadRequest(`At most ${MAX_DEPTH} tables inside each other in one request`);
    if (embeds > MAX_EMBEDS) throw new BadRequest(`At most ${MAX_EMBEDS} embedded tables in one request`);
  }
}

const REGEX_FILTER = /^(?:not\.)*i?match(?:\(\w+\))?\./i;
const REGEX_IN_TREE = /\.\s*i?match\s*(?:\(\s*\w+\s*\))?\s*\./i;

/** Strangers' regular expressions can keep Postgres busy, and the app uses none. */
export function refuseRegexFilters(query: URLSearchParams): void {
  for (const value of query.values()) {
    if (REGEX_FILTER.test(value) || (value.startsWith('(') && REGEX_IN_TREE.test(value))) {
      throw new BadRequest('Filters by regular expressions are not supported');
    }
  }
}
