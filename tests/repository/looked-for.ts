import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const BY_TEXT = /^(?:get|query|find)(?:All)?By(?:Text|Label|LabelText|Placeholder|PlaceholderText|Title|AltText)$/;
const SHOWS = /^to(?:HaveText|ContainText|HaveTextContent|HaveAccessibleName)$/;
const OPTIONS = ['name', 'hasText', 'label'];
/** As an option, `name` can belong to anything. Only elements found by role have a visible one. */
const TAKES_OPTIONS = /^(?:get|query|find)(?:All)?ByRole$|^filter$|^selectOption$/;

const nameOf = (callee: unknown): string => {
  const property = isNode(callee) && callee.type === 'MemberExpression' ? callee.property : callee;
  return isNode(property) ? String(property.name ?? '') : '';
};

/** Returns the runs of plain text in a regular expression. */
const plainParts = ({ source }: RegExp): string[] =>
  source.replace(/\\([^a-zA-Z0-9])/g, '$1').split(/\.\*|\.\+|[\^$*+?()[\]|]|\\[a-zA-Z]|\{\d/);

const textsOf = (node: unknown): string[] => {
  if (!isNode(node) || node.type !== 'Literal') return [];
  if (node.value instanceof RegExp) return plainParts(node.value);
  return typeof node.value === 'string' ? [node.value] : [];
};

/** Returns the texts that a test looks for, and its other strings. */
export function textsIn(file: string): { lookedFor: string[]; others: string[] } {
  const lookedFor: string[] = [];
  const others: string[] = [];

  function visitAll(nodes: readonly unknown[], visitOne = visit): void {
    for (const node of nodes) visitOne(node);
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) visitAll(node);
    else if (isNode(node) && node.type === 'CallExpression') visitCall(node);
    else if (isNode(node) && node.type !== 'ImportDeclaration') {
      if (node.type === 'Literal' && typeof node.value === 'string') others.push(node.value);
      if (node.type === 'TemplateElement') others.push(String((node.value as { cooked?: string }).cooked));
      if (node.type === 'JSXText') others.push(String(node.value));
      visitAll(Object.values(node).filter((child) => typeof child === 'object'));
    }
  }

  function visitCall({ callee, arguments: args }: Node): void {
    const called = nameOf(callee);
    const [first, ...rest] = args as Node[];
    visit(callee);
    const isLookedFor = (BY_TEXT.test(called) || SHOWS.test(called)) && first?.type === 'Literal';
    if (isLookedFor) lookedFor.push(...textsOf(first));
    else visitAll(first ? [first] : [], TAKES_OPTIONS.test(called) ? visitOptions : visit);
    visitAll(rest, TAKES_OPTIONS.test(called) ? visitOptions : visit);
  }

  function visitOptions(node: unknown): void {
    if (!isNode(node) || node.type !== 'ObjectExpression') {
      visit(node);
      return;
    }
    for (const property of node.properties as Node[]) {
      const { name = '' } = (property.key ?? {}) as { name?: string };
      const texts = OPTIONS.includes(name) ? textsOf(property.value) : [];
      lookedFor.push(...texts);
      if (texts.length === 0) visit(property);
    }
  }

  visit(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return { lookedFor, others };
}
