/** HTML that is safe to put into a mail. Made only by the `html` tag below: what people wrote is escaped by construction. */
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

/** A piece of HTML. Values are escaped, pieces are not; null, undefined and false are nothing. */
export function html(literals: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(literals.reduce((text, literal, i) => text + escaped(values[i - 1]) + literal));
}

/** Text as somebody wrote it, without what no mail can carry (control characters) or what turns the line around (bidi overrides). */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** For a subject or a greeting: one line, and not too long. */
export function oneLine(text: string | null | undefined, length = 80): string {
  const line = cleanText((text ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replace(/[\u200b\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : line;
}
