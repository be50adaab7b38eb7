import type postgres from 'postgres';
import type { TestDatabase } from '../../../support/database.ts';
import { type Argument, type Callable, callables, isKind, takenBy, type Writable, writables } from './catalogue.ts';
import { type Line, type Lines, linesOf, type May, type TableLines } from './lines.ts';
import { type Outcome, tryAll } from './probe.ts';
import { TARGETS, type Target } from './targets.ts';
import { CALLERS, type Caller, identityOf, SECRETS } from './world.ts';

/** One call or statement against one foreign target. Each is tried by every caller. */
export type Attempt = {
  name: string;
  statement: string;
  write: boolean;
  /** Undefined if no target belongs to another person. Then only the answer is checked. */
  may: ReadonlySet<Caller> | undefined;
  conflict: ReadonlySet<Caller>;
  reads: readonly string[];
};

function allowed(may: May | undefined, target: string, variant = ''): ReadonlySet<Caller> {
  const last = target.split(' + ').at(-1) ?? '';
  const by =
    typeof may === 'object'
      ? (may[`${target} | ${variant}`] ?? may[target] ?? may[last] ?? may['*'] ?? '')
      : (may ?? '');
  if (by === 'all') return new Set(CALLERS);
  if (by === 'signed-in') return new Set(CALLERS.filter((caller) => caller !== 'anon'));
  return new Set(
    by
      .split(' ')
      .filter(Boolean)
      .map((name) => {
        const caller = CALLERS.find((one) => one === name);
        if (!caller) throw new Error(`Unknown caller ${name}`);
        return caller;
      }),
  );
}

type Given = { targets: Target[]; values: Record<string, string>; also: Record<string, string>; variant: string[] };

/** Returns every combination of targets and values. */
function combinations(args: Argument[], line: Line): Given[] {
  let all: Given[] = [{ targets: [], values: {}, also: {}, variant: [] }];
  for (const argument of args) {
    const taken = takenBy(argument, line);
    if (taken === undefined) continue;
    all = all.flatMap((given) =>
      isKind(taken)
        ? (TARGETS[taken] as Target[]).map((target) => ({
            ...given,
            targets: [...given.targets, target],
            values: { ...given.values, [argument.name]: target.value },
            also: { ...given.also, ...target.also },
          }))
        : taken.map((value) => ({
            ...given,
            values: { ...given.values, [argument.name]: value },
            variant: taken.length > 1 ? [...given.variant, value] : given.variant,
          })),
    );
  }
  return all;
}

function callsOf({ name, args }: Callable, line: Line): Attempt[] {
  return combinations(args, line).map(({ targets, values, also, variant }) => {
    const given = args.flatMap((argument) => {
      const value = values[argument.name] ?? also[argument.name];
      return value === undefined ? [] : [`${argument.name} => ${value}`];
    });
    const target = targets.map((one) => one.name).join(' + ') || 'everything';
    return {
      name: [name, target, ...variant].join(' | '),
      statement: `select * from public.${name}(${given.join(', ')})`,
      write: false,
      may: targets.every((one) => one.own) ? undefined : allowed(line.may, target, variant.join(' | ')),
      conflict: allowed(line.conflict, target, variant.join(' | ')),
      reads: line.reads ?? [],
    };
  });
}

function writesOf({ table, op, columns }: Writable, line: TableLines[string]): Attempt[] {
  const write = (kind: 'insert' | 'update' | 'delete' | 'move', target: string, statement: string): Attempt => ({
    name: `${kind} ${table} | ${target}`,
    statement,
    write: true,
    may: allowed(line.may?.[kind], target),
    conflict: new Set(),
    reads: [],
  });
  if (op === 'insert')
    return Object.entries(line.insert ?? {}).map(([target, row]) => write(op, target, `insert into ${table} ${row}`));
  const rows = Object.entries(line.rows);
  if (op === 'delete') return rows.map(([target, where]) => write(op, target, `delete from ${table} where ${where}`));
  const same = columns.map((column) => `${column} = ${column}`).join(', ');
  return [
    ...rows.map(([target, where]) => write(op, target, `update ${table} set ${same} where ${where}`)),
    ...Object.entries(line.move ?? {}).map(([target, set]) => write('move', target, `update ${table} ${set}`)),
  ];
}

/**
 * Returns each relation that everyone can read without naming a target, with its columns readable through the API.
 */
export async function readsOf(sql: postgres.Sql): Promise<Attempt[]> {
  const rows = await sql<{ table: string; columns: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where (n.nspname in ('public', 'private') or c.oid = 'storage.objects'::regclass) and c.relkind in ('r', 'p', 'v', 'm')
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    group by 1 order by 1`;
  return rows.map(({ table, columns }) => ({
    name: `select ${table}`,
    statement: `select ${columns} from ${table}`,
    write: false,
    may: undefined,
    conflict: new Set(),
    reads: [],
  }));
}

export async function attemptsOf(sql: postgres.Sql, lines: Lines, tableLines: TableLines): Promise<Attempt[]> {
  const calls = (await callables(sql)).flatMap((callable) =>
    linesOf(lines, callable.name).flatMap((line) => callsOf(callable, line)),
  );
  const writes = (await writables(sql)).flatMap((writable) => {
    const line = tableLines[writable.table];
    return line ? writesOf(writable, line) : [];
  });
  return [...calls, ...writes, ...(await readsOf(sql))];
}

/**
 * Returns the minimum number of cells: each function with each foreign target of its arguments and each grant with
 * each row, times the callers.
 */
export async function leastCells(sql: postgres.Sql, lines: Lines): Promise<number> {
  let count = 0;
  for (const { name, args } of await callables(sql)) {
    for (const line of linesOf(lines, name)) {
      const kinds = args.map((argument) => takenBy(argument, line)).filter(isKind);
      count += kinds.reduce((product, kind) => product * TARGETS[kind].length, 1);
    }
  }
  return (count + (await writables(sql)).length) * CALLERS.length;
}

/** Returns every cell that differs from its expectation, described in words, and the number of cells. */
export async function tryCells(
  database: TestDatabase,
  attempts: Attempt[],
): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = [];
  for (const caller of CALLERS) {
    const outcomes = await tryAll(database, identityOf(caller), attempts);
    for (const [n, outcome] of outcomes.entries()) wrong.push(...judge(caller, attempts[n] as Attempt, outcome));
  }
  return { cells: attempts.length * CALLERS.length, wrong };
}

function judge(caller: Caller, attempt: Attempt, { state, text, changed }: Outcome): string[] {
  const found: string[] = [];
  const leaked = SECRETS.filter(
    (one) =>
      text.includes(one.text) &&
      !one.readers.includes(caller) &&
      !attempt.reads.some((what) => one.what.startsWith(what)),
  );
  for (const { what } of leaked) found.push(`${caller}: ${attempt.name} reads the ${what}`);
  if (!attempt.may) return found;
  const was = endOf(state, text, changed);
  const should = attempt.may.has(caller) ? 'go through' : attempt.conflict.has(caller) ? 'conflict' : 'be refused';
  if (was !== should)
    found.push(
      `${caller}: ${attempt.name} should ${should}, was: ${state} ${text.slice(0, 120)} ${changed.join(' ')}`.trimEnd(),
    );
  return found;
}

const REFUSED = /^(42501|PT40[0134]|PT410|PT429)$/;

/** Returns the outcome, or undefined for an error that isn't one of our rules. */
function endOf(state: string, text: string, changed: string[]): 'go through' | 'conflict' | 'be refused' | undefined {
  if (state === 'answer') {
    const answer: unknown = JSON.parse(text);
    if (changed.length > 0) return 'go through';
    if (/"code":"PT409"/.test(JSON.stringify(answer))) return 'conflict';
    return isEmpty(answer) || isRefusal(answer) ? 'be refused' : 'go through';
  }
  if (REFUSED.test(state)) return 'be refused';
  return state === 'PT409' ? 'conflict' : undefined;
}

/** Check-in returns its refusals instead of raising them, because a failed attempt is counted. */
function isRefusal(answer: unknown): boolean {
  return /"code":"PT4/.test(JSON.stringify(answer));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (value !== null && typeof value === 'object') return Object.values(value).every(isEmpty);
  return value === null || value === '' || value === false || value === 0;
}
