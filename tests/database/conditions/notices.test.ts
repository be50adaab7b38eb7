import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, transportRequest } from '../booking/support/fixture.ts';
import { cancel, theDeparture } from '../departures/support.ts';
import { addressOf, call, inDays, letters, post, tellNow } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const book = async (more: Record<string, unknown> = {}) =>
  (await payFor(context.fixture, context.checkout, context.user, more)).booking as string;

test('notifies guests whose trips it affects once, by email and in the app', async () => {
  const { fixture, user } = context;
  await book();
  await post(fixture, fixture.staff);
  expect(await tellNow(fixture)).toBe(1);
  expect(await tellNow(fixture)).toBe(0);
  expect(await letters(fixture)).toEqual([{ to: addressOf(user), revision: 1 }]);
  expect(
    await sql()`select recipient from private.outbox where kind = 'notification' and template = 'condition_closed'`,
  ).toEqual([{ recipient: user }]);
});

describe('the people who lead or drive an affected departure', () => {
  const crew = async () =>
    sql()`select recipient, payload -> 'params' as params from private.outbox
      where kind = 'notification' and template = 'departure_touched' order by id`;

  test('are notified once for each day with guests, and again when it becomes worse', async () => {
    const { fixture } = context;
    await book();
    const id = await post(fixture, fixture.staff, { state: 'delayed' });
    await tellNow(fixture);
    const told = await crew();
    expect(told).toMatchObject([
      { recipient: fixture.guide, params: { state: 'delayed', departures: 1, date: fixture.date } },
    ]);
    const change = (revision: number, said: Record<string, unknown>) =>
      post(fixture, fixture.staff, said, { p_id: id, p_expected_revision: revision });
    await change(1, { state: 'delayed', text: 'The water is high.' });
    await tellNow(fixture);
    expect(await crew()).toEqual(told);
    await change(2, { state: 'closed' });
    await tellNow(fixture);
    expect((await crew()).map(({ params }) => params.state)).toEqual(['delayed', 'closed']);
  });

  test('are not notified about another service, a departure that has ended before it, or a cancelled one', async () => {
    const { fixture } = context;
    await book();
    await post(fixture, fixture.staff, { service_ids: [fixture.transport] });
    await post(fixture, fixture.staff, { starts_at: inDays(8), ends_at: inDays(10) });
    await tellNow(fixture);
    expect(await crew()).toEqual([]);
    await cancel(fixture, fixture.staff, { p_selection: { departures: [theDeparture(fixture, fixture.date)] } });
    await post(fixture, fixture.staff);
    await tellNow(fixture);
    expect(await crew()).toEqual([]);
  });

  test('read that the route is closed in the go/no-go question', async () => {
    const { fixture } = context;
    await book();
    await sql()`update public.experiences set min_to_run = 4`;
    await sql()`delete from private.departure_minimums`;
    const states = async () => {
      const [departure] = await sql()`select id from public.departures`;
      return (await call(fixture, fixture.guide, 'departure_states', { p_departures: [departure?.id] })) as unknown;
    };
    expect(await states()).toMatchObject([{ min_to_run: 4, condition: null }]);
    await post(fixture, fixture.staff, { state: 'delayed' });
    expect(await states()).toMatchObject([{ condition: 'delayed' }]);
    await post(fixture, fixture.staff);
    expect(await states()).toMatchObject([{ condition: 'closed' }]);
  });
});

test('notifies guests only after some minutes, so that a mistake corrected by then is sent once', async () => {
  const { fixture } = context;
  await book();
  const id = await post(fixture, fixture.staff);
  expect(await sql()`select private.tell_conditions() as told`).toEqual([{ told: 0 }]);
  await post(
    fixture,
    fixture.staff,
    { text: 'The harbour master has closed the river.' },
    { p_id: id, p_expected_revision: 1 },
  );
  expect(await tellNow(fixture)).toBe(1);
  expect(await letters(fixture)).toMatchObject([{ revision: 2 }]);
});

test('notifies nobody of a change that is saved without a notification', async () => {
  const { fixture } = context;
  await book();
  await post(fixture, fixture.staff, {}, { p_tell: false });
  expect(await tellNow(fixture)).toBe(0);
});

describe('a mistake corrected without a notification', () => {
  test('still notifies people who were not notified yet', async () => {
    const { fixture, user } = context;
    await book();
    const id = await post(fixture, fixture.staff);
    await post(
      fixture,
      fixture.staff,
      { text: 'The river is closed.' },
      { p_id: id, p_expected_revision: 1, p_tell: false },
    );
    expect(await tellNow(fixture)).toBe(1);
    expect(await letters(fixture)).toEqual([{ to: addressOf(user), revision: 2 }]);
  });

  test('changes queued emails, and notifies nobody again', async () => {
    const { fixture } = context;
    await book();
    const id = await post(fixture, fixture.staff);
    await tellNow(fixture);
    await post(
      fixture,
      fixture.staff,
      { text: 'The river is closed.' },
      { p_id: id, p_expected_revision: 1, p_tell: false },
    );
    expect(await tellNow(fixture)).toBe(0);
    expect(
      await sql()`select private.mail_is_obsolete(o) as reason, private.mail_contents(o) #>> '{condition,text}' as text
        from private.outbox o where template = 'condition'`,
    ).toEqual([{ reason: null, text: 'The river is closed.' }]);
  });

  test('control: is replaced in the email by a newer announced change', async () => {
    const { fixture } = context;
    await book();
    const id = await post(fixture, fixture.staff);
    await tellNow(fixture);
    await post(fixture, fixture.staff, { state: 'delayed' }, { p_id: id, p_expected_revision: 1 });
    await tellNow(fixture);
    expect(
      await sql()`select private.mail_is_obsolete(o) as reason from private.outbox o where template = 'condition' order by id`,
    ).toEqual([{ reason: 'The travel alert has changed or ended' }, { reason: null }]);
  });
});

describe('an alert', () => {
  test('notifies no guests of other services and of departures after its end', async () => {
    const { fixture } = context;
    const { hold_id: _, ...ride } = transportRequest(fixture) as Record<string, unknown>;
    await book(ride);
    await post(fixture, fixture.staff); // only the experience
    expect(await tellNow(fixture)).toBe(0);
    await book();
    await post(fixture, fixture.staff, { ends_at: inDays(3) });
    expect(await tellNow(fixture)).toBe(0);
  });

  test('excludes people whose booking is cancelled, or has an offer', async () => {
    const { fixture } = context;
    await book();
    await post(fixture, fixture.staff);
    await cancel(fixture, fixture.guide);
    expect(await tellNow(fixture)).toBe(0);
  });

  test('notifies nobody if it has ended when the job runs', async () => {
    const { fixture } = context;
    await book();
    const id = await post(fixture, fixture.staff);
    await sql()`update public.conditions set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = ${id}`;
    expect(await tellNow(fixture)).toBe(0);
    expect(await sql()`select told_at is not null as done from public.conditions where id = ${id}`).toEqual([
      { done: true },
    ]);
  });
});

test('notifies people of the end of a closure that they know about, although it ends before their day', async () => {
  const { fixture, user } = context;
  await book();
  const id = await post(fixture, fixture.staff);
  await tellNow(fixture);
  await post(
    fixture,
    fixture.staff,
    { state: 'open', text: 'Open again.', ends_at: inDays(1) },
    { p_id: id, p_expected_revision: 1 },
  );
  expect(await tellNow(fixture)).toBe(1);
  expect(await letters(fixture)).toEqual([
    { to: addressOf(user), revision: 1 },
    { to: addressOf(user), revision: 2 },
  ]);
});

test('sends no outdated text in a queued email', async () => {
  const { fixture } = context;
  await book({ booking_date: daysFromNow(7) });
  const id = await post(fixture, fixture.staff);
  await tellNow(fixture);
  await call(fixture, fixture.staff, 'end_condition', { p_id: id });
  expect(
    await sql()`select private.mail_is_obsolete(o) as reason from private.outbox o where template = 'condition'`,
  ).toEqual([{ reason: 'The travel alert has changed or ended' }]);
});

/** Makes the outbox rows or conditions that contain a text fail, until it is dropped. */
const breakOn = async (table: 'private.outbox' | 'public.conditions', text: string) => {
  await sql().unsafe(`create function private.break_row() returns trigger language plpgsql as $$
    begin if new::text like '%${text}%' then raise 'broken'; end if; return new; end $$;
    create trigger break_row before insert or update on ${table} for each row execute function private.break_row()`);
};

test('notifies of other alerts when one fails', async () => {
  const { fixture } = context;
  await book();
  await post(fixture, fixture.staff);
  const bad = await post(fixture, fixture.staff, { text: 'Broken' });
  await sql()`update public.conditions set changed_at = now() - interval '10 minutes'`;
  await breakOn('public.conditions', bad);
  await sql()`select private.tell_conditions()`;
  expect(await sql()`select kind, item from private.troubles`).toEqual([{ kind: 'condition', item: bad }]);
  expect(await sql()`select id from public.conditions where told_at is null`).toEqual([{ id: bad }]);
  expect(await letters(fixture)).toHaveLength(1);
});

test('notifies other guests when one email fails, and that guest later', async () => {
  const { fixture, user } = context;
  const [other = ''] = await createUsers(sql(), 1);
  await book();
  await payFor(fixture, context.checkout, other);
  await post(fixture, fixture.staff);
  await breakOn('private.outbox', addressOf(user));
  await tellNow(fixture);
  expect(await letters(fixture)).toEqual([{ to: addressOf(other), revision: 1 }]);
  await sql().unsafe('drop trigger break_row on private.outbox; drop function private.break_row()');
  await sql()`update private.troubles set next_attempt_at = now()`;
  await tellNow(fixture);
  expect(await letters(fixture)).toEqual([
    { to: addressOf(other), revision: 1 },
    { to: addressOf(user), revision: 1 },
  ]);
  expect(await sql()`select count(*)::int as n from private.troubles`).toEqual([{ n: 0 }]);
});
