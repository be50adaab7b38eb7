import { afterEach, beforeEach, expect, test } from 'vitest';
import { runOps } from '../../../supabase/functions/_shared/stripe.ts';
import { createCheckout, payFor } from './support/checkout.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  daysFromNow,
  type Fixture,
  grantRole,
  holdRequest,
  referUsers,
  refusal,
  signedIn,
  startsIn,
} from './support/fixture.ts';
import { workAtStripe } from './support/refund.ts';
import { rpcFor } from './support/rpc.ts';
import { setStatus } from './support/status.ts';

let fixture: Fixture;
let guests: string[];
let partner: string;
beforeEach(async () => {
  fixture = await createFixture({ seats: 8 });
  guests = await createUsers(fixture.db.sql, 3);
  partner = await referUsers(fixture.db.sql, guests, 12.5);
});
afterEach(async () => {
  expect(await brokenInvariants(fixture)).toEqual([]);
  await fixture.db.drop();
});

/** Returns all rows of one of the partner's functions, called by `who`. */
async function rows<T extends object>(name: string, who = partner, args = ''): Promise<T[]> {
  return fixture.db.as(signedIn(who), async (sql) => [
    ...(await sql.unsafe<T[]>(`select * from public.${name}(${args})`)),
  ]);
}

async function cashBooking(user: string): Promise<string> {
  const hold = await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash' }));
  const { booking_id } = (await rpcFor(fixture.db, signedIn(user))('book_cash', { p_hold_id: hold.hold_id })) as {
    booking_id: string;
  };
  return booking_id;
}

const asManager = (name: string, booking: string, more: Record<string, unknown>) =>
  rpcFor(fixture.db, signedIn(fixture.manager))(name, { p_booking_id: booking, ...more });

const PAID = { p_party: 'partner', p_status: 'paid', p_paid_on: daysFromNow(0), p_reference: 'BI 88213' };
const UNPAID = { p_party: 'partner', p_status: 'pending', p_reason: 'Sent to the wrong account' };

const linkId = async () => (await rows<{ id: string }>('partner_links'))[0]?.id ?? '';
const deleteLink = (who: string, link: string) =>
  rpcFor(fixture.db, signedIn(who))('delete_referral_link', { p_link_id: link });

test('shows paid, owed and expected amounts separately, equal to the ledger', async () => {
  const checkout = createCheckout(fixture);
  const [first = '', second = '', third = ''] = guests;
  const paid = await payFor(fixture, checkout, first);
  await payFor(fixture, checkout, second, { num_people: 2 });
  await cashBooking(third);
  await startsIn(fixture, paid.booking, -1);
  await asManager('set_payout_status', paid.booking, PAID);

  // 12.5 % of 175.50, of 351.00, and of 175.50 that nobody has paid yet.
  expect(await rows('partner_totals')).toEqual([
    {
      currency_code: 'GTQ',
      currency_symbol: 'Q',
      paid: '21.94',
      due: '0.00',
      ahead: '43.88',
      estimated: '21.94',
      refunded_after: '0',
      since: expect.any(Date),
    },
  ]);
  const [ledger] = await fixture.db
    .sql`select sum(amount)::text as total from private.ledger where party_user_id = ${partner}`;
  expect(ledger?.total).toBe((21.94 + 43.88).toFixed(2));
  await asManager('set_payout_status', paid.booking, UNPAID);
  expect(await rows('partner_totals')).toMatchObject([{ paid: '0.00', due: '21.94', ahead: '43.88' }]);
  await asManager('set_payout_status', paid.booking, PAID);
  expect(await rows('partner_funnel')).toEqual([{ visits: '0', registrations: '3', booked: '3' }]);
  expect(await rows('partner_terms')).toEqual([
    {
      territory_id: 'rio',
      territory_name: 'Río Dulce',
      territory_names: { en: 'Río Dulce' },
      business_name: null,
      commission_level: '12.5',
    },
  ]);
  expect(await rows('partner_links')).toMatchObject([{ name: 'Hotel', code: 'HOTEL1', registrations: 3, bookings: 3 }]);
  const months = await rows<{ month: Date; bookings: number; registrations: number; amounts: object[] }>(
    'partner_months',
  );
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ registrations: 3 });
  // The trip began an hour ago, so in the first hour of a month it belongs to the month before.
  const month = daysFromNow(-1 / 24).slice(0, 7);
  expect(months.filter(({ bookings, amounts }) => bookings > 0 || amounts.length > 0)).toMatchObject([
    { month: new Date(`${month}-01`), bookings: 1, amounts: [{ currency_symbol: 'Q', amount: 21.94 }] },
  ]);
  // The months add up to the totals. They follow the trip's date in Guatemala's time zone.
  await asManager('set_payout_status', paid.booking, UNPAID);
  await fixture.db.sql`update public.bookings set booking_date = booking_date - 100 where id = ${paid.booking}`;
  const [{ paid: got, due } = {}] = await rows<{ paid: string; due: string }>('partner_totals');
  const later = await rows<{ amounts: { amount: number }[] }>('partner_months');
  const all = later.flatMap((month) => month.amounts).reduce((sum, { amount }) => sum + amount, 0);
  expect([Number(got) + Number(due), all]).toEqual([21.94, 21.94]);
  expect(later.at(-1)?.amounts).toEqual([]);
});

test('restores the earlier estimate after cash recorded by mistake', async () => {
  const booking = await cashBooking(guests[0] ?? '');
  const expected = { due: '0', ahead: '0', estimated: '21.94' };
  expect(await rows('partner_totals')).toMatchObject([expected]);
  await setStatus(fixture.db, fixture.manager, booking, 'paid');
  expect(await rows('partner_totals')).toMatchObject([{ ahead: '21.94', estimated: '0' }]);
  await setStatus(fixture.db, fixture.manager, booking, 'ordered');
  expect(await rows('partner_totals')).toMatchObject([expected]);
  expect(await rows('partner_activity')).toContainEqual(
    expect.objectContaining({ amount: '21.94', estimated: true, status: 'pending' }),
  );
});

test('deducts the refund of a paid commission from the payable amount and from its month', async () => {
  const checkout = createCheckout(fixture);
  const { booking } = await payFor(fixture, checkout, guests[0] ?? '');
  await startsIn(fixture, booking, -1);
  await asManager('set_payout_status', booking, PAID);
  await asManager('refund_booking', booking, { p_amount: 100, p_left: 175.5 });
  await workAtStripe(fixture.db, checkout);
  const [{ paid, due } = { paid: '', due: '' }] = await rows<{ paid: string; due: string }>('partner_totals');
  // 12.5 % of 175.50 was paid. 9.44 is earned from the remaining 75.50.
  expect([Number(paid), Number(due)]).toEqual([21.94, -12.5]);
  // The payouts show the same amounts, and how much was refunded.
  const same = { paid: '21.94', due: '-12.50', refunded_after: '12.50' };
  expect(await rows('partner_totals')).toMatchObject([same]);
  expect(await rows('my_payout_totals')).toMatchObject([same]);
  const months = await rows<{ amounts: { amount: number }[] }>('partner_months');
  expect(months.flatMap((month) => month.amounts).reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(9.44);
});

test('shows a paid commission as paid, whatever its status', async () => {
  const { booking } = await payFor(fixture, createCheckout(fixture), guests[0] ?? '');
  await startsIn(fixture, booking, -1);
  await asManager('set_payout_status', booking, PAID);
  await fixture.db.sql`update public.commissions set status = 'pending', paid_at = null`;
  for (const name of ['partner_totals', 'my_payout_totals']) {
    const [{ paid, due } = { paid: '', due: '' }] = await rows<{ paid: string; due: string }>(name);
    expect([name, Number(paid), Number(due)]).toEqual([name, 21.94, 0]);
  }
  await fixture.db.sql`update public.commissions set status = 'paid', paid_at = now()`;
});

test("pays a commission only in territories where the link's owner is a partner, at the rate agreed there", async () => {
  const { sql } = fixture.db;
  const checkout = createCheckout(fixture);
  const [first = '', second = '', third = ''] = guests;
  const sold = async (guest: string) => {
    const { booking } = await payFor(fixture, checkout, guest);
    const [row] = await sql`select b.referral_link_id is not null as referred, h.partner_rate::float as rate,
        (select l.amount::float from private.ledger l where l.booking_id = b.id and l.party = 'partner') as earned
      from public.bookings b join private.holds h on h.id = b.hold_id where b.id = ${booking}`;
    return row;
  };
  expect(await sold(first)).toEqual({ referred: true, rate: 12.5, earned: 21.94 });
  // Another territory sold the same service for the guest's next day.
  await sql`update public.experiences set territory_id = 'lago'`;
  fixture.date = daysFromNow(9);
  expect(await sold(second)).toEqual({ referred: false, rate: 0, earned: null });
  await grantRole(sql, partner, 'travel_partner', 'lago');
  expect(await sold(third)).toEqual({ referred: true, rate: 10, earned: 17.55 });
});

test("updates the partner's open dashboard on a booking and a payout", async () => {
  const [first = ''] = guests;
  const heard = async () => {
    const [row] = await fixture.db
      .sql`select count(*)::int as n from realtime.messages where event = 'referral' and topic = ${`user:${partner}`}`;
    await fixture.db.sql`delete from realtime.messages`;
    return (row?.n ?? 0) > 0;
  };
  await heard();
  const { booking } = await payFor(fixture, createCheckout(fixture), first);
  expect(await heard()).toBe(true);
  await startsIn(fixture, booking, -1);
  await asManager('set_payout_status', booking, PAID);
  expect(await heard()).toBe(true);
  expect(await rows('partner_activity', partner, 'null, null, 20, true')).toMatchObject([{ status: 'paid' }]);
});

test('reverses the commission with a refund, and does not count a cancelled booking', async () => {
  const checkout = createCheckout(fixture);
  const [first = '', second = ''] = guests;
  const { booking } = await payFor(fixture, checkout, first);
  await setStatus(fixture.db, fixture.manager, await cashBooking(second), 'cancelled');
  await setStatus(fixture.db, fixture.manager, booking, 'refunded');
  await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 20 });
  const activity = await rows<{ status: string; amount: string }>('partner_activity', partner, `null, null, 20, true`);
  expect(activity.map(({ status, amount }) => [status, Number(amount)])).toEqual([
    ['cancelled', 0],
    ['cancelled', 0],
  ]);
  expect(await rows('partner_links')).toMatchObject([{ bookings: 0 }]);
});

test('no longer expects a share that a manager has cancelled, but still counts its booking', async () => {
  const [user = ''] = guests;
  const booking = await cashBooking(user);
  await setStatus(fixture.db, fixture.manager, booking, 'paid');
  await startsIn(fixture, booking, -1);
  const [before] = await rows<{ due: string }>('partner_totals');
  expect(Number(before?.due)).toBeGreaterThan(0);

  await asManager('set_payout_status', booking, { p_party: 'partner', p_status: 'cancelled', p_reason: 'Agreed' });

  expect(await rows('partner_totals')).toMatchObject([{ due: '0', ahead: '0', estimated: '0', paid: '0.00' }]);
  expect(await rows('partner_activity')).toContainEqual(expect.objectContaining({ status: 'cancelled' }));
  expect(await rows('partner_links')).toMatchObject([{ bookings: 1 }]);
  expect(await rows('partner_funnel')).toMatchObject([{ booked: '1' }]);
  expect((await rows<{ bookings: number }>('partner_months')).some((month) => month.bookings > 0)).toBe(false);

  // A cancelled booking is not counted either.
  await setStatus(fixture.db, fixture.manager, booking, 'refunded');
  expect(await rows('partner_links')).toMatchObject([{ bookings: 0 }]);
  expect(await rows('partner_funnel')).toMatchObject([{ booked: '0' }]);
});

test('returns activity in pages, each entry once, newest first', async () => {
  for (const guest of guests) await cashBooking(guest);
  const all = await rows<{ id: string; created_at: Date; kind: string }>(
    'partner_activity',
    partner,
    'null, null, 100',
  );
  expect(all).toHaveLength(6);
  expect(all.map((row) => row.created_at.getTime())).toEqual(
    all.map((row) => row.created_at.getTime()).sort((a, b) => b - a),
  );
  const seen: string[] = [];
  let after = 'null, null';
  for (;;) {
    const page = await rows<{ id: string }>('partner_activity', partner, `${after}, 2`);
    if (page.length === 0) break;
    seen.push(...page.map((row) => row.id));
    // The cursor is the last row's value in the database's precision, as in the app.
    const [last] = await fixture.db.as(
      signedIn(partner),
      (sql) =>
        sql<
          { at: string }[]
        >`select created_at::text as at from public.partner_activity(p_limit => 100) where id = ${seen.at(-1) ?? ''}`,
    );
    after = `'${last?.at}', '${seen.at(-1)}'`;
  }
  expect(seen).toEqual(all.map((row) => row.id));
});

test('keeps the code of a deleted link that brought guests taken, and its money in the ledger', async () => {
  const [first = ''] = guests;
  await payFor(fixture, createCheckout(fixture), first);
  const link = await linkId();
  expect(await deleteLink(partner, link)).toBe(true);
  expect(await deleteLink(partner, link)).toBe(false);
  expect(await rows('partner_links')).toEqual([]);
  expect(await rows('partner_activity')).toEqual([]);
  expect(await rows('partner_totals')).toMatchObject([{ due: '0', ahead: '21.94' }]);
  expect(await rows('partner_activity', partner, 'null, null, 20, true')).toHaveLength(1);
  const [kept] = await fixture.db.sql`select code, active from public.referral_links where id = ${link}`;
  expect(kept).toEqual({ code: 'HOTEL1', active: false });
  const activate = fixture.db.as(
    signedIn(partner),
    (sql) => sql`update public.referral_links set active = true where id = ${link}`,
  );
  expect(await refusal(activate)).toMatchObject({ code: '23514' });
});

test("deletes a link that brought nobody, never another partner's, and never by a plain delete", async () => {
  const [other = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, other, 'travel_partner', 'rio');
  const [fresh] = await fixture.db.as(
    signedIn(partner),
    (sql) => sql<{ id: string }[]>`insert into public.referral_links (name) values ('Lobby') returning id`,
  );
  expect(await deleteLink(other, fresh?.id ?? '')).toBe(false);
  expect(await rows('partner_links')).toHaveLength(2);
  expect(await deleteLink(partner, fresh?.id ?? '')).toBe(true);
  expect(await rows('partner_links')).toHaveLength(1);
  const plain = fixture.db.as(signedIn(partner), (sql) => sql`delete from public.referral_links`);
  expect(await refusal(plain)).toMatchObject({ code: '42501' });
});

test("a partner's dashboard is readable only by partners, who see nothing of another partner", async () => {
  const [stranger = '', other = ''] = await createUsers(fixture.db.sql, 2);
  await grantRole(fixture.db.sql, other, 'travel_partner', 'rio');
  await cashBooking(guests[0] ?? '');
  for (const name of ['partner_links', 'partner_totals', 'partner_activity']) {
    expect(await rows(name, other)).toEqual([]);
    expect(await refusal(rows(name, stranger))).toMatchObject({ code: 'PT403', hint: 'forbidden' });
  }
  expect(await rows('partner_funnel', other)).toMatchObject([{ registrations: '0', booked: '0' }]);
});
