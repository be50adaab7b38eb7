import { beforeEach } from 'vitest';
import { startsIn } from './fixture.ts';
import { type Guides, guidesForEachTest } from './guides.ts';

export let guides: Guides;
export let tourist: string;
/** Creates a cash booking that is about to begin. */
export let booking: string;
export let guide: string;
export let staff: string;

export function dockForEachTest(): void {
  guides = guidesForEachTest();
  beforeEach(async () => {
    [tourist = ''] = guides.tourists;
    ({ guide, staff } = guides.fixture);
    booking = await guides.book(tourist);
    await startsIn(guides.fixture, booking, -0.1);
  });
}

export type Answer = Record<string, unknown>;
export const on = (who: string, name: string, more: object = {}) =>
  guides.call(who, name, { p_booking_id: booking, ...more }) as Promise<Answer>;
export const checkIn = (who = guide, cash?: number) =>
  on(who, 'check_in_listed', { p_action: 'checked_in', ...(cash !== undefined && { p_cash: cash }) });
export const receive = (who: string, amount: number) => on(who, 'receive_cash', { p_amount: amount });
export const undo = (who = guide) => on(who, 'undo_arrival');
export const setStatus = (status: string) => guides.setStatus(booking, status) as Promise<Answer>;
export const ticket = async (who: string, code?: string) => {
  const [row] = await guides.fixture.db.sql`select code from public.booking_codes where booking_id = ${booking}`;
  return guides.call(who, 'get_check_in', { p_booking_id: booking, p_code: code ?? row?.code }) as Promise<Answer>;
};
export const state = async () => {
  const [row] = await guides.fixture.db.sql`
    select concat_ws('/', status, payment_status, check_in_status) as s from public.bookings where id = ${booking}`;
  return row?.s as string;
};
/** Returns the recorded cash, and who recorded it. */
export const money = async () => {
  const [row] = await guides.fixture.db.sql`
    select coalesce(sum(l.amount), 0)::float as sum, count(distinct l.kind)::int as entries,
      (select p.received_by from private.charges p where p.booking_id = ${booking}) as by
    from private.ledger l where l.booking_id = ${booking}`;
  return row;
};
export const DUE = 175.5;
