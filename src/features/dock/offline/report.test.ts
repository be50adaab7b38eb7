// @vitest-environment node
import { expect, it } from 'vitest';
import { type DockReport, standingOf, withReports } from './report';

const did = (action: DockReport['action'], at = '2026-11-27T14:00:00Z', amount?: number): DockReport => ({
  key: `${action}-${at}`,
  action,
  booking_id: 'b',
  amount,
  at,
});
const booking = {
  num_people: 2,
  status: 'ordered',
  check_in_status: 'pending',
  payment_status: 'pending',
  checked_in_at: null,
};

it('shows queued reports as they were entered', () => {
  expect(withReports(booking, [])).toBe(booking);
  expect(withReports(booking, [did('checked_in', '2026-11-27T14:00:00Z', 175.5)])).toEqual({
    num_people: 2,
    status: 'checked_in',
    check_in_status: 'checked_in',
    arrived: null,
    checked_in_at: '2026-11-27T14:00:00Z',
    payment_status: 'completed',
  });
  expect(withReports(booking, [did('no_show')])).toMatchObject({
    check_in_status: 'no_show',
    payment_status: 'pending',
  });
  expect(withReports(booking, [did('cash', undefined, 5)])).toMatchObject({
    check_in_status: 'pending',
    payment_status: 'completed',
  });
});

it('removes the arrival and the cash of the same tap, and keeps payments before or after it', () => {
  const undone = (...reports: DockReport[]) => standingOf([...reports, did('undo')], 2);
  const open = { check_in_status: 'pending', checked_in_at: null, arrived: null };
  expect(undone(did('checked_in', undefined, 5))).toEqual({ ...open, paid: false });
  expect(undone(did('cash', undefined, 5), did('checked_in'))).toEqual({ ...open, paid: true });
  expect(undone(did('checked_in'), did('cash', undefined, 5))).toEqual({ ...open, paid: true });
  expect(standingOf([did('checked_in'), did('undo'), did('no_show')], 2)).toMatchObject({ check_in_status: 'no_show' });
});

it('can undo a listed arrival while it waits', () => {
  const here = { ...booking, status: 'checked_in', check_in_status: 'checked_in', payment_status: 'completed' };
  expect(withReports(here, [did('undo')])).toMatchObject({
    status: 'confirmed',
    check_in_status: 'pending',
    payment_status: 'completed',
  });
});

it('undoes the last step first if the people of a booking came one after another', () => {
  const party = { ...booking, num_people: 4, arrived: [2], check_in_status: 'checked_in', status: 'checked_in' };
  const came = (...passengers: number[]) => ({ ...did('checked_in'), passengers });
  expect(withReports(party, [came(4)])).toMatchObject({ check_in_status: 'checked_in', arrived: [2, 4] });
  expect(withReports(party, [came(4), came(1)])).toMatchObject({ arrived: [1, 2, 4] });
  expect(withReports(party, [came(4), came(1), did('undo')])).toMatchObject({ arrived: [2, 4] });
  expect(withReports(party, [came(4), did('checked_in')])).toMatchObject({ arrived: null });
  expect(withReports(booking, [came(1), did('undo')])).toMatchObject({ check_in_status: 'pending', arrived: null });
});
