// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { DockReport } from '@/features/dock/offline/report';
import { withWaiting } from './use-waiting-counts';

const booking = (id: string, more: object = {}) => ({
  id,
  status: 'ordered',
  check_in_status: 'pending',
  payment_status: 'pending',
  payment_method: 'cash',
  num_people: 3,
  to_pay: 300,
  ...more,
});
const report = (booking_id: string, more: Partial<DockReport> = {}): DockReport => ({
  key: `${booking_id}-${more.action ?? ''}`,
  action: 'checked_in',
  booking_id,
  at: '2026-11-23T12:00:00Z',
  ...more,
});
/** A departure with nine people, one of whom has arrived. */
const departure = { title: 'Canyon walk', arrived: 1, missed: 0, unpaid: 3, to_collect: 900 };
const counted = (waiting: DockReport[], bookings = [booking('b1'), booking('b2'), booking('b3')]) =>
  withWaiting(departure, bookings, waiting);

describe('the head of a departure', () => {
  it('counts people checked in while offline, and the cash of the same tap', () => {
    expect(counted([report('b1', { amount: 300 })])).toEqual({
      title: 'Canyon walk',
      arrived: 4,
      missed: 0,
      unpaid: 2,
      to_collect: 600,
    });
  });

  it('counts the arrived people of a party, and the rest when they come', () => {
    expect(counted([report('b1', { passengers: [2] })]).arrived).toBe(2);
    expect(counted([report('b1', { passengers: [2] }), report('b1', { passengers: [1, 3] })]).arrived).toBe(4);
  });

  it('counts nobody twice whom the server knows to be here', () => {
    const here = booking('b1', { status: 'checked_in', check_in_status: 'checked_in' });
    expect(counted([report('b1')], [here])).toEqual(departure);
  });

  it('counts undone arrivals as before', () => {
    expect(counted([report('b1', { amount: 300 }), report('b1', { action: 'undo' })])).toEqual(departure);
  });

  it('counts a no-show as missing, with nothing to collect', () => {
    expect(counted([report('b2', { action: 'no_show' })])).toMatchObject({ arrived: 1, missed: 3, to_collect: 600 });
  });

  it('ignores what belongs to another departure, and subtracts nothing from an empty sum', () => {
    expect(counted([report('elsewhere')])).toEqual(departure);
    const two = withWaiting({ ...departure, to_collect: 0 }, [booking('b1')], [report('b1', { amount: 300 })]);
    expect(two.to_collect).toBe(0);
  });
});
