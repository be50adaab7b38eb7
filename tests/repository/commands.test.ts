// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../scripts/nightly/commands.ts';
import { isMissed, isWorse } from '../../scripts/nightly/figures.ts';
import { repositoryFiles } from './documents.ts';
import { importsOf, sourceFiles, specifiersOf } from './imports.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const names = Object.keys(scripts);
/** Scripts that npm runs after an installation. */
const HOOKS = ['prepare'];
/** Scripts that `npm run test:all` runs, or that run the others. */
const isSuite = (name: string) => /^test(?!:mutation)|^nightly$/.test(name);

const programs = Object.values(scripts).flatMap((script) => script.match(/[\w/.-]+\.ts\b/g) ?? []);
const dock = sourceFiles(['tests/bench/dock']).filter((file) => file.endsWith('.spec.ts'));
const entries = [...programs.filter((file) => !file.endsWith('.config.ts')), ...dock];

/** Returns a program with its imports, recursively. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached) for (const { to } of importsOf([file])) reached.add(to);
  return reached;
}
const knowsVitest = (file: string) => specifiersOf(read(file)).some((specifier) => /^vitest(\/|$)/.test(specifier));

it('no command imports a test or Vitest, which stops it outside of a run', () => {
  expect(entries).toContain('tests/bench/index.ts');
  const wrong = entries.flatMap((entry) =>
    [...reachedFrom(entry)]
      .filter((file) => knowsVitest(file) || file.endsWith('.test.ts'))
      .map((file) => `${entry} → ${file}`),
  );
  expect(wrong).toEqual([]);
  expect([...reachedFrom('tests/support/stack.global.ts')].filter(knowsVitest)).not.toEqual([]);
});

/**
 * Loads the commands' imports, then the benchmarks with `--help`, in one process, because starting many would take
 * a minute.
 */
const LOAD = `
  for (const file of process.argv.splice(1, Infinity, 'bench', '--help')) await import(file);
  await import('./tests/bench/index.ts');`;

it("the commands' imports load outside of a test, and the benchmarks show their usage", {
  timeout: 120_000,
}, () => {
  // Playwright loads those of the dock, with its configuration.
  const programs = entries.filter((file) => !file.endsWith('.spec.ts'));
  const files = new Set(importsOf(programs).map(({ to }) => pathToFileURL(to).href));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', LOAD, ...files],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^npm run bench -- \[part …\]/);
  expect(status).toBe(0);
});

const mentioned = (text: string) =>
  [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);

it('each script that a document names exists', () => {
  const documents = repositoryFiles().filter((file) => file.endsWith('.md') || file.endsWith('.yml'));
  const unknown = documents.flatMap((file) =>
    mentioned(read(file))
      .filter((name) => !names.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
  expect(mentioned('`npm run bench:chaos -- --slow=3`')).toEqual(['bench:chaos']);
});

it("each script is in the README's table of commands", () => {
  const rows = read('README.md').match(/^\| `npm .*$/gm) ?? [];
  const told = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, text = '']) => text.replace(/^npm (run )?/, ''));
  expect(names.filter((name) => !HOOKS.includes(name) && !told.includes(name))).toEqual([]);
});

it('each script is run by the nightly run, or is a suite', () => {
  const run = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
  expect(names.filter((name) => !HOOKS.includes(name) && !isSuite(name) && !run.has(name))).toEqual([]);
});

it('the paths in the examples of CONTRIBUTING exist', () => {
  const files = repositoryFiles();
  const fences = (read('CONTRIBUTING.md').match(/^```sh\n[\s\S]*?^```/gm) ?? []).join('\n');
  const paths = fences.match(/(?<=\s)(?:src|tests|scripts|supabase)\/\S+/g) ?? [];
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))).toEqual([]);
});

it('the nightly run reports a figure that got worse by more than a fifth, and a missed target', () => {
  const less = (value: number, aim = 2) => ({ name: 'a', value, aim, better: 'less' as const });
  const more = (value: number) => ({ name: 'a', value, aim: 0.5, better: 'more' as const });
  expect([isWorse(less(1.3), less(1)), isWorse(less(1.1), less(1)), isWorse(less(0.5), less(1))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isWorse(more(0.25), more(0.39)), isWorse(more(0.35), more(0.39)), isWorse(more(0.5), more(0.39))]).toEqual([
    true,
    false,
    false,
  ]);
  // A difference of zero has no meaningful fifth.
  expect([isWorse(less(0.4, 0.5), less(0, 0.5)), isWorse(less(0.6, 0.5), less(0, 0.5))]).toEqual([false, true]);
  expect([isMissed(less(2.1)), isMissed(less(2)), isMissed(more(0.25)), isMissed(more(0.5))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
