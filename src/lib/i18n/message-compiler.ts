import type { I18n } from '@lingui/core';

type CompiledMessage = ReturnType<Parameters<I18n['setMessagesCompiler']>[0]>;

/**
 * Turns the ICU text of a message into Lingui's compiled form, in the browser. Lingui's own compiler does the same
 * for every corner of the syntax and weighs 6 KB more in the first load; this one knows what our
 * messages use: arguments, plural, selectordinal, select, offset, # and quoting. A test holds the two side by side.
 */
type Token = string | [string] | [string, string] | [string, string, Record<string, unknown>];

interface Cursor {
  text: string;
  at: number;
}

const CASED = new Set(['plural', 'selectordinal', 'select']);

export function compileMessage(text: string): CompiledMessage {
  if (!/[{}']/.test(text)) return [text];
  const cursor = { text, at: 0 };
  const tokens = readTokens(cursor, false);
  if (cursor.at < text.length) throw new Error(`Unbalanced braces in message: ${text}`);
  return tokens as CompiledMessage;
}

function readTokens(cursor: Cursor, counted: boolean): Token[] {
  const tokens: Token[] = [];
  let literal = '';
  const flush = () => {
    if (literal) tokens.push(literal);
    literal = '';
  };
  for (; cursor.at < cursor.text.length; ) {
    const character = cursor.text[cursor.at];
    if (character === '}') break;
    if (character === '{') {
      flush();
      tokens.push(readArgument(cursor));
    } else if (character === '#' && counted) {
      flush();
      tokens.push('#');
      cursor.at++;
    } else {
      literal += character === "'" ? readQuote(cursor, counted) : readCharacter(cursor);
    }
  }
  flush();
  return tokens;
}

function readCharacter(cursor: Cursor): string {
  return cursor.text[cursor.at++] ?? '';
}

/** '' is an apostrophe; '{ … ' is plain text; an apostrophe before anything else is itself. */
function readQuote(cursor: Cursor, counted: boolean): string {
  const next = cursor.text[++cursor.at] ?? '';
  if (next === "'") {
    cursor.at++;
    return "'";
  }
  if (!(next === '{' || next === '}' || (counted && next === '#'))) return "'";
  let quoted = '';
  while (cursor.at < cursor.text.length) {
    const character = readCharacter(cursor);
    if (character !== "'") quoted += character;
    else if (cursor.text[cursor.at] === "'") quoted += readCharacter(cursor);
    else break;
  }
  return quoted;
}

/** What comes before any of the stops, without the blanks around it; stands on the stop afterwards. */
function readWord(cursor: Cursor, stops: string): string {
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !stops.includes(cursor.text[cursor.at] ?? '')) cursor.at++;
  return cursor.text.slice(start, cursor.at).trim();
}

function readArgument(cursor: Cursor): Token {
  cursor.at++; // {
  const name = readWord(cursor, ',}');
  if (readCharacter(cursor) === '}') return [name];
  const type = readWord(cursor, ',}');
  if (readCharacter(cursor) === '}' || !CASED.has(type)) {
    if (cursor.text[cursor.at - 1] !== '}') throw new Error(`Unsupported format in message: ${cursor.text}`);
    return [name, type];
  }
  const cases = readCases(cursor, type !== 'select');
  cursor.at++; // }
  return [name, type, cases];
}

function readCases(cursor: Cursor, counted: boolean): Record<string, unknown> {
  const cases: Record<string, unknown> = {};
  for (;;) {
    const key = readWord(cursor, '{}');
    if (cursor.text[cursor.at] !== '{') return cases;
    const offset = /^offset:\s*(\d+)\s*/.exec(key);
    if (offset) cases.offset = Number(offset[1]);
    cursor.at++; // {
    const tokens = readTokens(cursor, counted);
    cursor.at++; // }
    // An exact case is written =0 and kept as 0; a case of plain text is kept as text.
    const [only] = tokens;
    cases[key.replace(offset?.[0] ?? '', '').replace(/^=/, '')] =
      tokens.length === 0 ? '' : tokens.length === 1 && typeof only === 'string' && only !== '#' ? only : tokens;
  }
}
