import type postgres from 'postgres';
import type { Identity } from '../../support/act-as.ts';
import { callables, takenBy } from '../access/foreign/catalogue.ts';
import { readsOf } from '../access/foreign/cells.ts';
import { foreignFunctions } from '../access/foreign/functions.ts';
import { linesOf } from '../access/foreign/lines.ts';
import { tryAll } from '../access/foreign/probe.ts';
import type { Fact, Moment } from './model.ts';
import type { World } from './world.ts';

/**
 * Returns everything that a person can request: each granted relation, and each reading function for every booking
 * and territory.
 */
export async function everyRead(sql: postgres.Sql): Promise<string[]> {
  const bookings = await sql<{ id: string }[]>`select id from private.booking_facts`;
  const dates = await sql<{ day: string }[]>`select distinct quote_literal(service_date) as day from public.departures`;
  const rows = await sql<{ kind: string; id: string }[]>`
    select 'experience' as kind, id from public.experiences union all select 'transport', id from public.territory_transports
    union all select 'hold', id from private.holds`;
  const quoted = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => ({ value: `'${row.id}'` }));
  const values: Record<string, { value: string }[]> = {
    territory: [{ value: `'rio'` }, { value: `'lago'` }],
    booking: bookings.map(({ id }) => ({ value: `'${id}'` })),
    bookings: [{ value: `array[${bookings.map(({ id }) => `'${id}'`).join(', ')}]::uuid[]` }],
    service: [...quoted('experience'), ...quoted('transport')],
    experience: quoted('experience'),
    transport: quoted('transport'),
    hold: quoted('hold'),
    p_date: dates.map(({ day }) => ({ value: day })),
    p_from: [{ value: 'current_date - 30' }],
    p_to: [{ value: 'current_date + 60' }],
  };
  const reading = new Set(
    (
      await sql<
        { name: string }[]
      >`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 's'`
    ).map((row) => row.name),
  );
  reading.add('open_passport');
  const statements = (await readsOf(sql)).map((one) => one.statement);
  for (const { name, args } of await callables(sql)) {
    if (!reading.has(name)) continue;
    let calls: string[][] = [[]];
    for (const argument of args) {
      if (argument.optional) continue;
      const taken = takenBy(argument, linesOf(foreignFunctions, name)[0] ?? {});
      const plain = Array.isArray(taken) ? taken.map((value) => ({ value })) : [];
      const found = values[argument.name] ?? (typeof taken === 'string' ? (values[taken] ?? []) : plain);
      calls = calls.flatMap((given) => found.map(({ value }) => [...given, `${argument.name} => ${value}`]));
    }
    for (const given of calls) statements.push(`select * from public.${name}(${given.join(', ')})`);
  }
  return statements;
}

/** Returns what these people can read without permission, in words. Empty if it matches the model. */
export async function leaks(world: World, moment: Moment, readers: string[], statements: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of readers) {
    const id = world.people[name] ?? '';
    const identity: Identity = name === 'visitor' ? { role: 'anon' } : { role: 'authenticated', sub: id };
    const answers = await tryAll(
      world.fixture.db,
      identity,
      statements.map((statement) => ({ statement, write: false })),
    );
    // Two parties may have the same amount in one booking. Permission to read either is enough.
    const own = new Set(moment.facts.filter((fact) => moment.mayRead(id, fact)).map((fact) => fact.text));
    const foreign = moment.facts.filter((fact) => !own.has(fact.text));
    answers.forEach(({ text }, n) => {
      if (text.length < 4) return;
      for (const fact of foreign)
        if (holds(text, fact))
          found.push(`${name} reads the ${fact.kind} ${fact.text} of ${nameOf(world, fact.of)} by ${statements[n]}`);
    });
  }
  return found;
}

function holds(text: string, { kind, text: wanted }: Fact): boolean {
  if (!text.includes(wanted)) return false;
  return !['price', 'share'].includes(kind) || new RegExp(`(?<![\\d.])${wanted.replace('.', '\\.')}(?!\\d)`).test(text);
}

const nameOf = (world: World, id: string) =>
  Object.entries(world.people).find(([, person]) => person === id)?.[0] ?? id;
