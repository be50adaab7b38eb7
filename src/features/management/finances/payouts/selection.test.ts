// @vitest-environment node
import { expect, it } from 'vitest';
import type { Payee, PayeeLine } from './queries';
import { choicesOf, chosenOf, type Selection, toggleLine, togglePayee, totalsOf } from './selection';

const marta = {
  payee: 'operator:marta',
  party: 'operator',
  name: 'Marta Choc',
  currency_code: 'GTQ',
  bookings: 3,
  due: 150.1,
  version: 'v1',
  as_of: '2026-10-14T12:00:00Z',
  own: false,
} as Payee;
const line = (id: number, amount: number) => ({ id, line: `${id}.1`, amount }) as PayeeLine;
const lines = [line(1, 100.05), line(2, 100.1), line(3, -50.05)];
const [first, second] = lines as [PayeeLine, PayeeLine];
const none: Selection = new Map();

const all = togglePayee(none, marta);

it('pays everything due to a payee, identified by what was read', () => {
  expect(choicesOf(chosenOf([marta], all))).toEqual([
    { payee: 'operator:marta', currency: 'GTQ', version: 'v1', as_of: '2026-10-14T12:00:00Z' },
  ]);
  expect(totalsOf(chosenOf([marta], all))).toEqual([{ currency: 'GTQ', amount: 150.1 }]);
  expect(togglePayee(all, marta).size).toBe(0);
});

it('includes amounts to return with single lines, and treats all of them as the payee', () => {
  const one = toggleLine(none, marta, first, lines);
  expect(choicesOf(chosenOf([marta], one))[0]?.lines).toEqual(['1.1', '3.1']);
  expect(totalsOf(chosenOf([marta], one))).toEqual([{ currency: 'GTQ', amount: 50 }]);
  expect(toggleLine(one, marta, second, lines)).toEqual(all);
  expect(choicesOf(chosenOf([marta], toggleLine(all, marta, first, lines)))[0]?.lines).toEqual(['2.1', '3.1']);
  expect(toggleLine(one, marta, first, lines).size).toBe(0);
});

it('does not pay a payee who owes, and never adds two currencies', () => {
  expect(chosenOf([{ ...marta, due: -1 }], all)).toEqual([]);
  const dollars = { ...marta, currency_code: 'USD', due: 0.3 };
  expect(totalsOf(chosenOf([marta, dollars], togglePayee(all, dollars)))).toEqual([
    { currency: 'GTQ', amount: 150.1 },
    { currency: 'USD', amount: 0.3 },
  ]);
});
