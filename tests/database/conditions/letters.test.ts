import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, transportRequest } from '../booking/support/fixture.ts';
import { cancel, theDeparture } from '../departures/support.ts';
import { leavesIn, saleOf, sell, call as sellerCall } from '../dock-sales/support.ts';
import { addressOf, inDays, letters, post, tellNow } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const book = (service_date: string, who = context.user) =>
  payFor(context.fixture, context.checkout, who, { service_date });

interface Contents {
  trips: { title: string; booking_date: string; start_time: string }[];
  code: string | null;
  full_name: string | null;
  language: string;
}
/** Returns the contents of the emails that are not sent yet. */
const contents = async () => {
  const rows =
    await sql()`select private.mail_contents(o) as said from private.outbox o where template = 'condition' order by id`;
  return rows.map(({ said }) => said as Contents);
};
const obsolete = async () => {
  const rows =
    await sql()`select private.mail_is_obsolete(o) as why from private.outbox o where template = 'condition'`;
  return rows.map(({ why }) => why as string | null);
};
const notices =
  () => sql()`select recipient, payload -> 'params' ->> 'date' as date, (payload #>> '{params,trips}')::int as trips
  from private.outbox where kind = 'notification' and template = 'condition_closed'`;

describe('a guest with three trips', () => {
  const days = [daysFromNow(8), daysFromNow(7), daysFromNow(9)];

  test('gets one email and one notification that name all of them', async () => {
    const { fixture, user } = context;
    for (const day of days) await book(day);
    await post(fixture, fixture.staff);
    expect(await tellNow(fixture)).toBe(1);
    expect(await letters(fixture)).toEqual([{ to: addressOf(user), revision: 1 }]);
    const [said] = await contents();
    expect(said?.trips).toEqual(
      [7, 8, 9].map((n) => ({
        title: 'Castle & hot waterfall',
        booking_date: daysFromNow(n),
        start_time: '09:00:00',
      })),
    );
    expect(await notices()).toEqual([{ recipient: user, date: daysFromNow(7), trips: 3 }]);
  });

  test('gets one email about an experience and a ride', async () => {
    const { fixture, checkout, user } = context;
    await book(daysFromNow(8));
    const { hold_id: _, ...ride } = transportRequest(fixture) as Record<string, unknown>;
    await payFor(fixture, checkout, user, ride);
    await post(fixture, fixture.staff, { touches_all: true, service_ids: [] });
    expect(await tellNow(fixture)).toBe(1);
    expect((await contents())[0]?.trips.map(({ title }) => title)).toEqual([
      'Shuttle to Flores',
      'Castle & hot waterfall',
    ]);
  });

  test('is only notified about those active at sending', async () => {
    const { fixture } = context;
    for (const day of days) await book(day);
    await post(fixture, fixture.staff);
    await tellNow(fixture);
    const departures = [theDeparture(fixture, daysFromNow(7))];
    await cancel(fixture, fixture.staff, { p_selection: { departures } });
    expect((await contents())[0]?.trips.map(({ booking_date }) => booking_date)).toEqual([
      daysFromNow(8),
      daysFromNow(9),
    ]);
    const rest = [theDeparture(fixture, daysFromNow(8)), theDeparture(fixture, daysFromNow(9))];
    await cancel(fixture, fixture.staff, { p_selection: { departures: rest } });
    expect(await obsolete()).toEqual(['The travel alert no longer affects their trips']);
  });

  test('gets few emails of one state a day, and a notification of each', async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    await sql()`update private.limits set value = 2 where name = 'condition.letters'`;
    for (let n = 0; n < 4; n++) {
      await post(fixture, fixture.staff);
      await tellNow(fixture);
    }
    expect(await letters(fixture)).toHaveLength(2);
    expect(await notices()).toHaveLength(4);
    // Many alerts of one kind don't hide another kind.
    await post(fixture, fixture.staff, { state: 'delayed' });
    await tellNow(fixture);
    expect(await letters(fixture)).toHaveLength(3);
  });

  test('control: two people get two emails', async () => {
    const { fixture, user } = context;
    const [other = ''] = await createUsers(sql(), 1);
    await book(daysFromNow(7));
    await book(daysFromNow(7), other);
    await post(fixture, fixture.staff);
    expect(await tellNow(fixture)).toBe(2);
    expect((await letters(fixture)).map(({ to }) => to).sort()).toEqual([addressOf(user), addressOf(other)].sort());
  });
});

describe('the notification of an alert', () => {
  const count = async () => (await letters(context.fixture)).length + (await notices()).length;

  test('is sent once, even with concurrent jobs, and repeated after a failure', async () => {
    const { fixture } = context;
    for (const day of [daysFromNow(7), daysFromNow(8)]) await book(day);
    await post(fixture, fixture.staff);
    await sql()`update public.conditions set changed_at = now() - interval '10 minutes'`;
    await Promise.all(Array.from({ length: 6 }, () => sql()`select private.tell_conditions()`));
    expect(await count()).toBe(2);
    // The state after everyone was notified and the last response was lost.
    await sql()`update public.conditions set told_at = null`;
    await sql()`select private.tell_conditions()`;
    expect(await count()).toBe(2);
  });

  test("control: would be sent again without the email's key", async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    await post(fixture, fixture.staff);
    await tellNow(fixture);
    await sql()`update private.outbox set dedupe_key = 'another ' || id where template like 'condition%'`;
    await sql()`update public.conditions set told_at = null`;
    await sql()`select private.tell_conditions()`;
    expect(await count()).toBe(4);
    await sql()`delete from private.outbox where dedupe_key like 'another %'`;
  });

  test('is sent once when two people of the desk change the alert at the same time', async () => {
    const { fixture, user } = context;
    await book(daysFromNow(7));
    const id = await post(fixture, fixture.staff);
    const change = { p_id: id, p_expected_revision: 1 };
    const results = await Promise.allSettled([
      post(fixture, fixture.staff, { text: 'Closed at the bridge.' }, change),
      post(fixture, fixture.manager, { text: 'Closed, the harbour master says.' }, change),
      sql()`select private.tell_conditions()`,
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await tellNow(fixture);
    expect(await letters(fixture)).toEqual([{ to: addressOf(user), revision: 2 }]);
  });
});

describe('guests who bought at the dock', () => {
  const sold = async (email: string | null, changes: Record<string, unknown> = {}) => {
    const { fixture } = context;
    const sale = await sell(fixture, fixture.guide, saleOf(fixture, { guest_name: 'Ana', ...changes }));
    if (email) {
      const args = { p_sale_id: sale.sale_id, p_email: email, p_language: null };
      await sellerCall(fixture, fixture.guide, 'send_dock_ticket', args);
      await sql()`update private.outbox set state = 'sent' where template = 'dock_ticket'`;
    }
    return sale;
  };

  test('get one email per address, in their language and with their ticket', async () => {
    const { fixture } = context;
    await leavesIn(fixture, 120);
    const first = await sold('Ana@Example.org');
    await sold('ana@example.org', { num_people: 1, amount: 175.5 });
    await sold('luis@example.org', { num_people: 1, amount: 175.5 });
    await sold(null, { num_people: 1, amount: 175.5 });
    await post(fixture, fixture.staff);
    expect(await tellNow(fixture)).toBe(2);
    expect(await letters(fixture)).toEqual([
      { to: 'ana@example.org', revision: 1 },
      { to: 'luis@example.org', revision: 1 },
    ]);
    expect(await obsolete()).toEqual([null, null]);
    const [ana] = await contents();
    expect(ana).toMatchObject({ language: 'es', full_name: 'Ana', code: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(ana?.trips).toHaveLength(2);
    expect(first.token).toEqual(expect.any(String));
    expect(await notices()).toEqual([]);
  });

  test('get it at the address of the last ticket email, and few times a day', async () => {
    const { fixture } = context;
    await leavesIn(fixture, 120);
    const sale = await sold('wrong@example.org');
    const args = { p_sale_id: sale.sale_id, p_email: 'ana@example.org', p_language: null };
    await sellerCall(fixture, fixture.guide, 'send_dock_ticket', args);
    await sql()`update private.outbox set state = 'sent' where template = 'dock_ticket'`;
    for (let n = 1; n <= 4; n++) {
      await post(fixture, fixture.staff, { text: `Closed at bridge ${n}`, ends_at: inDays(2) });
      await tellNow(fixture);
    }
    expect(await letters(fixture)).toEqual([1, 2, 3].map(() => ({ to: 'ana@example.org', revision: 1 })));
  });
});
