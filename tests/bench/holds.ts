import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { waiverVersion } from '../../src/features/booking/waiver/version.ts';
import { type LargeSizes, largeId } from '../../supabase/seed/large.ts';
import { costOfHold } from './hold-cost.ts';
import { interleave, median, medianRatio, milliseconds } from './measure.ts';
import { type Line, ratio } from './report.ts';
import { connect, request } from './requests.ts';

const CLIENTS = 16;
const REQUESTS = 400;
const ROUNDS = 9;
const AIM = 0.5;
const SPREAD = 100;

interface Departure {
  id: string;
  experience: string;
  timeslot: string;
  date: string;
}

/**
 * Measures holds per second through create_hold, each by another user, against a bare update of one row of the same
 * shape, with the same clients, concurrency and transaction.
 */
export async function benchHolds(url: string, sizes: LargeSizes): Promise<Line[]> {
  const sql = connect(url, CLIENTS);
  try {
    const departures = await prepare(sql);
    const users = Array.from({ length: REQUESTS }, (_, n) => largeId('user', sizes.users - 1 - n));
    const run = (work: Work, targets: Departure[]) => () => perSecond(sql, work, users, targets);
    const hot = departures.slice(0, 1);
    // Statistics of an empty table would lead to bad plans, so the first holds are made before they are collected.
    await run(createHold, departures)();
    const measured = await interleave(ROUNDS, {
      hotUpdate: run(bareUpdate, hot),
      hotHold: run(createHold, hot),
      spreadUpdate: run(bareUpdate, departures),
      spreadHold: run(createHold, departures),
      spreadFloor: run(bareHold, departures),
    });
    const cost = await costOfHold(sql, (targets) => perSecond(sql, createHold, users, targets), departures);
    await reset(sql);
    return [
      toLine('on one hot departure', measured.hotHold, measured.hotUpdate),
      toLine(`over ${SPREAD} departures`, measured.spreadHold, measured.spreadUpdate),
      {
        section: SECTION,
        name: 'the same with nothing but its two rows written',
        figure: ratio(medianRatio(measured.spreadFloor, measured.spreadUpdate)),
        aim: '',
        detail: `${median(measured.spreadFloor).toFixed(0)} a second: what no check and no price would leave`,
      },
      { section: SECTION, name: 'where a hold spends its time', figure: '', aim: '', detail: cost },
    ];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const SECTION = `Holds a second, ${CLIENTS} clients, against a bare update of one row`;

function toLine(name: string, holds: number[], updates: number[]): Line {
  const figure = medianRatio(holds, updates);
  const detail = `${median(holds).toFixed(0)} holds/s against ${median(updates).toFixed(0)} updates/s`;
  return {
    section: SECTION,
    name,
    figure: ratio(figure),
    aim: `≥ ${AIM}`,
    measured: { value: figure, aim: AIM, better: 'more' },
    detail,
  };
}

/** Creates departures with enough seats, and a table of the same shape without locks. */
async function prepare(sql: postgres.Sql): Promise<Departure[]> {
  const found = await sql<Departure[]>`
    select d.id, e.id as experience, s.id as timeslot, (current_date + 60)::text as date
    from public.experiences e join public.experience_timeslots s on s.experience_id = e.id
    cross join lateral private.ensure_departure(s.id, current_date + 60) d (id)
    order by e.id limit ${SPREAD}`;
  const ids = found.map(({ id }) => id);
  await sql`update public.departures set capacity = 1000000, capacity_fixed = true where id = any (${ids})`;
  await sql.unsafe(`
    create schema bench;
    create table bench.departures (like public.departures including all);
    insert into bench.departures select * from public.departures;
    create table bench.holds (like private.holds including all);
    grant usage on schema bench to authenticated;
    grant select, update on bench.departures to authenticated;
    grant select, insert on bench.holds to authenticated;
    analyze public.departures; analyze bench.departures;`);
  return [...found];
}

type Work = (transaction: postgres.TransactionSql, departure: Departure) => Promise<unknown>;

const bareUpdate: Work = (transaction, { id }) =>
  transaction`update bench.departures set held = held + 2 where id = ${id} returning held`;

/** Writes only the rows that a hold writes, with all their indexes. */
const bareHold: Work = (transaction, { id }) => transaction`
  with d as (update bench.departures set held = held + 2 where id = ${id} returning id, territory_id)
  insert into bench.holds (user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people, seats,
    unit_price, total_price, currency_code, form, expires_at)
  select auth.uid(), gen_random_uuid(), '', 'experience', d.id, d.territory_id, 'shared', 2, 2, 100, 200, 'GTQ', '{}', now() from d
  returning id`;

const createHold: Work = (transaction, { experience, timeslot, date }) => {
  const form = {
    idempotency_key: randomUUID(),
    kind: 'experience',
    service_id: experience,
    slot_id: timeslot,
    service_date: date,
    booking_type: 'shared',
    num_people: 2,
    payment_method: 'card',
    whatsapp_number: '+50255551234',
    country: 'GT',
    speaks_spanish: true,
    hotel_name: 'Hotel Backpackers',
    waiver_version: waiverVersion,
  };
  return transaction`select public.create_hold(${transaction.json(form)}) as hold`;
};

/**
 * Runs the work once per user, in parallel with one per client. Afterwards, outside the measured time, the seats
 * are released.
 */
async function perSecond(sql: postgres.Sql, work: Work, users: string[], targets: Departure[]): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let n = next++; n < users.length; n = next++) {
      const departure = targets[n % targets.length];
      const sub = users[n];
      if (departure && sub) await request(sql, { role: 'authenticated', sub }, (t) => work(t, departure));
    }
  };
  const took = await milliseconds(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  await reset(sql);
  return (users.length / took) * 1000;
}

/** Runs autovacuum's work between the rounds, so that no round pays for an earlier one. */
async function reset(sql: postgres.Sql): Promise<void> {
  // Two days ago, because unpaid holds count against a person's and a departure's next hold for a day.
  await sql`update private.holds set state = 'released', created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'
    where state = 'held'`;
  await sql`update public.departures set held = 0, start_time = case when sold > 0 then start_time end, end_time = case when sold > 0 then end_time end where held > 0`;
  await sql`update bench.departures set held = 0 where held > 0`;
  await sql`update bench.holds set state = 'released' where state = 'held'`;
  for (const table of ['private.holds', 'public.departures', 'bench.departures', 'bench.holds'])
    await sql.unsafe(`vacuum analyze ${table}`);
}
