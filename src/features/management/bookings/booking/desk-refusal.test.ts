// @vitest-environment node
import { aChange } from '@tests/support/factories';
import { expect, it } from 'vitest';
import { departureOptions } from './departures';
import { deskRefusal, refusalOfAll } from './desk-refusal';

const refusal = (code: string) => ({ refusal: { code, message: 'For the guest' }, extra_amount: 40 });

it.each([
  ['costs_more', "It costs Q40.00 more, which this guest can't be charged here."],
  ['more_by_hand', "This booking wasn't paid by card here, so the guest can't be charged the difference."],
  ['paid_by_other', "Someone else paid for this ticket, so this guest can't be charged for it."],
  ['money_goes_back', 'This booking is being refunded in full, or already was, so nothing can be charged for it.'],
  ['charge_too_small', 'The difference is too small to charge to a card.'],
  ['cash_by_hand', 'It costs less, and cash is refunded in person: hand it over, and record it with “Refund”.'],
  ['cash_difference', 'It costs less, and cash is refunded in person: hand it over, and record it with “Refund”.'],
])('tells the team that only the difference in price is the problem: %s', (code, text) => {
  expect(deskRefusal(refusal(code), aChange())).toBe(`${text} It works with “Keep the price”.`);
});

it('shows that a departure is closed, or no longer offered, without sending the team to itself', () => {
  expect(deskRefusal(refusal('departure_closed'), aChange())).toBe(
    'This departure is closed. Open it first, or choose another one.',
  );
  expect(deskRefusal(refusal('not_offered_any_more'), aChange())).toBe(
    'This is no longer offered the way it was booked.',
  );
});

it.each(['departure_begun', 'sold_out', 'not_offered_any_more', 'departure_closed', 'offer_payment_in_progress'])(
  'promises nothing if the price is not the problem, and sends nobody to the operator: %s',
  (code) => {
    const text = deskRefusal(refusal(code), aChange());
    expect(text).not.toMatch(/Keep the price|operator/);
    expect(text).not.toBe('');
  },
);

it('shows the form if only the price is the problem, and the reason if nothing can change', () => {
  const refused = (code: string) => {
    const { date, fewer, more } = aChange();
    return aChange({
      date: { ...date, ...refusal(code) },
      fewer: { ...fewer, ...refusal(code) },
      more: { ...more, ...refusal(code) },
    });
  };
  expect(refusalOfAll(refused('cash_by_hand'))).toBeNull();
  expect(refusalOfAll(refused('departure_begun'))).toBe('This departure has already started');
  expect(refusalOfAll(aChange())).toBeNull();
});

it('lists departures by day and time with their seats, and full ones as full', () => {
  const at = (service_date: string, start_time: string, left: number) => ({
    service_date,
    start_time,
    slot_id: start_time,
    left,
  });
  const all = [
    at('2026-12-05', '13:00:00', 0),
    at('2026-12-05', '09:00:00', 4),
    at('2026-12-04', '13:00:00', 1),
    at('2026-12-04', '09:00:00', 2),
  ];
  const choices = [all[1], all[3]].map((one) => ({
    ...(one as (typeof all)[0]),
    free_until: null,
    change_until: null,
  }));
  const options = departureOptions(choices, all, 2);
  expect(options.map(({ label, group, disabled }) => [label, group, disabled])).toEqual([
    ['Fri, Dec 4, 9:00 AM, 2 seats left', 'Friday, December 4, 2026', false],
    ['Fri, Dec 4, 1:00 PM, 1 seat left', 'Friday, December 4, 2026', true],
    ['Sat, Dec 5, 9:00 AM, 4 seats left', 'Saturday, December 5, 2026', false],
    ['Sat, Dec 5, 1:00 PM, full', 'Saturday, December 5, 2026', true],
  ]);
});
