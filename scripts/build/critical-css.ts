import { type Declaration, parse, type Selector, type Statement } from './css-statements.ts';

/**
 * The rules of the stylesheet that a page's HTML can match, to stand in the page itself: it is painted before the
 * stylesheet is there. A rule stays if every element, class and id that it names is in the HTML, whatever else it asks; so
 * what the page needs is never missing. What is only for a pointer or for paper waits for the stylesheet, and so do
 * variables, animations and types of properties that nothing of the page uses: with them, the HTML of a page would not fit
 * into what a server sends before it waits for an answer (some 14 KB).
 */
export function criticalCss(css: string, html: string): string {
  if (parsed?.css !== css) parsed = { css, statements: parse(css) };
  const kept = matching(parsed.statements, seenIn(html));
  return print(withoutUnused(kept, html));
}

/** One stylesheet serves all pages: it is read once. */
let parsed: { css: string; statements: Statement[] } | null = null;

/** Classes that scripts/the person's browser put on the page before the first paint. */
const SET_BEFORE_PAINT = ['dark', 'known-person', 'other-page'];

interface Seen {
  names: Set<string>;
  tags: Set<string>;
}

function seenIn(html: string): Seen {
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
  return { names, tags: new Set(Array.from(html.matchAll(/<([a-z][\w-]*)/gi), ([, tag = '']) => tag.toLowerCase())) };
}

const NOT_ON_A_SCREEN = /^@media (?:print|\(hover:\s*hover\))$/;

const canMatch = ({ names, tags, forPointer }: Selector, seen: Seen): boolean =>
  !forPointer && names.every((name) => seen.names.has(name)) && tags.every((tag) => seen.tags.has(tag.toLowerCase()));

function matching(statements: readonly Statement[], seen: Seen): Statement[] {
  return statements.flatMap((statement): Statement[] => {
    if (statement.kind === 'text') return [statement];
    if (statement.kind === 'group') {
      const inner = NOT_ON_A_SCREEN.test(statement.head) ? [] : matching(statement.inner, seen);
      return inner.length > 0 ? [{ ...statement, inner }] : [];
    }
    const selectors = statement.selectors.filter((selector) => canMatch(selector, seen));
    return selectors.length > 0 ? [{ ...statement, selectors }] : [];
  });
}

const USE = /var\(\s*(--[\w-]+)/g;
const usesOf = (text: string): string[] => Array.from(text.matchAll(USE), ([, name = '']) => name);

const declarationsOf = (statements: readonly Statement[]): Declaration[] =>
  statements.flatMap((statement) => {
    if (statement.kind === 'group') return declarationsOf(statement.inner);
    return statement.kind === 'rule' ? statement.body : [];
  });

/** The variables that the page uses, by way of others too. */
function usedVariables(declarations: readonly Declaration[], html: string): Set<string> {
  const uses = new Map<string, string[]>();
  const used = new Set<string>(usesOf(html));
  for (const { property, text } of declarations) {
    if (!property.startsWith('--')) for (const name of usesOf(text)) used.add(name);
    else uses.set(property, [...(uses.get(property) ?? []), ...usesOf(text)]);
  }
  // A set is walked to its end, with what is added on the way.
  for (const name of used) for (const next of uses.get(name) ?? []) used.add(next);
  return used;
}

/** Keyframes and property types are text of this kind: their head names what they are for. */
const FOR_A_NAME = /^@(keyframes|property)\s+(\S+)/;

function withoutUnused(statements: readonly Statement[], html: string): Statement[] {
  const all = declarationsOf(statements);
  const used = usedVariables(all, html);
  const isUsed = ({ property }: Declaration) => !property.startsWith('--') || used.has(property);
  const spoken = all
    .filter(isUsed)
    .map(({ text }) => text)
    .join(' ');
  const prune = (list: readonly Statement[]): Statement[] =>
    list.flatMap((statement): Statement[] => {
      if (statement.kind === 'text') {
        const [, kind, name = ''] = FOR_A_NAME.exec(statement.head) ?? [];
        if (kind === 'property') return used.has(name) ? [statement] : [];
        return kind === 'keyframes' && !new RegExp(`[\\s:,]${name}(?![\\w-])`).test(spoken) ? [] : [statement];
      }
      if (statement.kind === 'group') {
        const inner = prune(statement.inner);
        return inner.length > 0 ? [{ ...statement, inner }] : [];
      }
      const body = statement.body.filter(isUsed);
      return body.length > 0 ? [{ ...statement, body }] : [];
    });
  return prune(statements);
}

function print(statements: readonly Statement[]): string {
  return statements
    .map((statement) => {
      if (statement.kind === 'text') return statement.text;
      if (statement.kind === 'group') return `${statement.head}{${print(statement.inner)}}`;
      return `${statement.selectors.map(({ text }) => text).join(',')}{${statement.body.map(({ text }) => text).join(';')}}`;
    })
    .join('');
}
