import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { answerHelp } from './help.ts';
import { checkHosted } from './setup-hosted/checks.ts';
import { readEnvFile, writeEnvFile } from './setup-hosted/env-file.ts';
import {
  BUILD_SETTINGS,
  FUNCTION_SETTINGS,
  problemOf,
  problemsOf,
  type Setting,
  type Values,
} from './setup-hosted/settings.ts';

/**
 * `npm run setup:hosted`: asks for a hosted project's settings, writes them into supabase/functions/.env and
 * .env.hosted, checks them, and lists the remaining manual steps. Can be repeated: correct values stay.
 */
const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const FUNCTIONS = { file: fileAt('supabase/functions/.env'), settings: FUNCTION_SETTINGS };
const BUILD = { file: fileAt('.env.hosted'), settings: BUILD_SETTINGS };
const SETTINGS = [...FUNCTIONS.settings, ...BUILD.settings];
const BUILD_TEMPLATE =
  '# What the pages of the hosted site are built with; all of it is public. Load it: set -a; . ./.env.hosted; set +a\n';

/** Asks until the answer is valid. An empty one takes the default, or omits an optional value. */
async function answerTo(setting: Setting, known: Values, terminal: Interface): Promise<string> {
  const proposed = setting.proposed?.(known) ?? '';
  for (;;) {
    const typed = await terminal.question(`${setting.question}${proposed ? ` [${proposed}]` : ''}: `);
    const value = typed.trim() || proposed;
    const problem = problemOf(setting, value);
    if (!problem) return value;
    console.info(`  ${problem}`);
  }
}

/** Returns the values, after asking for missing or wrong ones, or null without a terminal. */
async function complete(values: Values): Promise<Values | null> {
  const known = { ...values };
  // Values on which others depend come first.
  const ordered = SETTINGS.toSorted((a, b) => Number(Boolean(a.proposed)) - Number(Boolean(b.proposed)));
  const problems = problemsOf(ordered, known);
  if (problems.length === 0) return known;
  if (!process.stdin.isTTY) {
    for (const { setting, problem } of problems) console.info(`${setting.name}: ${problem}`);
    console.info(
      'Run this in a terminal, which asks for them, or write them into supabase/functions/.env and .env.hosted.',
    );
    return null;
  }
  // Optional values are asked for once, with the rest.
  const isFirst = Object.keys(values).length === 0;
  const wrong = new Map(problems.map(({ setting, problem }) => [setting, problem]));
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  for (const setting of ordered.filter((one) => wrong.has(one) || (isFirst && one.optional))) {
    if (known[setting.name]) console.info(`${setting.name} is wrong: ${wrong.get(setting)}`);
    known[setting.name] = await answerTo(setting, known, terminal);
  }
  terminal.close();
  return known;
}

const only = (settings: readonly Setting[], values: Values): Values =>
  Object.fromEntries(settings.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));

function write(values: Values): void {
  const example = readFileSync(`${FUNCTIONS.file}.example`, 'utf8');
  const wrote = [
    writeEnvFile(FUNCTIONS.file, example, only(FUNCTIONS.settings, values)) ? 'supabase/functions/.env' : null,
    writeEnvFile(BUILD.file, BUILD_TEMPLATE, only(BUILD.settings, values)) ? '.env.hosted' : null,
  ].filter(Boolean);
  console.info(wrote.length > 0 ? `\nWrote ${wrote.join(' and ')}.` : '\nBoth files are as they should be.');
}

async function run(): Promise<boolean> {
  const values = await complete({ ...readEnvFile(BUILD.file), ...readEnvFile(FUNCTIONS.file) });
  if (!values) return false;
  write(values);
  const checks = await checkHosted(values, process.env.SUPABASE_ACCESS_TOKEN);
  for (const { what, todo } of checks) console.info(todo ? `✗ ${what}\n    ${todo}` : `✓ ${what}`);
  return checks.every(({ todo }) => todo === null);
}

answerHelp(`npm run setup:hosted: asks for what a hosted project needs, writes it into supabase/functions/.env and .env.hosted, looks whether
it fits, and says what is left to do. SUPABASE_ACCESS_TOKEN lets it look at the project's settings too.`);
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  // Ctrl-C or Ctrl-D ends the questions. The files are written after the last answer.
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
  console.info('\nStopped; nothing was written.');
  process.exitCode = 1;
}
