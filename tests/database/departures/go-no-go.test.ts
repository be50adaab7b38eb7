import { describe, expect, test } from 'vitest';
import { pending } from '../../support/background-work.ts';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, grantRole } from '../booking/support/fixture.ts';
import { answer, call, cancel, type Json, offersOf, theDeparture } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const run = () => context.checkout.deps.admin('run_departures') as Promise<Json>;
const departure = async () =>
  (
    await sql()`select d.id, d.status, g.decides_at, g.waits from public.departures d
    left join private.departure_decisions g on g.departure_id = d.id where d.service_id = ${context.fixture.experience}`
  )[0];
const told = async (type: string) =>
  (await sql()`select recipient from private.outbox where template = ${type} and kind = 'notification' order by 1`).map(
    (row) => row.recipient as string,
  );

/** Books this many people on a departure that needs four and is decided in this many minutes, on the day before. */
async function decidedIn(minutes: number, people: number, more: Json = {}): Promise<string> {
  const { fixture, checkout } = context;
  const [at] =
    await sql()`select ((now() + ${minutes} * interval '1 minute') at time zone 'America/Guatemala')::time::text as time,
      ((now() + ${minutes} * interval '1 minute') at time zone 'America/Guatemala')::date + 1 as day`;
  await call(fixture, fixture.staff, 'set_run_minimum', {
    p_service_id: fixture.experience,
    p_min_to_run: 4,
    p_decide_at: at?.time,
  });
  fixture.date = new Date(at?.day).toISOString().slice(0, 10);
  if (people === 0) return '';
  return (await payFor(fixture, checkout, context.user, { num_people: people, service_date: fixture.date, ...more }))
    .booking;
}

/** The team was asked, and the time has passed. */
const hourPasses = () =>
  sql()`update private.departure_decisions set asked_at = now() - interval '61 minutes', decides_at = now() - interval '1 minute'`;

describe('a departure at its minimum', () => {
  test('is confirmed, and everyone is notified once', async () => {
    await decidedIn(3 * 24 * 60, 4);
    expect(await run()).toMatchObject({ go_no_go: 1 });
    expect(await run()).toMatchObject({ go_no_go: 0 });
    expect(await departure()).toMatchObject({ status: 'confirmed' });
    const { guide, staff, manager } = context.fixture;
    expect(await told('departure_confirmed')).toEqual([context.user, guide, staff, manager].sort());
  });

  test('is reached by a private group alone', async () => {
    await decidedIn(30, 2, { booking_type: 'private' });
    await run();
    expect(await departure()).toMatchObject({ status: 'confirmed' });
  });

  test('stays confirmed when a guest drops out, and can still be cancelled', async () => {
    const booking = await decidedIn(30, 4);
    await run();
    await context.call(context.user, 'cancel_booking', booking);
    await run();
    expect(await departure()).toMatchObject({ status: 'confirmed' });
    expect(await cancel(context.fixture, context.fixture.guide)).toMatchObject({
      departures: [{ outcome: 'cancelled' }],
    });
  });
});

describe('a departure below its minimum', () => {
  test('asks nobody more than an hour before the decision', async () => {
    await decidedIn(65, 3);
    expect(await run()).toMatchObject({ go_no_go: 0 });
    expect(await departure()).toMatchObject({ status: 'scheduled', decides_at: null });
  });

  test('asks those who run it once, and without an answer it is cancelled and its guests choose at once', async () => {
    await decidedIn(55, 3);
    expect(await run()).toMatchObject({ go_no_go: 1 });
    expect(await run()).toMatchObject({ go_no_go: 0 });
    const { guide, staff, manager } = context.fixture;
    expect(await told('go_no_go')).toEqual([guide, staff, manager].sort());
    await hourPasses();
    await Promise.all([run(), run(), run()]);
    expect(await departure()).toMatchObject({ status: 'cancelled' });
    expect(await sql()`select reason, actor_id from private.departure_cancellations`).toEqual([
      { reason: 'too_few', actor_id: null },
    ]);
    const [offer] = await offersOf(context.fixture, context.user);
    expect(await answer(context.fixture, context.user, offer?.offer_id ?? '', { p_answer: 'refund' })).toMatchObject({
      state: 'refunded',
    });
  });

  test('has nothing to decide without bookings', async () => {
    await decidedIn(-5, 0);
    expect(await run()).toMatchObject({ go_no_go: 0 });
  });

  test('has nothing to decide without a minimum', async () => {
    await decidedIn(-5, 1);
    await sql()`update public.experiences set min_to_run = null`;
    expect(await run()).toMatchObject({ go_no_go: 0 });
  });
});

describe('the go/no-go answer', () => {
  const decide = async (who: string, p_decision: string) =>
    call(context.fixture, who, 'decide_departure', { p_departure_id: (await departure())?.id, p_decision });

  test('confirms the departure', async () => {
    await decidedIn(30, 1);
    await run();
    expect(await decide(context.fixture.guide, 'run')).toMatchObject({ status: 'confirmed', sold: 1, min_to_run: 4 });
    expect(await decide(context.fixture.guide, 'run')).toMatchObject({ status: 'confirmed' });
    await hourPasses();
    await run();
    expect(await departure()).toMatchObject({ status: 'confirmed' });
    expect(await told('departure_confirmed')).toContain(context.user);
  });

  test('can postpone the decision by two hours', async () => {
    await decidedIn(30, 1);
    await run();
    const before = await departure();
    await decide(context.fixture.staff, 'wait');
    const after = await departure();
    expect(after?.decides_at - before?.decides_at).toBe(2 * 3_600_000);
    expect(after).toMatchObject({ waits: 1, status: 'scheduled' });
  });

  test("can't postpone it if the departure would have left", async () => {
    await decidedIn(30, 1);
    await run();
    await sql()`update private.departure_decisions set decides_at = decides_at + interval '3 days'`;
    await expect(decide(context.fixture.guide, 'wait')).rejects.toMatchObject({
      status: 409,
      code: 'too_late_to_wait',
    });
  });

  test('is for an undecided departure with a minimum and with bookings', async () => {
    const booking = await decidedIn(30, 1);
    await sql()`update public.experiences set min_to_run = null`;
    await sql()`delete from private.departure_minimums`;
    for (const answer of ['run', 'wait'])
      await expect(decide(context.fixture.staff, answer)).rejects.toMatchObject({ code: 'nothing_to_decide' });
    await sql()`update public.experiences set min_to_run = 4`;
    await context.call(context.user, 'cancel_booking', booking);
    await expect(decide(context.fixture.staff, 'run')).rejects.toMatchObject({ code: 'nothing_to_decide' });
    expect(await departure()).toMatchObject({ status: 'scheduled' });
  });

  test('is only possible for those who run it, and for a future departure', async () => {
    await decidedIn(30, 1);
    await run();
    for (const who of [context.user, context.fixture.shuttle]) {
      await expect(decide(who, 'run')).rejects.toMatchObject({ status: 403 });
    }
    await expect(decide(context.fixture.guide, 'perhaps')).rejects.toMatchObject({ status: 400 });
    await cancel(context.fixture, context.fixture.guide, {
      p_selection: { departures: [theDeparture(context.fixture)] },
      p_reason: 'too_few',
    });
    await expect(decide(context.fixture.guide, 'run')).rejects.toMatchObject({
      status: 409,
      code: 'departure_cancelled',
    });
  });
});

describe('a minimum that is changed after trips were sold', () => {
  const setMinimum = (p_min_to_run: number | null, p_decide_at = '18:00') =>
    call(context.fixture, context.fixture.staff, 'set_run_minimum', {
      p_service_id: context.fixture.experience,
      p_min_to_run,
      p_decide_at,
    });
  const minimumOn = (p_date: string) =>
    call(context.fixture, null, 'departure_minimum', {
      p_service_id: context.fixture.experience,
      p_slot_id: context.fixture.slot,
      p_date,
    }) as Promise<Json>;
  const another = '2126-11-26';

  test('does not apply to trips sold without one, but to all others', async () => {
    await decidedIn(55, 1);
    await sql()`delete from private.departure_minimums`;
    await sql()`update public.experiences set min_to_run = null`;
    await setMinimum(6);
    expect(await minimumOn(context.fixture.date)).toMatchObject({ min_to_run: null, decides_at: null, sold: 1 });
    expect(await minimumOn(another)).toMatchObject({ min_to_run: 6 });
    await run();
    expect(await told('go_no_go')).toEqual([]);
  });

  test('does not change number and deadline of trips sold with a lower one', async () => {
    await decidedIn(3 * 24 * 60, 3);
    const before = await minimumOn(context.fixture.date);
    await setMinimum(6, '09:30');
    expect(await minimumOn(context.fixture.date)).toEqual(before);
    expect(before).toMatchObject({ min_to_run: 4, sold: 3 });
    await payFor(context.fixture, context.checkout, context.user, {
      num_people: 1,
      service_date: context.fixture.date,
    });
    await run();
    expect(await departure()).toMatchObject({ status: 'confirmed' });
  });

  test('applies to sold trips if it is lower, permanently', async () => {
    await decidedIn(3 * 24 * 60, 3);
    await setMinimum(3);
    expect(await minimumOn(context.fixture.date)).toMatchObject({ min_to_run: 3 });
    await setMinimum(8);
    expect(await minimumOn(context.fixture.date)).toMatchObject({ min_to_run: 3 });
    await run();
    expect(await departure()).toMatchObject({ status: 'confirmed' });
  });

  test('no longer applies to sold trips when removed', async () => {
    await decidedIn(55, 3);
    await setMinimum(null);
    await setMinimum(8);
    expect(await minimumOn(context.fixture.date)).toMatchObject({ min_to_run: null });
    expect(await run()).toMatchObject({ go_no_go: 0 });
  });

  test('applies to guests who book a departure without earlier bookings', async () => {
    await decidedIn(3 * 24 * 60, 0);
    await setMinimum(6);
    await payFor(context.fixture, context.checkout, context.user, {
      num_people: 4,
      service_date: context.fixture.date,
    });
    expect(await minimumOn(context.fixture.date)).toMatchObject({ min_to_run: 6, sold: 4 });
  });
});

describe('a scheduler that was down', () => {
  test('asks late and still leaves an hour', async () => {
    await decidedIn(-5 * 60, 3);
    expect(await run()).toMatchObject({ go_no_go: 1 });
    const row = await departure();
    expect(row?.status).toBe('scheduled');
    expect(row?.decides_at.getTime() - Date.now()).toBeGreaterThan(58 * 60_000);
  });

  test('asks nobody about a departure that leaves within the hour, and cancels none that has left', async () => {
    const booking = await decidedIn(-5 * 60, 3);
    await leavesIn(booking, 30);
    expect(await run()).toMatchObject({ go_no_go: 0 });
    await sql()`insert into private.departure_decisions (departure_id, asked_at, decides_at)
      select id, now() - interval '6 hours', now() - interval '5 hours' from public.departures where service_id = ${context.fixture.experience}`;
    await leavesIn(booking, -30);
    expect(await run()).toMatchObject({ go_no_go: 0 });
    const late = call(context.fixture, context.fixture.guide, 'decide_departure', {
      p_departure_id: (await departure())?.id,
      p_decision: 'run',
    });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'departure_begun' });
    expect(await departure()).toMatchObject({ status: 'scheduled' });
    await leavesIn(booking, -180);
    expect(await run()).toMatchObject({ departed: 1 });
    expect(await departure()).toMatchObject({ status: 'departed' });
    expect(await cancel(context.fixture, context.fixture.guide).catch((error: Json) => error.code)).toMatchObject({
      departures: [{ outcome: 'departed' }],
    });
  });

  /** Moves the departure, its slot and its booking to this many minutes from now. */
  async function leavesIn(booking: string, minutes: number) {
    const [at] = await sql()`select l::date::text as day, l::time::text as time
      from (select (now() + ${minutes} * interval '1 minute') at time zone 'America/Guatemala' as l) x`;
    await sql()`update public.experience_timeslots set start_time = ${at?.time}, end_time = '23:59:59.9' where id = ${context.fixture.slot}`;
    await sql()`update public.departures set service_date = ${at?.day}, start_time = case when held + sold > 0 then ${at?.time}::time end where service_id = ${context.fixture.experience}`;
    await sql()`update public.bookings set booking_date = ${at?.day}, start_time = ${at?.time} where id = ${booking}`;
    context.fixture.date = at?.day as string;
  }
});

describe('the emails to guests', () => {
  /** Returns the emails due now, with current content. */
  const written = async (of: string): Promise<Json[]> => {
    await pending.settled();
    await sql()`update private.outbox set frozen = null, state = 'queued', attempts = 0, next_attempt_at = now()`;
    const rows = (await context.checkout.deps.admin('claim_outbox', { p_limit: 50 })) as {
      template: string;
      data: Json;
    }[];
    return rows.filter(({ template }) => template === of).map(({ data }) => data);
  };
  const minimum = async () => (await written('booking_confirmation'))[0]?.minimum;

  test('say that the departure goes ahead, while that is true', async () => {
    const booking = await decidedIn(3 * 24 * 60, 4);
    await run();
    expect(await written('departure_confirmed')).toMatchObject([
      { booking_id: booking, minimum: { status: 'confirmed', min_to_run: 4, sold: 4 } },
    ]);
    await cancel(context.fixture, context.fixture.guide);
    expect(await written('departure_confirmed')).toEqual([]);
  });

  test('do not say so to guests who have cancelled', async () => {
    const booking = await decidedIn(3 * 24 * 60, 4);
    await run();
    await context.call(context.user, 'cancel_booking', booking);
    expect(await written('departure_confirmed')).toEqual([]);
  });

  test('contain the number at the time of sending, and the time of the decision', async () => {
    await decidedIn(3 * 24 * 60, 3);
    const said = await minimum();
    expect(said).toMatchObject({ status: 'scheduled', min_to_run: 4, sold: 3, time_zone: 'America/Guatemala' });
    expect(Date.parse(String((said as Json).decides_at)) - Date.now()).toBeGreaterThan(3 * 24 * 3_600_000 - 60_000);
    await sql()`update public.departures set status = 'confirmed'`;
    expect(await minimum()).toMatchObject({ status: 'confirmed', sold: 3 });
  });

  test('say nothing about it to a private group', async () => {
    await decidedIn(3 * 24 * 60, 3, { booking_type: 'private' });
    expect(await minimum()).toBeNull();
  });

  test('say nothing about it if there is no minimum', async () => {
    await decidedIn(3 * 24 * 60, 3);
    await sql()`update public.experiences set min_to_run = null`;
    expect(await minimum()).toBeNull();
  });
});

const DAY_MS = 86_400_000;
/** Returns the nth Sunday of a month, of this year or, if that is over, of the next. */
function comingSunday(month: number, nth: number): Date {
  const now = new Date();
  const [soon = now, later = now] = [0, 1].map((more) => {
    const first = new Date(Date.UTC(now.getUTCFullYear() + more, month - 1, 1));
    return new Date(first.getTime() + (((7 - first.getUTCDay()) % 7) + 7 * (nth - 1)) * DAY_MS);
  });
  return soon.getTime() - now.getTime() > 2 * DAY_MS ? soon : later;
}
const dayOf = (sunday: Date, days: number): string =>
  new Date(sunday.getTime() + days * DAY_MS).toISOString().slice(0, 10);

// The days on which New York's clocks go forward and back.
const forward = comingSunday(3, 2);
const back = comingSunday(11, 1);

test.each([
  ['America/New_York', dayOf(forward, 0), `${dayOf(forward, -1)}T23:00:00.000Z`],
  ['America/New_York', dayOf(forward, 1), `${dayOf(forward, 0)}T22:00:00.000Z`],
  ['America/New_York', dayOf(back, 1), `${dayOf(back, 0)}T23:00:00.000Z`],
  ['America/Guatemala', dayOf(forward, 1), `${dayOf(forward, 1)}T00:00:00.000Z`],
  ['Pacific/Kiritimati', dayOf(forward, 1), `${dayOf(forward, 0)}T04:00:00.000Z`],
])('decides in %s about a departure of %s at 6 PM of the day before, local time', async (zone, date, moment) => {
  await decidedIn(0, 0);
  await sql()`update public.experiences set decide_at = '18:00'`;
  await sql()`update public.territories set time_zone = ${zone} where id = 'rio'`;
  const found = await call(context.fixture, null, 'departure_minimum', {
    p_service_id: context.fixture.experience,
    p_slot_id: context.fixture.slot,
    p_date: date,
  });
  expect(found).toMatchObject({ status: 'scheduled', min_to_run: 4, sold: 0 });
  expect(new Date((found as { decides_at: string }).decides_at).toISOString()).toBe(moment);
});

test('reports whether a card waits for the decision, if that comes before Stripe releases it', async () => {
  const waits = async (minutes: number) => {
    await decidedIn(minutes, 0);
    const { fixture } = context;
    const found = await call(fixture, null, 'departure_minimum', {
      p_service_id: fixture.experience,
      p_slot_id: fixture.slot,
      p_date: fixture.date,
    });
    return (found as { card_waits: boolean }).card_waits;
  };
  const day = 24 * 60;
  expect(await waits(3 * day)).toBe(true);
  expect(await waits(7 * day)).toBe(false);
  expect(await waits(-10)).toBe(true);
});

describe('a departure whose decision is due before anyone has booked', () => {
  const told = () =>
    call(context.fixture, null, 'departure_minimum', {
      p_service_id: context.fixture.experience,
      p_slot_id: context.fixture.slot,
      p_date: context.fixture.date,
    }) as Promise<{ decides_at: string | null; card_waits: boolean; min_to_run: number }>;
  const minutesFromNow = (moment: string | Date) => Math.round((new Date(moment).getTime() - Date.now()) / 60_000);

  test('tells its first guest an hour from now, authorises the card, and lets them cancel for free, like the second', async () => {
    await decidedIn(-5 * 60, 0);
    const before = await told();
    expect([minutesFromNow(before.decides_at as string), before.card_waits]).toEqual([60, true]);
    for (const who of [context.user, ...(await createUsers(sql(), 1))]) {
      const { booking } = await payFor(context.fixture, context.checkout, who, {
        num_people: 1,
        service_date: context.fixture.date,
      });
      const [paid] =
        await sql()`select p.status, private.cancellation_terms(f)::jsonb as terms, private.minimum_mail_data(f.departure_id, 'shared') as letter
          from private.booking_facts f, private.payment_of(f.id) p where f.id = ${booking}`;
      expect(paid).toMatchObject({ status: 'requires_capture', terms: { refund_percent: 100, fee_amount: 0 } });
      expect(minutesFromNow(paid?.letter.decides_at)).toBe(60);
      await run();
    }
    const row = await departure();
    expect(minutesFromNow(row?.decides_at)).toBe(60);
    expect(new Date((await told()).decides_at as string)).toEqual(row?.decides_at);
  });

  test('goes ahead if it would have left by then, without a decision time, and the card is charged', async () => {
    await decidedIn(-5 * 60, 0);
    const [at] = await sql()`select l::date::text as day, l::time::text as time
      from (select (now() + interval '50 minutes') at time zone 'America/Guatemala' as l) x`;
    await sql()`update public.experience_timeslots set start_time = ${at?.time}, end_time = '23:59:59.9' where id = ${context.fixture.slot}`;
    context.fixture.date = at?.day;
    expect(await told()).toMatchObject({ min_to_run: 4, decides_at: null, card_waits: false });
  });
});

test('only those who run the territory set the minimum', async () => {
  const set = (who: string, p_min_to_run: number | null) =>
    call(context.fixture, who, 'set_run_minimum', {
      p_service_id: context.fixture.transport,
      p_min_to_run,
    });
  const [away = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), away, 'territory_manager', 'lago');
  for (const who of [away, context.user, context.fixture.guide])
    await expect(set(who, 2)).rejects.toMatchObject({ status: 403 });
  await expect(set(context.fixture.staff, 0)).rejects.toMatchObject({ status: 400 });
  // A minimum above the number of seats would mean that no departure could ever go ahead.
  const [seats] = await sql()`select max_spots as most from public.territory_transports`;
  await expect(set(context.fixture.staff, seats?.most + 1)).rejects.toMatchObject({ code: 'minimum_above_seats' });
  await set(context.fixture.staff, 3);
  expect(await sql()`select min_to_run, decide_at::text from public.territory_transports`).toEqual([
    { min_to_run: 3, decide_at: '18:00:00' },
  ]);
  await set(context.fixture.staff, null);
  expect(await sql()`select min_to_run from public.territory_transports`).toEqual([{ min_to_run: null }]);
});

test('refuses to overwrite a minimum that a colleague has set since the form was opened', async () => {
  const set = (who: string, p_min_to_run: number | null, seen: number | null) =>
    call(context.fixture, who, 'set_run_minimum', {
      p_service_id: context.fixture.transport,
      p_min_to_run,
      p_decide_at: '18:00',
      p_seen_min_to_run: seen,
      p_seen_decide_at: '18:00',
    });
  const { staff, manager } = context.fixture;
  await set(staff, 3, null);
  await expect(set(manager, 2, null)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  // The value is already set. Only the response was lost.
  const trail = () => sql()`select * from public.audit_log order by id`;
  const before = await trail();
  await set(staff, 3, null);
  expect(await trail()).toEqual(before);
  await set(manager, 2, 3);
  expect(await sql()`select min_to_run from public.territory_transports`).toEqual([{ min_to_run: 2 }]);
});
