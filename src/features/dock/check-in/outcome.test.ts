import { expect, it } from 'vitest';
import { outcomeOfBooking, outcomeOfError, outcomeOfLink } from './outcome';

const id = '5a0b1c2d-0000-4000-8000-000000000001';

it('detects a broken address without a request', () => {
  expect(outcomeOfLink('')).toBe('invalid_link');
  expect(outcomeOfLink('42')).toBe('not_found');
  expect(outcomeOfLink(id)).toBeNull();
});
it.each([
  ['invalid_check_in_code', 'invalid_code'],
  ['check_in_not_assigned', 'not_yours'],
  ['check_in_wrong_territory', 'not_yours'],
  ['own_booking', 'own_booking'],
  ['ticket_moved', 'moved'],
  ['ticket_given', 'given'],
  ['ticket_replaced', 'replaced'],
  ['check_in_forbidden', 'forbidden'],
  ['booking_not_found', 'not_found'],
  ['session_expired', 'signed_out'],
  ['too_many_attempts', 'too_many'],
  ['check_in_too_early', 'not_now'],
  ['no_show_too_early', 'not_now'],
  ['arrival_too_late', 'not_now'],
  ['network', 'failed'],
  ['anything_else', 'failed'],
])('shows %s as the screen %s', (code, outcome) => expect(outcomeOfError({ code })).toBe(outcome));

it.each([
  ['paid', 'pending', 'ready'],
  ['ordered', 'pending', 'ready'],
  ['checked_in', 'checked_in', 'checked_in'],
  ['no_show', 'no_show', 'no_show'],
  ['cancelled', 'pending', 'cancelled'],
  ['refunded', 'checked_in', 'cancelled'],
  ['on_its_way', 'pending', 'not_open'],
])('opens a booking that is %s / %s as %s', (status, check_in_status, outcome) =>
  expect(outcomeOfBooking({ status, check_in_status, num_people: 2 })).toBe(outcome),
);

it('shows the ticket of a passenger who is here as used, even if others are missing', () => {
  const party = { status: 'checked_in', check_in_status: 'checked_in', num_people: 4, arrived: [1, 3] };
  expect(outcomeOfBooking({ ...party, passenger: 3 })).toBe('checked_in');
  expect(outcomeOfBooking({ ...party, passenger: 2 })).toBe('ready');
});

it('checks in a booking of which some are here', () =>
  expect(
    outcomeOfBooking({ status: 'checked_in', check_in_status: 'checked_in', num_people: 4, arrived: [1, 3] }),
  ).toBe('ready'));
