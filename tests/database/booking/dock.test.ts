import { describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import {
  type Answer,
  booking,
  checkIn,
  DUE,
  dockForEachTest,
  guide,
  guides,
  money,
  on,
  receive,
  setStatus,
  staff,
  state,
  ticket,
  tourist,
  undo,
} from './support/dock.ts';
import { brokenInvariants, signedIn, startsIn } from './support/fixture.ts';

// Tests actions at the dock (docs/product.md, Check-in): recording cash and undoing a mistaken check-in. Bookings
// here are paid in cash.

dockForEachTest();

/** The money of a booking without payments. */
const NOTHING = { paid: '0.00', refunded: '0.00', on_its_way: '0.00' };

describe('changes of payment and arrival', () => {
  test('keep the check-in with Paid, and the payment with Checked In', async () => {
    await checkIn();
    expect(await state()).toBe('checked_in/pending/checked_in');
    await setStatus('paid');
    expect(await state()).toBe('paid/completed/checked_in');
    await setStatus('checked_in');
    expect(await state()).toBe('checked_in/completed/checked_in');
    expect(await money()).toMatchObject({ sum: DUE, entries: 1, by: staff });
  });

  test('remove the payment and keep the arrival with "ordered", and the other way round with "confirmed"', async () => {
    await checkIn(guide, DUE);
    await setStatus('confirmed');
    expect(await state()).toBe('confirmed/completed/pending');
    await checkIn();
    await setStatus('ordered');
    expect(await state()).toBe('ordered/pending/checked_in');
    expect(await money()).toMatchObject({ sum: 0 });
  });

  test('keep a no-show when it is paid', async () => {
    await on(guide, 'check_in_listed', { p_action: 'no_show' });
    await setStatus('paid');
    expect(await state()).toBe('paid/completed/no_show');
  });
});

describe('cash at the dock', () => {
  test('is recorded with the arrival in one tap, with person and time, and notifies the tourist', async () => {
    expect(await checkIn(guide, DUE)).toMatchObject({
      status: 'checked_in',
      payment_status: 'completed',
      check_in_status: 'checked_in',
      amount_due: null,
    });
    expect(await money()).toEqual({ sum: DUE, entries: 1, by: guide });
    const events = await guides.fixture.db
      .sql`select actor_id, from_status, to_status, detail from public.booking_events
      where booking_id = ${booking} and from_status is not null order by id`;
    expect([...events]).toEqual([
      { actor_id: guide, from_status: 'ordered', to_status: 'paid', detail: { by: 'check_in', cash: DUE } },
      { actor_id: guide, from_status: 'paid', to_status: 'checked_in', detail: { by: 'check_in' } },
    ]);
    const trail = await guides.fixture.db
      .sql`select action from public.audit_log where subject_id = ${booking} order by id`;
    expect(trail.map(({ action }) => action)).toEqual(['receive_cash', 'check_in_from_list']);
    const told = await guides.fixture.db
      .sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox
      where recipient = ${tourist} and kind = 'notification' order by id desc limit 2`;
    expect(said(told).map(({ title }) => title)).toEqual(['Booking checked in', 'Cash received']);
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('can be paid after the arrival', async () => {
    expect(await checkIn()).toMatchObject({ payment_status: 'pending', amount_due: DUE });
    expect(await receive(guide, DUE)).toMatchObject({ status: 'checked_in', payment_status: 'completed' });
    expect(await state()).toBe('checked_in/completed/checked_in');
  });

  test('is one sale for ten simultaneous phones, and the others are told who has it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        receive(n % 2 ? staff : guide, DUE).catch((error: unknown) => error as Answer),
      ),
    );
    expect(answers.filter((answer) => answer.payment_status === 'completed')).toHaveLength(1);
    const late = answers.filter((answer) => answer.code === 'cash_already_received');
    expect(late).toHaveLength(9);
    expect(await money()).toMatchObject({ sum: DUE, entries: 1 });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('checks nobody in if it is already paid, because the guest would have paid twice', async () => {
    await receive(staff, DUE);
    await expect(checkIn(guide, DUE)).rejects.toMatchObject({ status: 409, code: 'cash_already_received' });
    const { cash_received_at: at, cash_received_by: by } = await ticket(guide);
    const [row] = await guides.fixture.db.sql`select full_name from public.profiles where id = ${staff}`;
    expect(by).toBe(row?.full_name);
    const [code] = await guides.fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
    const late = (await guides.call(guide, 'check_in', {
      p_booking_id: booking,
      p_code: code?.code,
      p_action: 'checked_in',
      p_cash: DUE,
    })) as Answer;
    expect(JSON.parse(String(late.details))).toEqual({ at, by });
    expect(await state()).toBe('paid/completed/pending');
    expect(await checkIn()).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('is refused for another amount, a card, a no-show, a cancelled booking and another day', async () => {
    await expect(receive(guide, DUE - 1)).rejects.toMatchObject({ status: 409, code: 'amount_changed' });
    await expect(on(guide, 'check_in_listed', { p_action: 'no_show', p_cash: DUE })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await startsIn(guides.fixture, booking, 30);
    await expect(receive(guide, DUE)).rejects.toMatchObject({ code: 'check_in_too_early' });
    await startsIn(guides.fixture, booking, -0.1);
    await guides.fixture.db.sql`update public.bookings set payment_method = 'card' where id = ${booking}`;
    await expect(receive(guide, DUE)).rejects.toMatchObject({ status: 409, code: 'not_cash' });
    await guides.fixture.db.sql`update public.bookings set payment_method = 'cash' where id = ${booking}`;
    await setStatus('cancelled');
    await expect(receive(guide, DUE)).rejects.toMatchObject({ code: 'booking_cancelled' });
    expect(await money()).toMatchObject({ sum: 0, entries: 0 });
  });

  test('is only received by people who work with the booking', async () => {
    for (const who of [guides.second, tourist, await guides.person(['territory_staff', 'lago'])])
      await expect(receive(who, DUE)).rejects.toMatchObject({ status: 403 });
    expect(await state()).toBe('ordered/pending/pending');
  });
});

describe('an arrival that was set by mistake', () => {
  test('is undone by the person who set it: status, history, audit log, and a notification to the tourist', async () => {
    await setStatus('confirmed');
    const done = await checkIn();
    expect(Date.parse(done.undo_until as string) - Date.parse(done.checked_in_at as string)).toBe(5 * 60_000);
    expect(await undo()).toMatchObject({ status: 'confirmed', check_in_status: 'pending', undo_until: null });
    expect(await undo()).toMatchObject({ check_in_status: 'pending' });
    const events = await guides.fixture.db.sql`select to_status, detail from public.booking_events
      where booking_id = ${booking} and detail ? 'undo'`;
    expect([...events]).toEqual([
      { to_status: 'confirmed', detail: { by: 'check_in', undo: true, note: 'Check-in undone' } },
    ]);
    const trail = await guides.fixture.db.sql`select detail from public.audit_log where action = 'undo_arrival'`;
    expect([...trail]).toEqual([{ detail: { check_in_status: 'checked_in', cash: false, currency_code: 'GTQ' } }]);
    const [told] = said(
      await guides.fixture.db
        .sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox
      where recipient = ${tourist} and kind = 'notification' order by id desc limit 1`,
    );
    expect(told?.title).toBe('Check-in undone');
    expect(await checkIn()).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('removes the cash of the same tap too, without an email that says "refunded"', async () => {
    await checkIn(guide, DUE);
    await undo();
    expect(await state()).toBe('ordered/pending/pending');
    expect(await money()).toMatchObject({ sum: 0 });
    const letters = await guides.fixture.db.sql`select 1 from private.outbox where template = 'booking_refunded'`;
    expect(letters).toHaveLength(0);
    await checkIn(guide, DUE);
    expect(await money()).toMatchObject({ sum: DUE });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('leaves the guest without a payment or refund, and the receipt without either', async () => {
    const papers = async () => {
      const quote = await on(tourist, 'quote_cancellation');
      const receipt = await on(tourist, 'booking_receipt');
      const [refund] = await guides.fixture.db.as(
        signedIn(tourist),
        (sql) => sql`select * from public.my_ticket_money(${[booking]}::uuid[])`,
      );
      const entries = (receipt.entries as { amount: number }[]).map(({ amount }) => amount);
      return { paid: quote.paid_amount, fee: quote.fee_amount, refund, entries, onReceipt: receipt.paid_amount };
    };
    await checkIn(guide, DUE);
    await undo();
    expect(await papers()).toMatchObject({ paid: 0, fee: 0, refund: NOTHING, entries: [], onReceipt: 0 });
    await checkIn(guide, DUE);
    expect(await papers()).toMatchObject({
      paid: DUE,
      refund: { ...NOTHING, paid: '175.50' },
      entries: [DUE],
      onReceipt: DUE,
    });
  });

  test('is no refund either if staff record that it was never paid, while a partial refund remains one', async () => {
    const back = async () => {
      const [row] = await guides.fixture.db.sql`
        select captured_minor::int as captured, refunded_minor::int as refunded from private.charges where booking_id = ${booking}`;
      return { ...row };
    };
    await receive(guide, DUE);
    await setStatus('ordered');
    expect(await back()).toEqual({ captured: 0, refunded: 0 });
    await setStatus('paid');
    await on(staff, 'refund_booking', { p_amount: 50, p_left: DUE });
    await setStatus('ordered');
    expect(await back()).toEqual({ captured: 17_550, refunded: 17_550 });
    expect(await money()).toMatchObject({ sum: 0 });
    expect(await brokenInvariants(guides.fixture)).toEqual([]);
  });

  test('keeps cash that was received separately', async () => {
    await receive(guide, DUE);
    await checkIn();
    await undo();
    expect(await state()).toBe('paid/completed/pending');
  });

  test("can't be undone after the guest's review, which proves the visit", async () => {
    await checkIn(guide, DUE);
    await on(tourist, 'create_review', { p_rating: 5, p_text: 'Good' });
    expect(await ticket(guide)).toMatchObject({ undo_until: null });
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'undo_over' });
    expect(await state()).toBe('checked_in/completed/checked_in');
  });

  test("can't be undone by others, after five minutes, or for a cancelled booking", async () => {
    await checkIn();
    for (const who of [staff, guides.fixture.manager])
      await expect(undo(who)).rejects.toMatchObject({ status: 409, code: 'undo_over' });
    await expect(undo(guides.second)).rejects.toMatchObject({ status: 403 });
    await guides.fixture.db
      .sql`update public.bookings set checked_in_at = now() - interval '301 seconds' where id = ${booking}`;
    await expect(undo()).rejects.toMatchObject({ status: 409, code: 'undo_over' });
    await guides.fixture.db
      .sql`update public.bookings set checked_in_at = now() - interval '290 seconds' where id = ${booking}`;
    await setStatus('cancelled');
    await expect(undo()).rejects.toMatchObject({ code: 'booking_cancelled' });
  });

  test('can be replaced if it was a no-show and the guest comes after all', async () => {
    await on(guide, 'check_in_listed', { p_action: 'no_show' });
    expect(await undo()).toMatchObject({ status: 'ordered', check_in_status: 'pending' });
  });
});
