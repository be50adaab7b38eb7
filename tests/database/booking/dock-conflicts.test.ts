import { describe, expect, test } from 'vitest';
import {
  type Answer,
  booking,
  checkIn,
  DUE,
  dockForEachTest,
  guide,
  guides,
  on,
  setStatus,
  staff,
  state,
  tourist,
} from './support/dock.ts';
import { ago, arrival, conflicts, decide, did, endRole, report, sql } from './support/dock-reports.ts';
import { brokenInvariants, refusal, startsIn } from './support/fixture.ts';

// Tests reports of phones that contradict the booking, and decisions about them (docs/rules/dock.md, Check-in
// without a signal).

dockForEachTest();

describe('a conflict', () => {
  const one = async (amount?: number) => {
    await checkIn(staff, amount);
    const [answer] = await report(guide, did('checked_in', amount === undefined ? {} : { amount }));
    return answer?.conflict_id;
  };

  test('is visible to its reporter, the guide and those who run the territory only', async () => {
    await one();
    const away = await guides.person(['territory_manager', 'lago'], ['shuttle_manager', 'rio']);
    for (const who of [guide, staff, guides.fixture.manager]) expect(await conflicts(who)).toHaveLength(1);
    for (const who of [away, guides.second, guides.fixture.shuttle, tourist]) expect(await conflicts(who)).toEqual([]);
    await endRole(guide);
    expect(await conflicts(guide)).toEqual([]);
  });

  test('is decided once, by a person, in the audit log', async () => {
    const id = await one();
    expect(await refusal(decide(guides.second, id, 'noted'))).toMatchObject({ code: 'conflict_not_found' });
    expect(await refusal(decide(guide, id, 'cash_returned'))).toMatchObject({ code: 'invalid_input' });
    await decide(guide, id, 'came');
    await decide(guide, id, 'came');
    expect(await refusal(decide(staff, id, 'noted'))).toMatchObject({ code: 'conflict_decided' });
    expect(await conflicts()).toEqual([]);
    expect(await conflicts(staff, { p_open: false })).toMatchObject([
      { decision: 'came', resolved_by: expect.any(String) },
    ]);
    const trail = await sql()`select actor_id from public.audit_log where action = 'dock_conflict_decided'`;
    expect([...trail]).toEqual([{ actor_id: guide }]);
  });

  test("is resolved by the territory's team if it involves cash, with the place of the cash", async () => {
    const id = await one(DUE);
    expect(await refusal(decide(guide, id, 'cash_returned'))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(decide(staff, id, 'noted'))).toMatchObject({ code: 'invalid_input' });
    await setStatus('ordered');
    expect(await refusal(decide(staff, id, 'cash_in_books'))).toMatchObject({ code: 'cash_not_booked' });
    await decide(staff, id, 'cash_handed_over');
    expect(await conflicts()).toEqual([]);
  });
});

describe('a decision about a conflict', () => {
  const reopen = (who: string, id: unknown) => guides.call(who, 'reopen_dock_conflict', { p_id: id });
  const settled = (who = staff) => conflicts(who, { p_open: false });
  const trail = async (...actions: string[]) => {
    const rows =
      await sql()`select action, actor_id, detail from public.audit_log where action = any (${actions}) order by id`;
    return [...rows] as Answer[];
  };
  /** Staff marked the guest as a no-show, and the guide's phone reports that they came. */
  const missed = async () => {
    await on(staff, 'check_in_listed', { p_action: 'no_show' });
    const [answer] = await report(guide, did('checked_in', { at: ago(3) }));
    return answer?.conflict_id;
  };
  /** The guest was checked in long after the day. */
  const late = async () => {
    await startsIn(guides.fixture, booking, -24 * 4);
    const [answer] = await report(guide, did('checked_in', { at: ago(24 * 4 * 60 - 5) }));
    return answer?.conflict_id;
  };

  test('checks the booking in as of the report if they came, and records person and time', async () => {
    const id = await missed();
    await decide(staff, id, 'came');
    expect(await state()).toBe('checked_in/pending/checked_in');
    const [one] = await settled();
    expect(one).toMatchObject({
      decision: 'came',
      sets_arrival: true,
      may_reopen: true,
      resolved_at: expect.any(Date),
    });
    expect(await arrival()).toEqual({ checked_in_at: one?.reported_at, checked_in_by: staff });
    expect(await trail('dock_conflict_decided')).toMatchObject([
      { actor_id: staff, detail: { decision: 'came', check_in_status: 'checked_in' } },
    ]);
    const [event] =
      await sql()`select from_status, to_status, actor_id from public.booking_events where booking_id = ${booking} order by id desc limit 1`;
    expect(event).toEqual({ from_status: 'no_show', to_status: 'checked_in', actor_id: staff });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('marks the no-show if they did not come, and changes nothing if it is in order', async () => {
    await checkIn(staff);
    const [answer] = await report(guide, did('no_show'));
    await decide(staff, answer?.conflict_id, 'noted');
    expect(await state()).toBe('checked_in/pending/checked_in');
    await reopen(staff, answer?.conflict_id);
    await decide(staff, answer?.conflict_id, 'did_not_come');
    expect(await state()).toBe('no_show/pending/no_show');
  });

  test('is made by staff, not the guide, after the day has ended', async () => {
    const id = await late();
    expect(await conflicts(guide)).toMatchObject([{ decisions: ['noted'] }]);
    expect(await refusal(decide(guide, id, 'came'))).toMatchObject({ code: 'arrival_too_late' });
    expect(await conflicts(staff)).toMatchObject([
      { decisions: ['noted', 'came', 'did_not_come'], sets_arrival: true },
    ]);
    await decide(staff, id, 'came');
    expect(await state()).toBe('checked_in/pending/checked_in');
  });

  test('confirms what is set, without changing an arrival, if a guide makes it', async () => {
    const id = await missed();
    expect(await conflicts(guide)).toMatchObject([{ decisions: ['noted', 'did_not_come'] }]);
    expect(await refusal(decide(guide, id, 'came'))).toMatchObject({ code: 'forbidden' });
    expect(await state()).toBe('no_show/pending/no_show');
    await decide(guide, id, 'did_not_come');
    expect(await settled(guide)).toMatchObject([{ decision: 'did_not_come', sets_arrival: false, may_reopen: true }]);
  });

  test('marks nobody as a no-show before the departure leaves', async () => {
    await startsIn(guides.fixture, booking, 1);
    await checkIn(staff);
    const [answer] = await report(guide, did('checked_in'));
    expect(await conflicts(staff)).toMatchObject([{ decisions: ['noted', 'came'] }]);
    expect(await refusal(decide(staff, answer?.conflict_id, 'did_not_come'))).toMatchObject({
      code: 'no_show_too_early',
    });
  });

  test('about a cancelled booking is only recorded', async () => {
    await setStatus('cancelled');
    const [answer] = await report(guide, did('checked_in'));
    expect(await conflicts()).toMatchObject([{ sets_arrival: false, decisions: ['noted', 'came', 'did_not_come'] }]);
    await decide(staff, answer?.conflict_id, 'came');
    expect(await state()).toBe('cancelled/pending/pending');
    expect(await settled()).toMatchObject([{ decision: 'came', sets_arrival: false }]);
  });

  test('can be undone, which reopens the report and restores the arrival', async () => {
    await sql()`update public.bookings set num_people = 2, seats = 2, total_price = total_price * 2 where id = ${booking}`;
    await sql()`update public.departures set sold = sold + 1 where id = (select departure_id from public.bookings where id = ${booking})`;
    await on(staff, 'check_in_listed', { p_action: 'checked_in', p_passengers: [2] });
    const before =
      await sql()`select status, check_in_status, checked_in_at, checked_in_by, arrived from public.bookings where id = ${booking}`;
    const [answer] = await report(guide, did('no_show'));
    await decide(staff, answer?.conflict_id, 'did_not_come');
    expect(await state()).toBe('no_show/pending/no_show');
    await reopen(staff, answer?.conflict_id);
    await reopen(staff, answer?.conflict_id);
    expect(
      await sql()`select status, check_in_status, checked_in_at, checked_in_by, arrived from public.bookings where id = ${booking}`,
    ).toEqual(before);
    expect(await conflicts()).toMatchObject([{ resolved_at: null, decision: null, place: 1 }]);
    expect(await settled()).toEqual([]);
    expect(await trail('dock_conflict_decided', 'dock_conflict_reopened')).toMatchObject([
      { action: 'dock_conflict_decided', actor_id: staff },
      {
        action: 'dock_conflict_reopened',
        actor_id: staff,
        detail: { decision: 'did_not_come', check_in_status: 'checked_in' },
      },
    ]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('is undone after the guest has paid with the status from the payment', async () => {
    const id = await late();
    await decide(staff, id, 'came');
    await sql()`select private.record_sale(${booking})`;
    await sql()`update public.bookings set payment_status = 'completed' where id = ${booking}`;
    await reopen(staff, id);
    expect(await state()).toBe('paid/completed/pending');
  });

  test('is undone without changing what someone has set since', async () => {
    const id = await missed();
    await decide(staff, id, 'came');
    await setStatus('confirmed');
    await reopen(staff, id);
    expect(await state()).toBe('confirmed/pending/pending');
    expect(await conflicts()).toHaveLength(1);
  });

  test('is undone only by those who run the departure and the person who decided, unless it was withdrawn', async () => {
    const id = await missed();
    await decide(staff, id, 'noted');
    expect(await settled(guide)).toMatchObject([{ may_reopen: false }]);
    expect(await refusal(reopen(guide, id))).toMatchObject({ code: 'forbidden' });
    for (const who of [guides.second, guides.fixture.shuttle, tourist]) {
      expect(await settled(who)).toEqual([]);
      expect(await refusal(reopen(who, id))).toMatchObject({ code: 'conflict_not_found' });
    }
    await reopen(guides.fixture.manager, id);
    await decide(guide, id, 'noted');
    await reopen(guide, id);
    await report(guide, did('undo'));
    expect(await settled()).toMatchObject([{ decision: 'taken_back', may_reopen: false }]);
    expect(await refusal(reopen(staff, id))).toMatchObject({ code: 'forbidden' });
  });

  test('about cash is undone by those who run the departure', async () => {
    await checkIn(staff, DUE);
    const [answer] = await report(guide, did('checked_in', { amount: DUE }));
    await decide(staff, answer?.conflict_id, 'cash_handed_over');
    expect(await refusal(reopen(guide, answer?.conflict_id))).toMatchObject({ code: 'forbidden' });
    await reopen(staff, answer?.conflict_id);
    expect(await conflicts()).toMatchObject([{ amount: DUE, decision: null }]);
  });

  test('has to wait if repeated for one booking', async () => {
    const id = await missed();
    await sql()`update private.limits set value = 1 where name = 'booking_change.same_day'`;
    await decide(staff, id, 'came');
    await reopen(staff, id);
    await decide(staff, id, 'came');
    expect(await refusal(reopen(staff, id))).toMatchObject({ code: 'rate_limited_day' });
  });

  test('is listed latest first, page by page', async () => {
    await checkIn(staff);
    await sql()`insert into private.dock_conflicts (territory_id, booking_id, reporter_id, action, reason, reported_at, price, currency_code, created_at,
        resolved_at, resolved_by, decision)
      select 'rio', ${booking}, ${guide}, 'checked_in', 'checked_in_twice', now(), 175.5, 'GTQ', now() - n * interval '1 minute',
        now() - (10 - n) * interval '1 minute', ${staff}, 'noted' from generate_series(1, 5) n`;
    const page = (more: object = {}) =>
      guides.call(staff, 'dock_conflicts', { p_open: false, p_limit: 3, ...more }) as Promise<Answer[]>;
    const first = await page();
    const last = first.at(-1);
    const next = await page({ p_after_place: last?.place, p_after_at: last?.resolved_at, p_after_id: last?.id });
    const times = [...first, ...next].map(({ resolved_at: at }) => (at as Date).getTime());
    expect(times).toHaveLength(5);
    expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  });
});
