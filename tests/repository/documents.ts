import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Returns a file's text, or null if it doesn't exist. */
type Reader = (file: string) => string | null;

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', '.data', 'test-results', 'playwright-report', 'coverage']);

/** Returns the repository's files, without installed or generated ones. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(folder || '.', { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return repositoryFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Returns a document without fenced code, where a `#` is not a heading and a bracket not a link. */
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

const headings = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) => title.replaceAll(/[`*]/g, ''));

/** Returns the anchors of a document's headings, as on GitHub. */
export function headingAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const title of headings(text)) {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const base = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns a document's broken relative links. */
export function brokenLinks(file: string, text: string, read: Reader): string[] {
  const plain = withoutCode(text).replaceAll(/`[^`\n]*`/g, '');
  const targets = [
    ...[...plain.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, target = '']) => target),
    ...[...plain.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target),
  ];
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#', 2);
      const found = path === '' ? text : (read(resolveFrom(file, path)) ?? emptyFolder(resolveFrom(file, path)));
      return found === null || (anchor !== undefined && !headingAnchors(found).has(anchor));
    })
    .map((target) => `${file}: ${target}`);
}

const resolveFrom = (file: string, path: string): string => normalize(join(dirname(file), decodeURI(path)));

/** Returns missing paths of the repository in backticks. Variable parts are written with `{…}`, `*`, `…` or NN. */
export function brokenPaths(file: string, text: string, exists: (path: string) => boolean): string[] {
  return [...withoutCode(text).matchAll(/`((?:src|supabase|scripts|tests|docs|public|\.github|\.githooks)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[{}*<>…]|NN/.test(path) && !exists(path))
    .map((path) => `${file}: ${path}`);
}

/** Returns an empty text if the path is a folder, which exists and has no headings. */
function emptyFolder(path: string): string | null {
  try {
    readdirSync(path);
    return '';
  } catch {
    return null;
  }
}

/**
 * Returns broken mentions of documents in text. A mention is `docs/….md`, or a decision's number. It may name a
 * heading after a comma, quoted or not: `docs/rules/booking.md, Cancelling`.
 */
export function brokenMentions(file: string, text: string, read: Reader): string[] {
  return text.split('\n').flatMap((line, at) => {
    const mentions = [
      ...line.matchAll(
        /(?<![\w/.-])docs\/[\w./-]*?(?:\.md\b|decisions\/\d{4}(?![\w-]))(?:, "[^"]+"|, [A-Z][^."()]*)?/g,
      ),
    ];
    return mentions.filter(([mention]) => isBroken(mention, read)).map(([mention]) => `${file}:${at + 1}: ${mention}`);
  });
}

function isBroken(mention: string, read: Reader): boolean {
  const [path = '', ...rest] = mention.split(', ');
  const document = read(path) ?? decision(path, read);
  if (document === null) return true;
  const named = rest.join(', ').replaceAll('"', '').trim();
  // The sentence may continue after the heading: "docs/rules/booking.md, Cancelling and its deadlines".
  return named !== '' && !headings(document).some((title) => named === title || named.startsWith(title));
}

function decision(path: string, read: Reader): string | null {
  const number = /^docs\/decisions\/(\d{4})$/.exec(path)?.[1];
  const name = number && readdirSync('docs/decisions').find((entry) => entry.startsWith(number));
  return name ? read(`docs/decisions/${name}`) : null;
}

/** Placeholders are written in several ways: `{n}`, `<0>…</0>`, `%s`. */
const pattern = (text: string): string =>
  text
    .replaceAll(/\\"/g, '"')
    .replaceAll(/\{[^{}]*\}|<\/?\d+\/?>|%s/g, '{}')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns a plural's forms with `{n}`, as documents write it. */
const plurals = (text: string): string[] =>
  [...text.matchAll(/\b(?:one|other) \{([^{}]*)\}/g)].map(([, one = '']) => one.replaceAll('#', '{n}'));

/** Returns texts in single quotes that are in none of the sources. */
export function unknownTexts(document: string, sources: string[]): string[] {
  const source = sources.join('\n').replaceAll(/"\n"/g, '');
  const known = pattern([source, ...plurals(source)].join('\n'));
  const quoted = document.replaceAll(/\s+/g, ' ').matchAll(/(?<!\w)'([\p{Lu}{\d][^']{2,}?)'(?!\w)/gu);
  return [...new Set([...quoted].map(([, text = '']) => text))].filter((text) => !known.includes(pattern(text)));
}
