// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dayText, deadlineText, nextStep, policyOf, policyText } from './cancellation-policy';

const departure = { date: '2026-12-04', startTime: '07:00:00', timeZone: 'America/Guatemala' };
/** Returns an instant in Guatemala, which is six hours behind UTC. */
const at = (local: string) => new Date(`${local}-06:00`);

describe('the free cancellation deadline', () => {
  it.each([
    ['flexible', '2026-12-01T08:00:00', 100, '2026-12-03'],
    ['moderate', '2026-12-01T06:59:00', 100, '2026-12-01'],
    ['moderate', '2026-12-01T07:00:00', 50, '2026-12-03'],
    ['moderate', '2026-12-03T06:59:00', 50, '2026-12-03'],
    ['strict', '2026-11-20T00:00:00', 50, '2026-11-27'],
  ])('follows %s, asked at %s: %i%% until 7 AM on %s', (policy, now, percent, date) => {
    expect(nextStep(policy, departure, at(now))).toMatchObject({
      percent,
      date,
      time: expect.stringMatching(/^07:00/),
    });
  });

  it.each([
    ['flexible', '2026-12-03T07:00:00'],
    ['moderate', '2026-12-03T07:00:00'],
    ['strict', '2026-11-27T07:00:00'],
  ])('has passed for %s, asked at %s', (policy, now) => {
    expect(nextStep(policy, departure, at(now))).toBeNull();
    expect(deadlineText(policy, departure, at(now))).toBe('No refund if you cancel now: the trip starts too soon');
  });

  it("is one line in the territory's time zone", () => {
    const now = at('2026-11-21T00:00:00');
    expect(deadlineText('flexible', departure, now)).toBe(
      'Free cancellation until Thursday, December 3, 2026, 7:00 AM',
    );
    expect(deadlineText('moderate', departure, now)).toBe(
      'Free cancellation until Tuesday, December 1, 2026, 7:00 AM, then a 50% refund until Thursday, December 3, 2026, 7:00 AM',
    );
    expect(deadlineText('strict', departure, now)).toBe(
      '50% refund if you cancel by Friday, November 27, 2026, 7:00 AM',
    );
    expect(deadlineText('flexible', { ...departure, startTime: null }, now)).toContain('December 4, 2026, 12:00 AM');
  });

  it.each([
    ['flexible', 'Free cancellation until 24 hours before the start'],
    ['moderate', 'Free cancellation until 3 days before the start, then a 50% refund until 24 hours before'],
    ['strict', '50% refund until 7 days before the start, then no refund'],
  ])('shows all of %s before a date is known', (policy, text) => {
    expect(policyText(policy)).toBe(text);
  });

  it('uses the usual policy for an unknown one', () => {
    expect(policyOf('generous')).toBe('moderate');
    expect(policyText(null)).toBe(policyText('moderate'));
  });
});

it('a cash booking can be cancelled for free before the day', () => {
  const text = 'Free cancellation until the start: you pay nothing before the day';
  const departure = { date: '2026-12-05', startTime: '07:00:00', timeZone: 'America/Guatemala', cash: true };
  expect(deadlineText('strict', departure)).toBe(text);
  expect(policyText('strict', true)).toBe(text);
});

describe('a day without a selected time', () => {
  const on = (...hours: string[]) => hours.map((hour) => ({ ...departure, startTime: `${hour}:00` }));
  const none = 'No refund if you cancel now: the trip starts too soon';
  it.each([
    ['flexible', '2026-12-03T17:00:00', none],
    [
      'flexible',
      '2026-12-03T10:00:00',
      'Before 2:00 PM: no refund. After that: free cancellation until 24 hours before the start.',
    ],
    ['flexible', '2026-12-03T06:00:00', policyText('flexible')],
    ['moderate', '2026-12-01T06:00:00', policyText('moderate')],
    [
      'moderate',
      '2026-12-01T10:00:00',
      'Before 2:00 PM: 50% refund until 24 hours before the start. After that: free cancellation until 3 days before the start.',
    ],
    ['moderate', '2026-12-02T10:00:00', '50% refund until 24 hours before the start, then no refund'],
    ['moderate', '2026-12-04T06:00:00', none],
    [
      'strict',
      '2026-11-27T10:00:00',
      'Before 2:00 PM: no refund. After that: 50% refund until 7 days before the start.',
    ],
  ])('shows for %s, asked at %s: %s', (policy, now, text) => {
    expect(dayText(policy, on('14:00', '07:00', '16:00'), false, at(now))).toBe(text);
  });
  it('shows a departure’s deadline, the whole policy without one, and the terms of cash', () => {
    const now = at('2026-12-01T08:00:00');
    expect(dayText('flexible', on('07:00'), false, now)).toBe(deadlineText('flexible', departure, now));
    expect(dayText('flexible', [], false, now)).toBe(policyText('flexible'));
    expect(dayText('strict', on('07:00', '14:00'), true, now)).toBe(policyText('strict', true));
  });
});
