/**
 * The rules of the stylesheet that a page's HTML can match, to stand in the page itself: it is painted before the
 * stylesheet is there. A rule stays if every class and id that it names is in the HTML, whatever else it asks; so what the
 * page needs is never missing, and what it could do without may be there.
 */
export function criticalCss(css: string, html: string): string {
  if (parsed?.css !== css) parsed = { css, statements: parse(css) };
  return keep(parsed.statements, namesIn(html));
}

/** One stylesheet serves all pages: it is read once. */
let parsed: { css: string; statements: Statement[] } | null = null;

type Statement =
  | { kind: 'text'; text: string }
  | { kind: 'group'; head: string; inner: Statement[] }
  | { kind: 'rule'; selectors: { text: string; names: string[] }[]; body: string };

/** Classes that scripts/the person's browser put on the page before the first paint. */
const SET_BEFORE_PAINT = ['dark', 'known-person', 'other-page'];

function namesIn(html: string): Set<string> {
  const names = new Set(SET_BEFORE_PAINT.map((name) => `.${name}`));
  for (const [, kind, value = ''] of html.matchAll(/\s(class|id)="([^"]*)"/g)) {
    const text = value
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'");
    for (const name of text.split(/\s+/)) names.add(`${kind === 'id' ? '#' : '.'}${name}`);
  }
  return names;
}

/** Where the block that opens at `open` ends (its brace), strings and escapes left out of the count. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const character = css[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = endOfString(css, at);
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error('The stylesheet ends inside a block.');
}

function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === css[start]) return at;
  }
  throw new Error('The stylesheet ends inside a string.');
}

/** Where the next statement's head ends: at its brace, its semicolon, or the end. */
function endOfHead(css: string, start: number): number {
  for (let at = start; at < css.length; at += 1) {
    const character = css[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = endOfString(css, at);
    else if (character === '{' || character === ';') return at;
  }
  return css.length;
}

const HOLDS_RULES = /^@(?:media|supports|layer|container)\b/;

function parse(css: string): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < css.length; ) {
    const headEnd = endOfHead(css, at);
    const head = css.slice(at, headEnd).trim();
    if (css[headEnd] !== '{') {
      if (head) statements.push({ kind: 'text', text: `${head};` });
      at = headEnd + 1;
      continue;
    }
    const end = endOfBlock(css, headEnd);
    statements.push(block(head, css.slice(headEnd + 1, end)));
    at = end + 1;
  }
  return statements;
}

function block(head: string, body: string): Statement {
  if (HOLDS_RULES.test(head)) return { kind: 'group', head, inner: parse(body) };
  if (head.startsWith('@')) return { kind: 'text', text: `${head}{${body}}` };
  return { kind: 'rule', selectors: selectorsOf(head).map((text) => ({ text, names: certainNames(text) })), body };
}

function keep(statements: readonly Statement[], names: Set<string>): string {
  return statements.map((statement) => keepOne(statement, names)).join('');
}

function keepOne(statement: Statement, names: Set<string>): string {
  if (statement.kind === 'text') return statement.text;
  if (statement.kind === 'group') {
    const inner = keep(statement.inner, names);
    return inner ? `${statement.head}{${inner}}` : '';
  }
  const selectors = statement.selectors.filter((selector) => selector.names.every((name) => names.has(name)));
  return selectors.length > 0 ? `${selectors.map(({ text }) => text).join(',')}{${statement.body}}` : '';
}

/** The parts of a selector list; a comma inside brackets belongs to its part. */
function selectorsOf(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < head.length; at += 1) {
    const character = head[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = endOfString(head, at);
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(head.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, head.slice(start)].map((part) => part.trim());
}

const NAME = /[.#](?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^ -~])+/gi;

/** The names that a match needs. What stands inside :is(), :where() or :not() is a choice, and says nothing for certain. */
const certainNames = (selector: string): string[] =>
  (withoutChoices(selector).match(NAME) ?? []).map((name) => unescapeName(name));

function withoutChoices(selector: string): string {
  let text = selector;
  for (;;) {
    const next = text.replace(/:(?:is|where|not|has|host)\((?:[^()\\]|\\.)*\)|\[(?:[^\]\\]|\\.)*\]/g, '');
    if (next === text) return text;
    text = next;
  }
}

const unescapeName = (name: string): string =>
  name
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
