import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/**
 * The texts that tests expect: their strings and the plain text of their regular expressions, without titles,
 * imports and comments.
 */
export type Tested = Set<string>;

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Recognises `it('…')`, `test.skip('…')` and `it.each(…)('…')`, whose first argument is a title, not an expected
 * text.
 */
function isTitled(call: Node): boolean {
  let callee: unknown = call.callee;
  while (isNode(callee)) {
    if (callee.type === 'Identifier') return ['it', 'test', 'describe'].includes(String(callee.name));
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  }
  return false;
}

function collect(node: unknown, into: Tested): void {
  if (Array.isArray(node)) {
    for (const one of node) collect(one, into);
    return;
  }
  if (!isNode(node) || node.type === 'ImportDeclaration') return;
  if (node.type === 'Literal') {
    if (typeof node.value === 'string') into.add(node.value);
    else if (node.value instanceof RegExp) for (const part of plainParts(node.value)) into.add(part);
    return;
  }
  if (node.type === 'JSXText') into.add(String(node.value).trim());
  if (node.type === 'TemplateElement') into.add((node.value as { cooked?: string }).cooked ?? '');
  if (node.type === 'CallExpression' && isTitled(node)) {
    // The title is skipped, but the rows of `it.each(rows)` are not.
    const args = node.arguments as Node[];
    const title = args[0];
    collect(typeof title?.value === 'string' || title?.type === 'TemplateLiteral' ? args.slice(1) : args, into);
    collect(node.callee, into);
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'type' && typeof child === 'object') collect(child, into);
  }
}

/** Reads all tests below the folders, except those of this one. */
export function testedStrings(folders: readonly string[]): Tested {
  const into: Tested = new Set();
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(test|spec)\.tsx?$/.test(file) || file.startsWith('catalogue/')) continue;
      collect(parseAst(readFileSync(join(folder, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }), into);
    }
  }
  return into;
}

const words = (text: string): string => text.replace(/’/g, "'").replace(/\s+/g, ' ').trim();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Returns the runs of plain text in a regular expression. */
const plainParts = ({ source }: RegExp): string[] =>
  source.replace(/\\([^a-zA-Z0-9])/g, '$1').split(/\.\*|\.\+|[\^$*+?()[\]|]|\\[a-zA-Z]|\{\d/);

/**
 * Returns whether a test expects the text: whole, as part of a longer one, or most of it. `all` contains the other
 * texts, to distinguish it from them.
 */
export function names(tested: Tested, text: string, all: readonly string[]): boolean {
  const wanted = words(text);
  const fixed = wanted.split(/\{[^}]*\}/);
  const whole = new RegExp(fixed.map(escaped).join('.{1,60}'));
  const longer = all.map(words).filter((other) => other !== wanted && other.includes(wanted));
  for (const one of tested) {
    const said = longer.reduce((rest, other) => rest.replaceAll(other, ''), words(one));
    if (whole.test(said)) return true;
    if (said.length >= 0.6 * wanted.length && (wanted.includes(said) || fixed.includes(said))) return true;
  }
  return false;
}
