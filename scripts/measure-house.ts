import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/**
 * Measures the code before and after a clean-up: files, lines, import cycles and long functions of each folder. `npx
 * tsx scripts/measure-house.ts [folder of a checkout] [--list]`; --list names each cycle, long function and long file.
 */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAX_FUNCTION_LINES = 60;
const MAX_FILE_LINES = 300;
const CODE = new Set(['.ts', '.tsx', '.js', '.mjs']);
const COUNTED = new Set([...CODE, '.sql', '.css', '.html']);
/** Each file belongs to the first folder that matches. */
const FOLDERS = [
  'src/app',
  'src/pages',
  'src/features',
  'src/ui',
  'src/lib',
  'src',
  'packages/local-server',
  'packages/local-supabase',
  'packages/stripe-emulator',
  'supabase/functions',
  'supabase/local',
  'supabase/migrations',
  'supabase/schemas',
  'supabase/seed',
  'supabase',
  'tests/bench',
  'tests/database',
  'tests/e2e',
  'tests/functions',
  'tests/stack',
  'tests',
  'scripts',
  '.',
];
/** Generated files and data, whose length doesn't matter. */
const GENERATED = ['src/types/database.ts', 'src/locales/', 'supabase/seed/media/', 'supabase/seed/content/'];

type LongFunction = { file: string; name: string; line: number; lines: number };
type Row = { files: number; lines: number; long: LongFunction[]; longFiles: string[]; circles: string[][] };
type Node = { type: string; start: number; end: number; [key: string]: unknown };

function trackedFiles(root: string): string[] {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return names
    .split('\0')
    .filter((name) => COUNTED.has(extname(name)) && existsSync(join(root, name)))
    .filter((name) => !GENERATED.some((prefix) => name.startsWith(prefix)));
}

const folderOf = (file: string): string =>
  FOLDERS.find((folder) => folder === '.' || file.startsWith(`${folder}/`)) ?? '.';

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const isFunction = (node: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

/** In test files, the tests are measured and not the blocks around them. */
function isTestGroup(node: Node, parent: Node | undefined): boolean {
  if (parent?.type !== 'CallExpression' || (parent.callee as Node) === node) return false;
  let callee = parent.callee as Node;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression')
    callee = (callee.type === 'MemberExpression' ? callee.object : callee.callee) as Node;
  const text = callee.name;
  const member = (parent.callee as Node).property as Node | undefined;
  return text === 'describe' || (text === 'test' && member?.name === 'describe');
}

function nameOf(parent: Node | undefined): string {
  const named = (parent?.id ?? parent?.key) as Node | undefined;
  if (typeof named?.name === 'string') return named.name;
  const [first] = (parent?.arguments as Node[] | undefined) ?? [];
  return typeof first?.value === 'string' ? first.value : 'anonymous';
}

/** Returns a file's functions that are longer than MAX_FUNCTION_LINES, and its imports. */
function readCode(file: string, text: string): { long: LongFunction[]; imports: string[] } {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const long: LongFunction[] = [];
  const imports: string[] = [];
  const visit = (node: Node, parent?: Node) => {
    const source = node.source as Node | undefined;
    if (
      /^(ImportDeclaration|ImportExpression|Export(All|Named)Declaration)$/.test(node.type) &&
      typeof source?.value === 'string'
    )
      imports.push(source.value);
    if (isFunction(node) && !isTestGroup(node, parent)) {
      const line = lineAt(node.start);
      const lines = lineAt(node.end) - line + 1;
      const name = (node.id as Node | null)?.name ?? nameOf(parent);
      if (lines > MAX_FUNCTION_LINES) long.push({ file, name: String(name), line, lines });
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program as unknown as Node);
  return { long, imports };
}

/** Returns the imported file, or undefined for a package. Type imports count, because they couple files as well. */
function resolveImport(from: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  const base = specifier.startsWith('.')
    ? join(dirname(from), specifier)
    : specifier.replace(/^@\//, 'src/').replace(/^@territorio\/([\w-]+)\//, 'packages/$1/src/');
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end).find((name) => files.has(name));
}

/** Returns Tarjan's strongly connected components with at least two files. */
function findCircles(graph: ReadonlyMap<string, string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const connect = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) connect(next);
      const reach = stack.includes(next) ? lowest.get(next) : undefined;
      if (reach !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? reach, reach));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort((a, b) => a.localeCompare(b)));
  };
  for (const file of graph.keys()) if (!order.has(file)) connect(file);
  return circles;
}

function measure(root: string): Map<string, Row> {
  const rows = new Map<string, Row>(
    FOLDERS.map((folder) => [folder, { files: 0, lines: 0, long: [], longFiles: [], circles: [] }]),
  );
  const files = trackedFiles(root);
  const known = new Set(files);
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const row = rows.get(folderOf(file));
    if (!row) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n').length - 1;
    row.files += 1;
    row.lines += lines;
    if (!CODE.has(extname(file))) continue;
    if (lines > MAX_FILE_LINES) row.longFiles.push(`${file} ${lines}`);
    const { long, imports } = readCode(file, text);
    row.long.push(...long);
    graph.set(
      file,
      imports.map((specifier) => resolveImport(file, specifier, known)).filter((name) => name !== undefined),
    );
  }
  for (const circle of findCircles(graph)) rows.get(folderOf(circle[0] ?? ''))?.circles.push(circle);
  return rows;
}

function printTable(rows: ReadonlyMap<string, Row>): void {
  const line = (cells: (string | number)[]) => console.info(`| ${cells.join(' | ')} |`);
  line(['folder', 'files', 'lines', 'circles of imports', 'functions over 60 lines', 'files over 300 lines']);
  line(['---', '--:', '--:', '--:', '--:', '--:']);
  const cellsOf = (row: Row) => [row.files, row.lines, row.circles.length, row.long.length, row.longFiles.length];
  const total = [0, 0, 0, 0, 0];
  for (const [folder, row] of rows) {
    if (row.files === 0) continue;
    const cells = cellsOf(row);
    cells.forEach((value, index) => {
      total[index] = (total[index] ?? 0) + value;
    });
    line([folder === '.' ? 'the rest' : folder, ...cells]);
  }
  line(['in all', ...total]);
}

function printDetails(rows: ReadonlyMap<string, Row>): void {
  for (const { circles, long, longFiles } of rows.values()) {
    for (const circle of circles) console.info(`circle: ${circle.join(', ')}`);
    for (const { file, name, line, lines } of long) console.info(`function: ${file}:${line} ${name} ${lines}`);
    for (const file of longFiles) console.info(`file: ${file}`);
  }
}

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const root = folder ? relative(process.cwd(), folder) || '.' : PROJECT;
const rows = measure(root);
printTable(rows);
if (process.argv.includes('--list')) printDetails(rows);
