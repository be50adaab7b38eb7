import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase, migrate } from '@territorio/local-supabase/bootstrap';
import { type RunningPostgres, startPostgres } from '@territorio/local-supabase/postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Rpc } from '../../../supabase/functions/_shared/database.ts';
import { PROJECT } from '../../../supabase/local/project.ts';
import { actAs } from '../../support/act-as.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createRng } from '../../support/rng.ts';
import { byNight } from '../../support/rounds.ts';
import { createCheckout } from './support/checkout.ts';
import { type Delivery, deliver, deliveriesOf, drain, startMany, tally } from './support/concurrency.ts';
import { brokenInvariants, createFixture } from './support/fixture.ts';
import { serviceRpc } from './support/rpc.ts';

/** A separate Postgres with fsync on that can be killed. */
class Cluster {
  #running: RunningPostgres | undefined;
  private constructor(
    readonly folder: string,
    readonly port: number,
  ) {}

  static async create(): Promise<Cluster> {
    const [port = 0] = await freePorts(1);
    const cluster = new Cluster(await mkdtemp(join(tmpdir(), 'territorio-crash-')), port);
    await cluster.start();
    return cluster;
  }

  get url(): string {
    return `postgresql://postgres:postgres@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    this.#running = await startPostgres({ port: this.port, dataDir: join(this.folder, 'data') });
  }

  /** SIGQUIT: Postgres' immediate shutdown. No transaction is finished, nothing is flushed; recovery comes from the WAL. */
  async kill(): Promise<void> {
    const pid = Number((await readFile(join(this.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await this.#running?.stop();
  }

  async remove(): Promise<void> {
    await this.#running?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create();
}, 60_000);
afterAll(() => cluster.remove());

function openDatabase(): TestDatabase {
  const sql = postgres(cluster.url, { max: 12, onnotice: () => undefined });
  return { url: cluster.url, sql, as: (identity, fn) => actAs(sql, identity, fn), drop: () => sql.end({ timeout: 5 }) };
}

/**
 * Opens connections that may die at any moment. `fetch_types` is off, because its own query leaves ours without an
 * answer when it fails.
 */
function openPool(): postgres.Sql {
  return postgres(cluster.url, { max: 16, connect_timeout: 5, fetch_types: false, onnotice: () => undefined });
}

const TIMEOUT_MS = 1000;

/** Fails a call without an answer, as HTTP does, because a query whose connection has died may never settle. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const tooLate = setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('No answer')));
  return Promise.race([work, tooLate]);
}

function rpcOfPool(pool: () => postgres.Sql): Rpc {
  return async (name, args = {}) => {
    const names = Object.keys(args);
    const call = pool().unsafe(
      `select * from service.${name}(${names.map((key, i) => `${key} => $${i + 1}`).join(', ')})`,
      names.map((key) => args[key]) as never[],
    );
    const rows = await withTimeout(call);
    const [column, ...others] = rows.columns;
    return others.length === 0 && column?.name === name ? rows[0]?.[name] : [...rows];
  };
}

test('leaves nothing paid without a booking or refund when Postgres is stopped immediately and events are redelivered', async () => {
  await bootstrapDatabase(cluster.url);
  await migrate(cluster.url, PROJECT);
  const fixture = await createFixture({ db: openDatabase(), seats: 40 });
  const checkout = createCheckout(fixture);
  const next = createRng(11);
  const started = await startMany(fixture, checkout, 40);
  const paying = new Set(started.filter((_, i) => i % 5 !== 0).map(({ intent }) => intent));
  await fixture.db.drop();
  // A worker's logs when its database is killed are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let pool = openPool();
  checkout.deps.admin = rpcOfPool(() => pool);
  const queue: Delivery[] = deliveriesOf(started, 3, next);
  const total = queue.length;
  let failed = 0;
  let finished = 0;
  let up = Promise.resolve();

  const worker = async () => {
    for (let delivery = queue.shift(); delivery; delivery = queue.shift()) {
      await up;
      try {
        await deliver(checkout, delivery, paying, next);
        finished += 1;
      } catch {
        // Stripe tries again after an answer other than 200.
        failed += 1;
        queue.push(delivery);
      }
    }
  };
  const killer = async () => {
    for (const share of byNight([0.45], [0.2, 0.45, 0.7])) {
      while (finished < total * share) await setTimeout(5);
      await cluster.kill();
      up = cluster.start();
      await Promise.all([up, pool.end({ timeout: 0 })]);
      pool = openPool();
    }
  };
  await Promise.all([...Array.from({ length: 12 }, worker), killer()]);
  expect(failed).toBeGreaterThan(0);
  await pool.end();
  vi.restoreAllMocks();
  fixture.db = openDatabase();
  checkout.deps.admin = serviceRpc(fixture.db);
  await drain(fixture, checkout);

  const result = await tally(fixture, checkout);
  expect(result).toMatchObject({ lost: [], unpaid: [] });
  expect(result.bookings).toBeGreaterThanOrEqual(20);
  expect(result).toMatchObject({ captured: result.bookings, ledgerSets: result.bookings });
  // The email service drops repeats by idempotency key.
  const keys = checkout.mails.map((mail) => mail.key).filter((key) => key?.startsWith('email:booking_confirmation:'));
  expect(new Set(keys).size).toBe(result.bookings);
  expect(await brokenInvariants(fixture)).toEqual([]);
  await fixture.db.drop();
}, 180_000);

// The negative control: a webhook that notes the event first and acts in a second transaction loses payments in a crash.
test('control: an event that is recorded apart from its effect loses a payment', async () => {
  let pool = openPool();
  await pool`create table public.seen (id int primary key)`;
  await pool`create table public.naive_bookings (id int primary key)`;
  const naive = async (id: number) => {
    const fresh = await pool`insert into public.seen values (${id}) on conflict do nothing returning id`;
    if (fresh.length === 0) return;
    await setTimeout(200);
    await pool`insert into public.naive_bookings values (${id}) on conflict do nothing`;
  };
  const events = Array.from({ length: 40 }, (_, id) => id);
  // Uses a separate connection, so that it doesn't queue behind the events.
  const watcher = postgres(cluster.url, { max: 1, onnotice: () => undefined });
  await watcher`select 1`;
  const first = Promise.allSettled(events.map(naive));
  while ((await watcher`select 1 from public.seen`).length === 0) await setTimeout(1);
  await cluster.kill();
  await Promise.all([pool.end({ timeout: 0 }), watcher.end({ timeout: 0 })]);
  await first;
  await cluster.start();
  pool = openPool();
  await Promise.all(events.map(naive));
  const [counted] = await pool`
    select (select count(*)::int from public.seen) as seen, (select count(*)::int from public.naive_bookings) as booked`;
  expect(counted?.seen).toBe(40);
  expect(counted?.booked).toBeLessThan(40);
  await pool.end();
}, 60_000);
