/** HTML that is safe for an email. Only the `html` tag below creates it, which escapes all user text. */
export class Html {
  constructor(readonly markup: string) {}
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(value: Part): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(escaped).join('');
  if (value === null || value === undefined || value === false) return '';
  return cleanText(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Builds a piece of HTML. Values are escaped, and pieces aren't. Null, undefined and false are omitted. */
export function html(literals: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(literals.reduce((text, literal, i) => text + escaped(values[i - 1]) + literal));
}

/** Returns user text without control characters and those that change the text direction. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** Returns one line of limited length, for a subject or greeting. */
export function oneLine(text: string | null | undefined, length = 80): string {
  const line = cleanText((text ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replace(/[\u200b\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : line;
}
