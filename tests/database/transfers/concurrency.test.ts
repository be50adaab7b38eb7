import { expect, test } from 'vitest';
import { createRng } from '../../support/rng.ts';
import { ROUNDS } from '../../support/rounds.ts';
import { createCheckout, payFor } from '../booking/support/checkout.ts';
import { drain, onWorkers, untilBlocked } from '../booking/support/concurrency.ts';
import { brokenInvariants, createFixture, createUsers, type Fixture } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { accept, addressOf, FORM, holderOf, linked, start, tokenOf, withdraw } from './support.ts';

const GUESTS = 12;

interface World {
  fixture: Fixture;
  checkout: ReturnType<typeof createCheckout>;
  tickets: { giver: string; friend: string; booking: string; transfer: string; token: string }[];
}

/** Creates twelve tickets, each offered to a friend. */
async function createWorld(count = GUESTS): Promise<World> {
  const fixture = await createFixture({ seats: GUESTS });
  const checkout = createCheckout(fixture);
  const people = await createUsers(fixture.db.sql, count * 2);
  const tickets: World['tickets'] = [];
  await onWorkers(
    6,
    people.slice(0, count).map((giver, n) => ({ giver, friend: people[count + n] ?? '' })),
    async ({ giver, friend }) => {
      const { booking } = await payFor(fixture, checkout, giver);
      const { transfer_id: transfer } = await start(fixture, giver, booking, addressOf(friend));
      tickets.push({ giver, friend, booking, transfer, token: await tokenOf(fixture, transfer) });
    },
  );
  return { fixture, checkout, tickets };
}

/** Refusals are expected, but no deadlocks. */
function expectRefusal(error: { code?: string }) {
  if (error.code === '40P01') throw error;
}

test(`leaves each ticket with one holder, in any order of requests, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 1; run <= ROUNDS; run++) {
    const world = await createWorld();
    const { fixture, checkout, tickets } = world;
    const { sql } = fixture.db;
    const random = createRng(run * 6151);
    const accepted = new Set<string>();
    const cancelledBy = new Map<string, string>();
    const cancelAs = (who: string, booking: string) => async () => {
      await call(fixture, who, 'cancel_booking', { p_booking_id: booking });
      cancelledBy.set(booking, who);
    };
    const work = tickets.flatMap(({ giver, friend, booking, transfer, token }, n) => {
      const take = async () => {
        await accept(fixture, friend, token);
        accepted.add(booking);
      };
      return [
        take,
        take,
        ...(n % 3 === 0 ? [cancelAs(giver, booking)] : []),
        ...(n % 3 === 1 ? [() => withdraw(fixture, giver, transfer)] : []),
        ...(n % 4 === 2 ? [() => call(fixture, fixture.staff, 'staff_cancel_booking', { p_booking_id: booking })] : []),
      ];
    });
    work.sort(() => random() - 0.5);
    await onWorkers(16, work as (() => Promise<unknown>)[], (one) => one().catch(expectRefusal));
    expect(await brokenInvariants(fixture), `run ${run}`).toEqual([]);
    for (const { giver, friend, booking } of tickets) {
      const holder = await holderOf(fixture, booking);
      expect(holder, `run ${run}`).toBe(accepted.has(booking) ? friend : giver);
      // Each person who was told that they cancelled it was its holder at that time.
      if (cancelledBy.has(booking)) expect(holder).toBe(giver);
    }
    const [n] = await sql`select (select count(*)::int from public.booking_events where detail ? 'given') as steps,
      (select count(*)::int from private.outbox where template = 'transfer_ticket') as letters,
      (select count(*)::int from private.old_ticket_codes where given) as codes,
      (select count(*)::int from private.ticket_transfers where state = 'accepted') as transfers`;
    expect(n).toEqual({ steps: accepted.size, letters: accepted.size, codes: accepted.size, transfers: accepted.size });
    await drain(fixture, checkout);
    expect(await brokenInvariants(fixture), `run ${run}, in the end`).toEqual([]);
    await fixture.db.drop();
  }
}, 300_000);

/** The friend has accepted, without committing, when the giver cancels. Returns the result of the giver's request. */
async function cancelDuringAcceptance({ fixture, tickets }: World): Promise<string> {
  const [{ giver, friend, booking, token } = { giver: '', friend: '', booking: '', token: '' }] = tickets;
  const { sql } = fixture.db;
  const { ticket } = await linked(fixture, friend, token);
  let press: Promise<string> | undefined;
  await sql.begin(async (first) => {
    await first`select set_config('request.jwt.claims', ${JSON.stringify({ sub: friend, role: 'authenticated' })}, true)`;
    await first`select public.accept_ticket_transfer(${token}, ${first.json({ ...FORM, version: ticket?.version ?? null })})`;
    press = call(fixture, giver, 'cancel_booking', { p_booking_id: booking }).then(
      () => 'cancelled',
      (error: { code: string }) => error.code,
    );
    await untilBlocked(sql, press);
  });
  return (await press) ?? '';
}

test("a former holder can't cancel it for the new one", async () => {
  const world = await createWorld(1);
  expect(await cancelDuringAcceptance(world)).toBe('booking_not_found');
  expect(await world.fixture.db.sql`select status from public.bookings`).toEqual([{ status: 'paid' }]);
  await world.fixture.db.drop();
}, 120_000);

test("control: checking the holder only before the lock cancels another person's ticket", async () => {
  const world = await createWorld(1);
  const { sql } = world.fixture.db;
  const [row] = await sql`select pg_get_functiondef('public.cancel_booking'::regproc) as source`;
  const source = row?.source as string;
  const again = /perform private\.own_booking\(p_booking_id\);/;
  expect(source).toMatch(again);
  await sql.unsafe(source.replace(again, ''));
  expect(await cancelDuringAcceptance(world)).toBe('cancelled');
  await world.fixture.db.drop();
}, 120_000);

/** One person accepts eight times at the same moment. Returns how often the ticket changed hands. */
async function acceptTwice({ fixture, tickets }: World): Promise<number> {
  const [{ friend, token } = { friend: '', token: '' }] = tickets;
  const { ticket } = await linked(fixture, friend, token);
  const press = () =>
    call(fixture, friend, 'accept_ticket_transfer', { p_token: token, p: { ...FORM, version: ticket?.version } });
  const { sql } = fixture.db;
  let all: Promise<unknown> | undefined;
  await sql.begin(async (first) => {
    // All have read the transfer when the first of them continues.
    await first`select private.lock_user(${friend})`;
    all = Promise.all(Array.from({ length: 8 }, press));
    await untilBlocked(sql, all, 8);
  });
  await all;
  const [row] = await sql`select count(*)::int as n from public.booking_events where detail ? 'given'`;
  return row?.n as number;
}

test('makes one acceptance of eight simultaneous requests of one person', async () => {
  const world = await createWorld(1);
  expect(await acceptTwice(world)).toBe(1);
  await world.fixture.db.drop();
}, 120_000);

test('control: without a second check under the lock, the ticket is transferred several times', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const world = await createWorld(1);
  const { sql } = world.fixture.db;
  const [row] = await sql`select pg_get_functiondef('public.accept_ticket_transfer'::regproc) as source`;
  const source = row?.source as string;
  const again = /select \* into t from private\.ticket_transfers x where x\.id = t\.id for update;/;
  expect(source).toMatch(again);
  await sql.unsafe(source.replace(again, ''));
  expect(await acceptTwice(world)).toBeGreaterThan(1);
  await world.fixture.db.drop();
});
