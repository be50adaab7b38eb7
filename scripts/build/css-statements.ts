export type Statement =
  | { kind: 'text'; head: string; text: string }
  | { kind: 'group'; head: string; inner: Statement[] }
  | { kind: 'rule'; selectors: Selector[]; body: Declaration[] };

/** A selector, and what a match needs for certain. */
export interface Selector {
  text: string;
  /** Classes and ids, with their `.` and `#`. */
  names: string[];
  tags: string[];
  /** Asks for a pointer over something, or for a press. */
  forPointer: boolean;
}

export interface Declaration {
  property: string;
  text: string;
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

/** A built stylesheet, without comments, as the statements that it is made of. */
export function parse(css: string): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < css.length; ) {
    const headEnd = endOfHead(css, at);
    const head = css.slice(at, headEnd).trim();
    if (css[headEnd] !== '{') {
      if (head) statements.push({ kind: 'text', head, text: `${head};` });
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
  if (head.startsWith('@')) return { kind: 'text', head, text: `${head}{${body}}` };
  return {
    kind: 'rule',
    selectors: split(head, ',').map(selector),
    body: split(body, ';').filter(Boolean).map(declaration),
  };
}

/** The parts of a list; a separator inside brackets or a string belongs to its part. */
function split(list: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = endOfString(list, at);
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)].map((part) => part.trim());
}

const declaration = (text: string): Declaration => ({ property: text.slice(0, text.indexOf(':')).trim(), text });

const NAME = /[.#](?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^ -~])+/gi;

const PSEUDO = /::?[a-z-]+/gi;
const TAG = /(?<![\w-])[a-z][\w-]*/gi;

function selector(text: string): Selector {
  const certain = withoutChoices(text);
  return {
    text,
    names: (certain.match(NAME) ?? []).map(unescapeName),
    tags: certain.replace(NAME, '').replace(PSEUDO, '').match(TAG) ?? [],
    forPointer: /:(?:hover|active)\b/.test(certain.replace(NAME, '')),
  };
}

/** The innermost brackets of a selector: of attributes, or of a pseudo-class with what it is given. */
const INNERMOST = /\[(?:[^\]\\]|\\.)*\]|:([a-z-]+)\(((?:[^()\\]|\\.)*)\)/g;

/** Several choices, of :is() or :where(), say nothing for certain, nor does :not(); a single one does. */
function withoutChoices(selector: string): string {
  let text = selector;
  for (;;) {
    const next = text.replace(INNERMOST, (_all, kind?: string, given = '') =>
      (kind === 'is' || kind === 'where') && split(given, ',').length === 1 ? ` ${given} ` : '',
    );
    if (next === text) return text;
    text = next;
  }
}

const unescapeName = (name: string): string =>
  name
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
