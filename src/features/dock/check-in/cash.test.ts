// @vitest-environment node
import { expect, it } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { cashText, receivedBefore } from './cash';

const ZONE = 'America/Guatemala';
const now = new Date('2026-11-23T14:00:00Z');
const refusal = (details: unknown) =>
  new AppError('cash_already_received', 'This booking has already been paid', { cause: { details } });

it("shows who received the cash and when, in the territory's time zone", () => {
  expect(cashText({ at: '2026-11-23T13:12:00Z', by: 'Elmer' }, ZONE, now)).toBe('Paid in cash at 7:12 AM by Elmer');
  expect(cashText({ at: '2026-11-23T13:12:00Z', by: null }, ZONE, now)).toBe('Paid in cash at 7:12 AM');
  expect(cashText({ at: '2026-11-20T13:12:00Z', by: 'Elmer' }, ZONE, now)).toContain('Nov 20');
});

it('reads it only from the refusal to a second phone', () => {
  expect(receivedBefore(refusal('{"at":"2026-11-23T13:12:00Z","by":"Elmer"}'))).toMatchObject({ by: 'Elmer' });
  expect(receivedBefore(refusal(null))).toBeNull();
  expect(receivedBefore(refusal('not json'))).toBeNull();
  expect(receivedBefore(new AppError('amount_changed', 'x', { cause: { details: '{"at":"x","by":"y"}' } }))).toBeNull();
});
