import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  booking,
  checkIn,
  DUE,
  dockForEachTest,
  guide,
  guides,
  money,
  setStatus,
  staff,
  state,
  tourist,
} from './support/dock.ts';
import { ago, arrival, codeOf, conflicts, decide, did, endRole, hash, report, sql } from './support/dock-reports.ts';
import { brokenInvariants, refusal, startsIn } from './support/fixture.ts';

// Tests reports of phones that were offline (docs/rules/dock.md, Check-in without a signal). The booking is to be
// paid in cash.

dockForEachTest();

describe('an offline report', () => {
  test("is applied at the phone's minute, and recorded in the audit log", async () => {
    const at = ago(4);
    const [answer] = await report(guide, did('checked_in', { at, amount: DUE, ticket: hash(await codeOf()) }));
    expect(answer).toMatchObject({ result: 'done', booking_id: booking, booking: { check_in_status: 'checked_in' } });
    expect(await state()).toBe('checked_in/completed/checked_in');
    expect(await arrival()).toEqual({ checked_in_at: new Date(at), checked_in_by: guide });
    expect(await money()).toEqual({ sum: DUE, entries: 1, by: guide });
    const trail = await sql()`select action from public.audit_log where subject_id = ${booking} order by id`;
    expect(trail.map(({ action }) => action)).toEqual(['check_in_reported', 'receive_cash']);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('is refused alone if it is invalid', async () => {
    const [, other = ''] = guides.tourists;
    const second = await guides.book(other);
    await startsIn(guides.fixture, second, -0.1);
    const answers = await report(
      guide,
      did('fly'),
      did('checked_in', { booking_id: randomUUID() }),
      did('checked_in', { amount: -1 }),
      did('checked_in', { at: 'noon' }),
      did('checked_in', { passengers: [0] }),
      { key: 'none' },
      did('checked_in', { ticket: hash('f'.repeat(32)) }),
      did('checked_in'),
      did('checked_in', { booking_id: second }),
    );
    expect(answers.map(({ result, code }) => code ?? result)).toEqual([
      'invalid_input',
      'check_in_not_assigned',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_check_in_code',
      'done',
      'done',
    ]);
  });

  test('is applied in order: arrived, undone, arrived again', async () => {
    const answers = await report(
      guide,
      did('checked_in', { amount: DUE, at: ago(30) }),
      did('undo', { at: ago(28) }),
      did('no_show', { at: ago(3) }),
      did('undo', { at: ago(2) }),
      did('checked_in', { at: ago(1) }),
    );
    expect(answers.map(({ result, code }) => code ?? result)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(await state()).toBe('checked_in/pending/checked_in');
    expect(await money()).toMatchObject({ sum: 0 });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test("can't undo an arrival that the server has had for long", async () => {
    await report(guide, did('checked_in', { amount: DUE, at: ago(3) }));
    await sql()`update private.requests set created_at = now() - interval '1 hour'`;
    await sql()`update public.bookings set checked_in_at = now() - interval '1 hour' where id = ${booking}`;
    const [answer] = await report(guide, did('undo', { at: ago(59) }));
    expect(answer).toMatchObject({ result: 'conflict', code: 'undo_over' });
    expect(await state()).toBe('checked_in/completed/checked_in');
  });

  test('is refused as a whole if it is empty, too long or no list', async () => {
    for (const bad of [{}, [], 'x', [1], Array.from({ length: 51 }, () => did('checked_in'))])
      expect(await refusal(guides.call(guide, 'report_arrivals', { p_reports: JSON.stringify(bad) }))).toMatchObject({
        code: 'invalid_input',
      });
    expect(await state()).toBe('ordered/pending/pending');
  });
});

describe('a repeated report', () => {
  test('gets the same response without effect, even ten times at the same time', async () => {
    const first = did('checked_in', { amount: DUE });
    const [answer] = await report(guide, first);
    expect(await report(guide, first)).toEqual([answer]);
    const many = await Promise.all(Array.from({ length: 10 }, () => report(guide, first)));
    expect(many.every((one) => JSON.stringify(one) === JSON.stringify([answer]))).toBe(true);
    expect(await money()).toMatchObject({ sum: DUE, entries: 1 });
    expect(await conflicts()).toEqual([]);
  });

  test('causes one conflict, and after its decision another key causes another', async () => {
    await checkIn(staff);
    const late = did('checked_in');
    await report(guide, late);
    await report(guide, late);
    expect(await conflicts()).toHaveLength(1);
    await report(guide, { ...late, key: randomUUID() });
    const [one, ...more] = await conflicts();
    expect(more).toEqual([]);
    await decide(staff, one?.id, 'noted');
    await report(guide, late);
    expect(await conflicts()).toHaveLength(0);
    await report(guide, { ...late, key: randomUUID() });
    expect(await conflicts()).toHaveLength(1);
  });

  test('counts cash under two keys as taken twice', async () => {
    await startsIn(guides.fixture, booking, -24 * 4);
    const taken = did('checked_in', { at: ago(24 * 4 * 60 - 5), amount: DUE });
    await report(guide, taken);
    await report(guide, taken);
    await report(guide, { ...taken, key: randomUUID() });
    expect((await conflicts()).map(({ amount }) => amount)).toEqual([DUE, DUE]);
  });

  test('does not check in again after an undo, while another key does', async () => {
    const came = did('checked_in');
    await report(guide, came, did('undo'));
    await report(guide, came);
    expect(await state()).toBe('ordered/pending/pending');
    await report(guide, { ...came, key: randomUUID() });
    expect(await state()).toBe('checked_in/pending/checked_in');
  });

  test('keeps the meaning of its key, which belongs to its phone', async () => {
    const one = did('checked_in');
    await report(guide, one);
    expect(await report(guide, { ...one, action: 'no_show' })).toMatchObject([
      { result: 'refused', code: 'idempotency_key_reused' },
    ]);
    expect(await report(staff, one)).toMatchObject([{ result: 'conflict', code: 'checked_in_twice' }]);
  });

  test('does not conflict with itself after a lost response', async () => {
    await checkIn(guide, DUE);
    expect(await report(guide, did('checked_in', { amount: DUE, at: ago(0) }))).toMatchObject([{ result: 'done' }]);
    expect(await money()).toMatchObject({ sum: DUE, entries: 1 });
  });
});

describe("the phone's time", () => {
  test('is limited to the window and to now', async () => {
    const [row] = await sql()`select (w.check_in_from) as from from public.bookings b
      cross join lateral private.arrival_window(b.booking_date, b.start_time, 'America/Guatemala') w where b.id = ${booking}`;
    await report(guide, did('checked_in', { at: '2020-01-01T00:00:00Z' }));
    expect((await arrival()).checked_in_at).toEqual(row?.from);
    await setStatus('confirmed');
    const before = Date.now();
    await report(guide, did('checked_in', { at: '2999-01-01T00:00:00Z' }));
    const at = (await arrival()).checked_in_at?.getTime() ?? 0;
    expect(at).toBeGreaterThanOrEqual(before - 1000);
    expect(at).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test("can't put an arrival or cash before the window opens", async () => {
    await startsIn(guides.fixture, booking, 5);
    for (const early of [did('checked_in', { at: ago(-180) }), did('cash', { at: ago(1), amount: DUE })])
      expect(await report(guide, early)).toMatchObject([{ result: 'refused', code: 'check_in_too_early' }]);
    expect(await state()).toBe('ordered/pending/pending');
  });

  test('leaves cash of a cancelled booking to a person, even before the window opens', async () => {
    await startsIn(guides.fixture, booking, 5);
    await setStatus('cancelled');
    expect(await report(guide, did('cash', { at: ago(1), amount: DUE }))).toMatchObject([
      { result: 'conflict', code: 'cancelled' },
    ]);
  });

  test('is accepted a day later, and three days later a person decides', async () => {
    await startsIn(guides.fixture, booking, -30);
    expect(await report(guide, did('checked_in', { at: ago(29 * 60) }))).toMatchObject([{ result: 'done' }]);
    await setStatus('confirmed');
    await startsIn(guides.fixture, booking, -24 * 4);
    expect(await report(guide, did('checked_in', { at: ago(24 * 4 * 60 - 5), amount: DUE }))).toMatchObject([
      { result: 'conflict', code: 'too_late' },
    ]);
    expect(await money()).toMatchObject({ sum: 0 });
    expect(await conflicts()).toMatchObject([{ reason: 'too_late', amount: DUE }]);
  });
});

describe('the rights for a report', () => {
  test('exclude strangers, tourists and guides elsewhere, who leave no conflict', async () => {
    const away = await guides.person(['tour_guide', 'lago']);
    expect(await refusal(report(tourist, did('checked_in')))).toMatchObject({ code: 'check_in_forbidden' });
    expect(await report(away, did('checked_in', { amount: DUE }))).toMatchObject([
      { result: 'refused', code: 'check_in_not_assigned' },
    ]);
    expect(await conflicts()).toEqual([]);
    expect(await state()).toBe('ordered/pending/pending');
  });

  test('end with the role', async () => {
    await endRole(guide);
    expect(await refusal(report(guide, did('checked_in', { amount: DUE })))).toMatchObject({
      code: 'check_in_forbidden',
    });
    expect(await state()).toBe('ordered/pending/pending');
  });

  test('let a guide who lost the departure but still guides there report cash, without seeing a name', async () => {
    expect(await report(guides.second, did('checked_in', { amount: DUE }))).toMatchObject([
      { result: 'conflict', code: 'not_assigned' },
    ]);
    expect(await state()).toBe('ordered/pending/pending');
    expect(await conflicts()).toMatchObject([{ reason: 'not_assigned', guest: expect.stringMatching(/^Person/) }]);
    expect(await conflicts(guides.second)).toMatchObject([{ mine: true, guest: null, title: null, decisions: [] }]);
  });

  test('let a guide report about another departure only with its code, or if they guide that experience on other days', async () => {
    const stranger = await guides.person(['tour_guide', 'rio']);
    const notTheirs = { result: 'refused', code: 'check_in_not_assigned' };
    const wrong = { ticket: hash('f'.repeat(32)) };
    expect(await report(stranger, did('checked_in'))).toMatchObject([notTheirs]);
    expect(await report(stranger, did('cash', { amount: DUE, ...wrong }))).toMatchObject([notTheirs]);
    expect(await report(guides.second, did('cash', { amount: DUE, ...wrong }))).toMatchObject([notTheirs]);
    expect(await conflicts()).toEqual([]);
    const right = { ticket: hash(await codeOf()) };
    expect(await report(stranger, did('checked_in', right))).toMatchObject([
      { result: 'conflict', code: 'not_assigned' },
    ]);
  });

  test('allow no more cash than the booking can have cost', async () => {
    const tooMuch = did('cash', { amount: 2 * DUE + 0.01 });
    expect(await report(guide, tooMuch)).toMatchObject([{ result: 'refused', code: 'amount_too_large' }]);
    expect(await report(guides.second, { ...tooMuch, key: randomUUID() })).toMatchObject([
      { result: 'refused', code: 'check_in_not_assigned' },
    ]);
    expect(await conflicts()).toEqual([]);
    // The phone may have stored an outdated price.
    expect(await report(guide, did('cash', { amount: 2 * DUE }))).toMatchObject([
      { result: 'conflict', code: 'amount_changed' },
    ]);
  });

  test('limit floods, without counting repeats', async () => {
    const many = (n: number) => Array.from({ length: n }, () => did('checked_in', { booking_id: randomUUID() }));
    const first = many(50);
    await report(guide, ...first);
    for (let i = 0; i < 5; i += 1) await report(guide, ...many(50));
    expect(await refusal(report(guide, did('checked_in')))).toMatchObject({ code: 'rate_limited' });
    expect(await report(guide, ...first)).toHaveLength(50);
    expect(await report(staff, did('checked_in'))).toMatchObject([{ result: 'done' }]);
  });
});

describe('a report after other changes', () => {
  test('names both phones of a check-in with their time', async () => {
    await report(staff, did('checked_in', { at: ago(5) }));
    const [answer] = await report(guide, did('checked_in', { at: ago(3), amount: DUE }));
    expect(answer).toMatchObject({ result: 'conflict', code: 'checked_in_twice' });
    const [one] = await conflicts();
    expect(one).toMatchObject({ reason: 'checked_in_twice', action: 'checked_in', amount: null });
    expect(one?.other_by).not.toBe(one?.reported_by);
    expect(one?.other_at).toBeInstanceOf(Date);
    // Only this phone received the cash, and the ledger has it.
    expect(await state()).toBe('checked_in/completed/checked_in');
    expect(await money()).toMatchObject({ sum: DUE, by: guide });
  });

  test('becomes one check-in and one conflict for two phones at the same time, without a deadlock', async () => {
    const bookings = [booking];
    for (const who of guides.tourists.slice(1)) bookings.push(await guides.book(who));
    for (const id of bookings) await startsIn(guides.fixture, id, -0.1);
    const all = bookings.map((id) => did('checked_in', { booking_id: id, amount: DUE }));
    const answers = await Promise.all([report(guide, ...all), report(staff, ...[...all].reverse())]);
    const results = answers.flat().map(({ result, code }) => code ?? result);
    expect(results.filter((one) => one === 'done')).toHaveLength(bookings.length);
    expect(results.filter((one) => one === 'checked_in_twice')).toHaveLength(bookings.length);
    expect((await conflicts()).map(({ amount }) => amount)).toEqual(bookings.map(() => DUE));
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('conflicts as a no-show with an arrival, and as an arrival with a no-show', async () => {
    await checkIn(staff);
    expect(await report(guide, did('no_show'))).toMatchObject([{ code: 'no_show_against_arrival' }]);
    await setStatus('confirmed');
    await report(guide, did('no_show'));
    expect(await report(staff, did('checked_in'), did('no_show'))).toMatchObject([
      { code: 'no_show_against_arrival' },
      { result: 'done' },
    ]);
  });

  test('conflicts for a cancelled and refunded booking with its cash if the guest came, and is otherwise ignored', async () => {
    await setStatus('cancelled');
    expect(
      await report(guide, did('checked_in', { amount: DUE }), did('cash', { amount: DUE }), did('no_show')),
    ).toMatchObject([{ code: 'cancelled' }, { code: 'cancelled' }, { result: 'refused', code: 'booking_cancelled' }]);
    expect(await conflicts()).toMatchObject([
      { action: 'cash', amount: DUE, other_by: expect.any(String) },
      { action: 'checked_in', amount: DUE, other_at: expect.any(Date) },
    ]);
    expect(await money()).toMatchObject({ sum: 0 });
  });

  test('is accepted for a booking moved to another departure, by the list or by the old ticket', async () => {
    const was = await guides.departureOf(booking);
    const old = await codeOf();
    await sql()`select private.renew_ticket_code(private.booking(${booking}), ${tourist}, false)`;
    await sql()`insert into public.departures (service_id, kind, service_date, capacity, territory_id, slot_id)
      select service_id, kind, service_date + 30, capacity, territory_id, slot_id from public.departures where id = ${was}`;
    await sql()`update public.bookings set guide_id = ${guides.second}, booking_date = booking_date + 30,
      departure_id = (select id from public.departures order by service_date desc limit 1) where id = ${booking}`;
    expect(
      await report(
        guide,
        did('checked_in', { departure_id: was, ticket: hash(old) }),
        did('no_show', { departure_id: was }),
      ),
    ).toMatchObject([
      { result: 'conflict', code: 'moved' },
      { result: 'refused', code: 'ticket_moved' },
    ]);
    expect(await state()).toBe('ordered/pending/pending');
  });

  test('conflicts for the old picture of a transferred ticket, but not for the new one and the list', async () => {
    const old = await codeOf();
    await sql()`select private.renew_ticket_code(private.booking(${booking}), ${tourist}, true)`;
    expect(await report(guide, did('checked_in', { ticket: hash(old) }))).toMatchObject([{ code: 'ticket_given' }]);
    expect(await state()).toBe('ordered/pending/pending');
    expect(await report(guide, did('checked_in', { ticket: hash(await codeOf()) }))).toMatchObject([
      { result: 'done' },
    ]);
  });

  test('conflicts for cash if it is paid, has another price now, or was paid by card', async () => {
    await report(staff, did('cash', { amount: DUE }));
    expect(await report(guide, did('cash', { amount: DUE }))).toMatchObject([{ code: 'cash_already_received' }]);
    await setStatus('ordered');
    expect(await report(guide, did('checked_in', { amount: DUE - 10 }))).toMatchObject([
      { code: 'amount_changed', booking: { check_in_status: 'checked_in', payment_status: 'pending' } },
    ]);
    await sql()`update public.bookings set payment_method = 'card' where id = ${booking}`;
    expect(await report(guide, did('cash', { amount: DUE }))).toMatchObject([{ code: 'not_cash' }]);
    expect((await conflicts()).map(({ reason, amount }) => [reason, Number(amount)])).toEqual([
      ['amount_changed', DUE - 10],
      ['cash_already_received', DUE],
      ['not_cash', DUE],
    ]);
  });

  test('removes its conflict when undone, but its cash still needs manual review', async () => {
    await checkIn(staff, DUE);
    await report(guide, did('checked_in'), did('undo'));
    expect(await conflicts()).toEqual([]);
    expect(await conflicts(staff, { p_open: false })).toMatchObject([{ decision: 'taken_back' }]);
    await report(guide, did('checked_in', { amount: DUE }), did('undo'));
    expect((await conflicts()).map(({ reason }) => reason).sort()).toEqual(['checked_in_twice', 'undo_over']);
    expect(await state()).toBe('checked_in/completed/checked_in');
  });
});

describe('the data on a phone', () => {
  const tickets = (who: string) => guides.call(who, 'dock_tickets') as Promise<Answer[]>;
  /** The departure itself is today too. Its booking may have begun just before midnight. */
  const today = async () =>
    sql()`update public.departures d set service_date = (now() at time zone 'America/Guatemala')::date
      from public.bookings b where b.departure_id = d.id and b.id = ${booking}`;

  test('contains the tickets of its own departures: a hash, a version, what check-in shows, and no code, email or passport', async () => {
    await today();
    const [one, ...more] = await tickets(guide);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      booking_id: booking,
      code_hash: hash(await codeOf()),
      // The booking has moved to a different time.
      version: 2,
      state: 'valid',
      booking: { num_people: 1, amount_due: DUE, check_in_status: 'pending' },
    });
    const text = JSON.stringify(one);
    expect(text).not.toContain(await codeOf());
    expect(text).not.toMatch(/@|passport_images|whatsapp/);
  });

  test("contains the day's old codes, moved or transferred, without a name", async () => {
    await today();
    const old = await codeOf();
    await sql()`select private.renew_ticket_code(private.booking(${booking}), ${tourist}, true)`;
    const given = (await tickets(guide)).find(({ state }) => state === 'given');
    expect(given).toMatchObject({ code_hash: hash(old), booking: { title: 'Castle & hot waterfall' } });
    expect(JSON.stringify(given)).not.toContain('tourist');
  });

  test('contains nothing for others or for another day', async () => {
    expect(await tickets(guide)).toEqual([]);
    await today();
    expect(await tickets(staff)).toHaveLength(1);
    for (const who of [guides.second, guides.fixture.shuttle, tourist]) expect(await tickets(who)).toEqual([]);
  });
});

describe('the people of one booking', () => {
  const four = async () => {
    await sql()`update public.bookings set num_people = 4, seats = 4 where id = ${booking}`;
    await sql()`update public.departures set sold = sold + 3 where id = (select departure_id from public.bookings where id = ${booking})`;
  };
  const here = async () => {
    const [row] = await sql()`select check_in_status, arrived from public.bookings where id = ${booking}`;
    return [row?.check_in_status, row?.arrived];
  };

  test('can arrive in two reports, each once', async () => {
    await four();
    const reports = [did('checked_in', { passengers: [1, 3] }), did('checked_in', { passengers: [4] })];
    expect(await report(guide, ...reports)).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    expect(await here()).toEqual(['checked_in', [1, 3, 4]]);
    expect(await report(guide, ...reports)).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    expect(await report(guide, did('undo'))).toMatchObject([{ result: 'done' }]);
    expect(await here()).toEqual(['checked_in', [1, 3]]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('conflict on two phones only if they are the same ones, and those still missing are checked in', async () => {
    await four();
    await report(guide, did('checked_in', { passengers: [1, 2] }));
    expect(await report(staff, did('checked_in', { passengers: [3] }))).toMatchObject([{ result: 'done' }]);
    expect(await conflicts()).toEqual([]);
    expect(await report(staff, did('checked_in', { passengers: [2, 4] }))).toMatchObject([
      { result: 'conflict', code: 'checked_in_twice' },
    ]);
    expect(await here()).toEqual(['checked_in', null]);
    expect(await report(guide, did('checked_in'))).toMatchObject([{ result: 'conflict', code: 'checked_in_twice' }]);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test.each([[[]], [[1, 1]], [['x']], [{}], [[2.5]]])('refuses %j as a list of people', async (passengers) => {
    expect(await report(guide, did('checked_in', { passengers }))).toMatchObject([
      { result: 'refused', code: 'invalid_input' },
    ]);
  });

  test("can't be reported if they are not part of the booking", async () => {
    expect(await report(guide, did('checked_in', { passengers: [9] }))).toMatchObject([
      { result: 'refused', code: 'not_on_ticket' },
    ]);
    expect(await here()).toEqual(['pending', null]);
  });
});
