import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, grantRole, refusal } from '../booking/support/fixture.ts';
import { type Cancellation, passUndo, seatsOn, theDeparture, theRide } from '../departures/support.ts';
import { addressOf, call, inDays, letters, post, tellNow } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const book = (service_date: string, who = context.user) =>
  payFor(context.fixture, context.checkout, who, { service_date });

const key = randomUUID;
const closed = () => ({ starts_at: inDays(0), ends_at: inDays(10) });
type Saved = { revision: number; cancellation: Cancellation | null };
/** Posts that the river is closed, and cancels these departures. */
async function close(cancel: Record<string, unknown> | null, who: string, more: Record<string, unknown> = {}) {
  const said = { ...closed(), subject: 'river', state: 'closed', text: 'High water.' };
  return (await call(context.fixture, who, 'save_condition', {
    p_id: randomUUID(),
    p_territory_id: 'rio',
    p_expected_revision: null,
    p_condition: { service_ids: [context.fixture.experience], ...said },
    p_cancel: cancel,
    ...more,
  })) as Saved;
}
const outcomes = ({ cancellation }: Saved) => cancellation?.departures.map(({ outcome }) => outcome);
const offerLetters = () => sql()`select recipient from private.outbox where template = 'departure_offer'`;
const cancellations = async () =>
  (await sql()`select count(*)::int as n from private.departure_cancellations`)[0]?.n as number;

test('cancels departures until the end of a closure, and guests get the offer with its text, without an email about the alert', async () => {
  const { fixture, user } = context;
  const [later = ''] = await createUsers(sql(), 1);
  await book(daysFromNow(7));
  await book(daysFromNow(8), later);
  const saved = await close({ key: key(), departures: [theDeparture(fixture)] }, fixture.staff);
  expect(outcomes(saved)).toEqual(['cancelled']);
  expect(await seatsOn(fixture, fixture.date)).toMatchObject({ status: 'cancelled' });
  expect(await sql()`select reason, message from private.departure_cancellations`).toEqual([
    { reason: 'road', message: 'High water.' },
  ]);
  await passUndo(fixture);
  expect(await tellNow(fixture)).toBe(1);
  expect(await offerLetters()).toEqual([{ recipient: addressOf(user) }]);
  expect(await letters(fixture)).toEqual([{ to: addressOf(later), revision: 1 }]);
});

test('notifies a guest with a cancelled trip and another one only about the second', async () => {
  const { fixture } = context;
  await book(daysFromNow(7));
  await book(daysFromNow(8));
  await close({ key: key(), departures: [theDeparture(fixture)] }, fixture.staff);
  await passUndo(fixture);
  await tellNow(fixture);
  const [row] =
    await sql()`select private.mail_contents(o) -> 'trips' as trips from private.outbox o where template = 'condition'`;
  expect(row?.trips).toMatchObject([{ booking_date: daysFromNow(8) }]);
  expect(row?.trips).toHaveLength(1);
});

test('sends no alert for a booking of a cancelled departure whose offer is not made yet', async () => {
  const { fixture } = context;
  await book(daysFromNow(7));
  await close({ key: key(), departures: [theDeparture(fixture)] }, fixture.staff);
  await sql()`delete from private.departure_offers`;
  expect(await tellNow(fixture)).toBe(0);
  await sql()`select private.offer_bookings()`;
});

test('control: without cancellations, guests are notified of the closure, and get no offer', async () => {
  const { fixture, user } = context;
  await book(daysFromNow(7));
  expect(await close(null, fixture.staff)).toEqual({ revision: 1, cancellation: null });
  expect(await tellNow(fixture)).toBe(1);
  expect(await offerLetters()).toEqual([]);
  expect(await letters(fixture)).toEqual([{ to: addressOf(user), revision: 1 }]);
});

test('notifies guests of the closure if the cancellation is undone within two minutes', async () => {
  const { fixture } = context;
  await book(daysFromNow(7));
  const { cancellation } = await close({ key: key(), departures: [theDeparture(fixture)] }, fixture.staff);
  await call(fixture, fixture.staff, 'undo_departure_cancellation', {
    p_cancellation_id: cancellation?.cancellation_id,
  });
  expect(await tellNow(fixture)).toBe(1);
  expect(await letters(fixture)).toHaveLength(1);
});

describe('a repeated closure', () => {
  const request = () => ({
    id: { p_id: randomUUID() },
    cancel: { key: key(), departures: [theDeparture(context.fixture)] },
  });

  test('returns the same response when repeated after a lost one', async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    const { id, cancel } = request();
    const first = await close(cancel, fixture.staff, id);
    expect(await close(cancel, fixture.staff, id)).toEqual(first);
    expect(await cancellations()).toBe(1);
    expect(await sql()`select count(*)::int as n from private.departure_offers`).toEqual([{ n: 1 }]);
  });

  test('applies once for six simultaneous requests', async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    const { id, cancel } = request();
    const answers = await Promise.all(Array.from({ length: 6 }, () => close(cancel, fixture.staff, id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await cancellations()).toBe(1);
    expect(await sql()`select count(*)::int as n from public.condition_changes`).toEqual([{ n: 1 }]);
    expect(await offerLetters()).toHaveLength(1);
  });

  test('control: six requests with their own keys are six cancellations, of which one finds something to cancel', async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    const { id, cancel } = request();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => close({ ...cancel, key: key() }, fixture.staff, id)),
    );
    expect(await cancellations()).toBe(6);
    expect(answers.flatMap(outcomes).filter((outcome) => outcome === 'cancelled')).toHaveLength(1);
    expect(await offerLetters()).toHaveLength(1);
  });

  test('is applied once even for two people of the desk at the same time, each with their own alert', async () => {
    const { fixture } = context;
    await book(daysFromNow(7));
    await book(daysFromNow(8));
    const departures = [theDeparture(fixture), theDeparture(fixture, daysFromNow(8))];
    const answers = await Promise.all([
      close({ key: key(), departures }, fixture.staff),
      close({ key: key(), departures: [...departures].reverse() }, fixture.manager),
      sql()`update public.conditions set changed_at = now() - interval '10 minutes'`.then(
        () => sql()`select private.tell_conditions()`,
      ),
    ]);
    const all = [answers[0], answers[1]].flatMap((saved) => outcomes(saved));
    expect(all.filter((outcome) => outcome === 'cancelled')).toHaveLength(2);
    expect(all.filter((outcome) => outcome === 'already_cancelled')).toHaveLength(2);
    expect(await offerLetters()).toHaveLength(2);
    await passUndo(fixture);
    expect(await tellNow(fixture)).toBe(0);
  });
});

describe('a closure that cancels departures', () => {
  const conditions = () => sql()`select id from public.conditions`;

  test("cancels nothing for people who can't post it", async () => {
    const { fixture } = context;
    const [outsider = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), outsider, 'territory_manager', 'lago');
    await book(daysFromNow(7));
    const cancel = { key: key(), departures: [theDeparture(fixture)] };
    // The guide may cancel this departure, but not post a travel alert.
    for (const who of [fixture.guide, fixture.shuttle, outsider])
      expect(await refusal(close(cancel, who))).toMatchObject({ code: 'forbidden' });
    expect(await conditions()).toEqual([]);
    expect(await seatsOn(fixture, fixture.date)).toMatchObject({ status: 'scheduled' });
  });

  test('cancels nothing outside: another territory, another service, a day after its end', async () => {
    const { fixture } = context;
    const [everywhere = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), everywhere, 'admin', null);
    const [foreign] = await sql()`insert into public.experiences
      (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('lago', 'Volcano', 'Up', 4, 100, 8, 8) returning id`;
    const [slot] =
      await sql()`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      values (${foreign?.id}, '09:00', '13:00', 8, 8) returning id`;
    const elsewhere = { ...theDeparture(fixture), service_id: foreign?.id, slot_id: slot?.id };
    for (const other of [elsewhere, theRide(fixture), theDeparture(fixture, daysFromNow(50))])
      expect(
        await refusal(close({ key: key(), departures: [theDeparture(fixture), other] }, everywhere)),
      ).toMatchObject({
        code: 'invalid_input',
      });
    expect(await conditions()).toEqual([]);
    expect(await sql()`select 1 from private.departure_cancellations`).toHaveLength(0);
  });

  test.each([
    ['without a key', { key: null }],
    ['with a key that is none', { key: 'x' }],
    ['without departures', { departures: [] }],
    ['with too many', { departures: Array.from({ length: 201 }, () => ({})) }],
  ])('posts nothing if it is refused: %s', async (_, more) => {
    const { fixture } = context;
    const cancel = { key: key(), departures: [theDeparture(fixture)], ...more };
    expect(await refusal(close(cancel, fixture.staff))).toMatchObject({ code: 'invalid_input' });
    expect(await conditions()).toEqual([]);
  });

  test('cancels nothing for a delay', async () => {
    const { fixture } = context;
    const p_cancel = { key: key(), departures: [theDeparture(fixture)] };
    expect(await refusal(post(fixture, fixture.staff, { state: 'delayed' }, { p_cancel }))).toMatchObject({
      code: 'invalid_input',
    });
    expect(await conditions()).toEqual([]);
  });
});
