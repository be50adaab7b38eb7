// @vitest-environment node
import { expect, it } from 'vitest';
import { isEnglish } from '../e2e/support/english.ts';
import { NUMBER, textsOf, VALUE } from '../support/message-texts.ts';

it('a message is the texts between its elements, in every form', () => {
  expect(textsOf('I accept the <0>waiver</0>.')).toEqual(['I accept the', 'waiver', '.']);
  expect(textsOf('Edit {name}')).toEqual([`Edit ${VALUE}`]);
  expect(textsOf('{n, plural, one {# boat} other {# boats}} of {all}')).toEqual([
    `${NUMBER} boat of ${VALUE}`,
    `${NUMBER} boats of ${VALUE}`,
  ]);
  expect(textsOf("It's {kind, select, boat {a <0>boat</0>} other {a car}}")).toEqual(["It's a", 'boat', "It's a car"]);
});

it.each(['Failed to create referral link. Please try again.', '12 bookings', 'Q770.00 refunded', '2 of 2 here'])(
  '%s is English text of the app',
  (text) => {
    expect(isEnglish(text)).toBe(true);
  },
);

it.each(['12 reservas', 'Total', 'No', 'Laguna verde', 'Río Dulce', 'Isle of Man'])(
  '%s is no text of the app',
  (text) => {
    expect(isEnglish(text)).toBe(false);
  },
);
