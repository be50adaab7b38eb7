import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { proveTicket, type TicketKey } from '../../src/features/dock/check-in/scan/proof.ts';
import { ticketSigning } from '../../supabase/functions/_shared/ticket-signer.ts';
import { handle } from '../../supabase/functions/sign-tickets/handler.ts';
import { payFor, post } from '../database/booking/support/checkout.ts';
import { createUsers, rideOf, signedIn } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { call, leavesIn, sell } from '../database/dock-sales/support.ts';

checkoutForEachTest();
let seed: string;
const useNewKey = () => {
  seed = randomBytes(32).toString('base64url');
  checkout.deps.tickets = ticketSigning(seed);
};
beforeEach(useNewKey);

const sql = () => fixture.db.sql;
const book = async (who = user, more = {}) => (await payFor(fixture, checkout, who, more)).booking;
type Signed = { booking_id: string; version: number; statement: string };

async function sign(bookings: string[], who: string | undefined = user) {
  const answer = await handle(post({ booking_ids: bookings }, who), checkout.deps);
  return { status: answer.status, tickets: [], ...((await answer.json()) as { tickets?: Signed[]; code?: string }) };
}

/** Returns the keys as a signed-out phone gets them. */
const keys = () =>
  fixture.db.as(
    { role: 'anon' },
    (tx) => tx<TicketKey[]>`select id, public_key, revoked_at from public.ticket_keys order by id`,
  );
const codeOf = async (booking: string) =>
  (await sql()`select code from public.booking_codes where booking_id = ${booking}`)[0]?.code as string;
const prove = async ({ booking_id, statement }: Signed) =>
  proveTicket(statement, { bookingId: booking_id, code: await codeOf(booking_id) }, [...(await keys())]);

test('signs all tickets of a list in one request, with what was booked', async () => {
  const tour = await book(user, { num_people: 2 });
  const ride = await book(user, rideOf(fixture));
  const { tickets, status } = await sign([tour, ride]);
  expect(status).toBe(200);
  const proofs = Object.fromEntries(await Promise.all(tickets.map(async (one) => [one.booking_id, await prove(one)])));
  const [row] =
    await sql()`select left(departure_id::text, 8) as departure, booking_date::text as date, start_time::text as time
    from public.bookings where id = ${tour}`;
  const common = { keyId: 1, passenger: 0, version: 1 };
  expect(proofs[tour]).toEqual({
    is: 'genuine',
    statement: { ...common, ...row, people: 2, transport: false, isPrivate: false },
  });
  expect(proofs[ride]).toMatchObject({ is: 'genuine', statement: { ...common, people: 1, transport: true } });
});

test("returns no other person's ticket, whatever the caller's role", async () => {
  const booking = await book();
  const [other = ''] = await createUsers(sql(), 1);
  for (const who of [other, fixture.staff, fixture.guide])
    expect(await sign([booking], who)).toMatchObject({ status: 200, tickets: [] });
  expect((await sign([booking])).tickets).toHaveLength(1);
  const own = await book(other, { num_people: 1 });
  expect((await sign([booking, own], other)).tickets.map((one) => one.booking_id)).toEqual([own]);
});

test('returns nothing without a session, and refuses odd lists', async () => {
  const booking = await book();
  expect(await sign([booking], '')).toMatchObject({ status: 401, code: 'not_signed_in' });
  for (const odd of [[], ['x'], Array.from({ length: 101 }, () => booking)])
    expect(await sign(odd)).toMatchObject({ status: 400, code: 'invalid_input' });
});

test("signs a passenger's own ticket for holders of its link, until it is withdrawn", async () => {
  const booking = await book(user, { num_people: 3 });
  const of = { p_booking_id: booking };
  const share = () =>
    call(fixture, user, 'share_passenger_ticket', { ...of, p_passenger: 2 }) as unknown as Promise<string>;
  const signLink = async (code: string) => {
    const answer = await handle(post({ passenger_code: code }, ''), checkout.deps);
    return { status: answer.status, tickets: [], ...((await answer.json()) as { tickets?: Signed[] }) };
  };
  const code = await share();
  const [ticket] = (await signLink(code)).tickets;
  const known = [...(await keys())];
  const prove2 = (digits: string, secret: string) => proveTicket(digits, { bookingId: booking, code: secret }, known);
  expect(await prove2(ticket?.statement ?? '', code)).toMatchObject({
    is: 'genuine',
    statement: { passenger: 2, people: 3, version: 1 },
  });
  // It doesn't prove the whole booking's ticket, or another passenger's.
  expect(await prove2(ticket?.statement ?? '', await codeOf(booking))).toEqual({ is: 'forged' });
  await call(fixture, user, 'revoke_passenger_ticket', { ...of, p_code: code });
  expect(await signLink(code)).toMatchObject({ status: 404, tickets: [] });
  const next = await share();
  expect((await signLink(next)).tickets).toHaveLength(1);
  await sql()`update public.bookings set num_people = 2, seats = 2 where id = ${booking}`;
  expect(await signLink(next)).toMatchObject({ status: 404, tickets: [] });
  expect(await signLink('f'.repeat(32))).toMatchObject({ status: 404 });
});

test('no longer signs cancelled tickets, and signs changed ones with a newer version', async () => {
  const booking = await book(user, { num_people: 2 });
  const [before] = (await sign([booking])).tickets;
  await sql()`update public.bookings set num_people = 1, seats = 1 where id = ${booking}`;
  const [after] = (await sign([booking])).tickets;
  expect([before?.version, after?.version]).toEqual([1, 2]);
  if (!before || !after) throw new Error('Not signed');
  expect(await prove(after)).toMatchObject({ is: 'genuine', statement: { people: 1, version: 2 } });
  await sql()`update public.bookings set status = 'cancelled' where id = ${booking}`;
  expect((await sign([booking])).tickets).toEqual([]);
});

test('a new code makes the old statement worthless', async () => {
  const booking = await book();
  const [signed] = (await sign([booking])).tickets;
  if (!signed) throw new Error('Not signed');
  await sql()`update public.booking_codes set code = md5(random()::text) where booking_id = ${booking}`;
  expect(await prove(signed)).toEqual({ is: 'forged' });
});

test('accepts tickets of a key and its successor, until the old one is revoked', async () => {
  const booking = await book();
  const [old] = (await sign([booking])).tickets;
  useNewKey();
  const [now] = (await sign([booking])).tickets;
  if (!old || !now) throw new Error('Not signed');
  expect((await keys()).map(({ id }) => id)).toEqual([1, 2]);
  expect(await prove(old)).toMatchObject({ is: 'genuine', statement: { keyId: 1 } });
  expect(await prove(now)).toMatchObject({ is: 'genuine', statement: { keyId: 2 } });
  await sql()`update public.ticket_keys set revoked_at = now() where id = 1`;
  expect(await prove(old)).toEqual({ is: 'revoked' });
  expect(await prove(now)).toMatchObject({ is: 'genuine' });
  // Its code still finds it.
  const ticket = await fixture.db.as(
    signedIn(fixture.guide),
    async (tx) => (await tx`select public.get_check_in(${booking}, ${await codeOf(booking)}) as ticket`)[0]?.ticket,
  );
  expect(ticket).toMatchObject({ booking_id: booking, status: 'paid' });
});

test('signs nothing with a revoked key, or without a key', async () => {
  const booking = await book();
  await sign([booking]);
  await sql()`update public.ticket_keys set revoked_at = now()`;
  expect(await sign([booking])).toMatchObject({ status: 200, tickets: [] });
  checkout.deps.tickets = ticketSigning('');
  expect(await sign([booking])).toMatchObject({ status: 200, tickets: [] });
  expect(await keys()).toHaveLength(1);
});

test('stores a new key once when two instances start together', async () => {
  const booking = await book();
  const answers = await Promise.all([sign([booking]), sign([booking]), sign([booking])]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await keys()).toHaveLength(1);
});

test('neither the private key nor a code is in a log or a response', async () => {
  const said: string[] = [];
  for (const level of ['info', 'error', 'warn', 'log'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.join(' ')));
  const booking = await book();
  const answer = await handle(post({ booking_ids: [booking] }, user), checkout.deps);
  said.push(await answer.text());
  // The secret is invalid. The fault is logged, the secret is not.
  const broken = `${seed}AAAA`;
  checkout.deps.tickets = ticketSigning(broken);
  expect((await sign([booking])).status).toBe(500);
  const hex = Buffer.from(seed, 'base64url').toString('hex');
  expect(said.join('\n')).toContain('"outcome":"internal"');
  for (const secret of [seed, hex, broken, await codeOf(booking)]) expect(said.join('\n')).not.toContain(secret);
});

test('signs the ticket of a link without an account, and nothing for a forged link', async () => {
  await leavesIn(fixture, 60);
  const sale = await sell(fixture, fixture.guide);
  const ask = async (link: unknown) => {
    const answer = await handle(post({ link }, ''), checkout.deps);
    return { status: answer.status, ...((await answer.json()) as { tickets?: Signed[]; code?: string }) };
  };
  const { tickets = [] } = await ask(sale.token);
  expect(tickets).toHaveLength(1);
  expect(await prove(tickets[0] as Signed)).toMatchObject({
    is: 'genuine',
    statement: { people: 2, transport: false },
  });
  expect(await ask('f'.repeat(64))).toMatchObject({ status: 404, code: 'sale_not_found' });
  expect(await ask('x')).toMatchObject({ status: 400, code: 'invalid_input' });
  await call(fixture, fixture.guide, 'renew_dock_link', { p_sale_id: sale.sale_id });
  expect(await ask(sale.token)).toMatchObject({ status: 404 });
});
