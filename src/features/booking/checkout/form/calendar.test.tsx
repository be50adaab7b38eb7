import { screen } from '@testing-library/react';
import { aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import Calendar from './Calendar';
import { useDepartures } from './departures';

vi.mock('@/features/booking/checkout/queries', async (original) => ({
  ...(await original<object>()),
  departuresQuery: (_: unknown, from: string, to: string) => ({
    queryKey: ['departures', from],
    queryFn: async () => OPEN.filter((date) => date >= from && date <= to).map(departure),
  }),
}));

const OPEN = ['2126-11-29', '2126-11-30', '2126-12-01', '2126-12-05', '2127-02-03'];

const departure = (date: string): Departure => ({
  slotId: 'slot',
  date,
  startTime: '07:00:00',
  capacity: 8,
  available: 8,
  cashSeats: 0,
  closed: false,
});

const pick = vi.fn();

function Booking() {
  const [month, setMonth] = useState('2126-11');
  const { isOpen, isFull, known } = useDepartures(aService(), month);
  const of = { isOpen, isFull, month, onMonth: setMonth, onPick: pick };
  return (
    <>
      {known && <p>{`Departures of ${month}`}</p>}
      <Calendar value="2126-11-29" timeZone="America/Guatemala" {...of} />
    </>
  );
}

const loaded = (month: string) => screen.findByText(`Departures of ${month}`);
const expectFocusOn = (day: RegExp) => expect(document.activeElement).toHaveAccessibleName(day);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2126-11-20T15:00:00Z'), toFake: ['Date'] });
  pick.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

it('continues with the arrow keys into the next month, whose departures are not known yet, and back', async () => {
  const { user } = renderApp(<Booking />);
  await loaded('2126-11');
  expectFocusOn(/November 29/);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await loaded('2126-12');
  expectFocusOn(/December 1,/);
  // The arrow keys skip closed days once the month has loaded.
  await user.keyboard('{ArrowRight}');
  expectFocusOn(/December 5/);
  await user.keyboard('{Enter}');
  expect(pick).toHaveBeenLastCalledWith('2126-12-05');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await loaded('2126-11');
  expectFocusOn(/November 30/);
});

it("skips a month without departures, and its days can't be selected", async () => {
  const { user } = renderApp(<Booking />);
  await loaded('2126-11');
  await user.keyboard('{PageDown}');
  await loaded('2126-12');
  await user.keyboard('{PageDown}');
  await loaded('2127-01');
  expectFocusOn(/January 29/);
  await user.keyboard('{Enter}');
  expect(pick).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}');
  await loaded('2127-02');
  expectFocusOn(/February .*2127/);
});

it('stops the arrow keys at today and at the last month with dates', async () => {
  const { user } = renderApp(<Booking />);
  await loaded('2126-11');
  await user.keyboard('{ArrowLeft}{PageUp}');
  expectFocusOn(/November 29/);
  await user.keyboard('{Shift>}{PageDown}{/Shift}');
  await loaded('2127-11');
  await user.keyboard('{PageDown}{PageDown}');
  expectFocusOn(/November .*2127/);
});
