import { screen, waitFor } from '@testing-library/react';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import type { BookingForm } from './booking-form';
import { Calendar } from './Calendar';
import { DateField } from './DateField';
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

function Field() {
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ serviceDate: '2126-11-29' }) });
  return (
    <FormProvider {...methods}>
      <DateField service={aService()} disabled={false} />
      <input aria-label="Hotel" />
    </FormProvider>
  );
}

describe('the field', () => {
  const button = () => screen.getByRole('button', { name: /^Date: / });
  const calendar = () => screen.findByRole('dialog', { name: 'Choose a date' });
  const closed = () =>
    waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(button()).toHaveAttribute('aria-expanded', 'false');
    });

  it('opens the calendar, and has the focus again once it is closed', async () => {
    const { user } = renderApp(<Field />);
    await user.click(button());
    await calendar();
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expectFocusOn(/November 29/);
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(button()).toHaveFocus());
    await user.click(button());
    await user.click(await screen.findByRole('button', { name: /November 30/ }));
    await closed();
    expect(button()).toHaveAccessibleName('Date: Saturday, November 30, 2126');
    await waitFor(() => expect(button()).toHaveFocus());
  });

  it('closes at a second tap, and at a tap elsewhere, which keeps the focus', async () => {
    const { user } = renderApp(<Field />);
    await user.click(button());
    await calendar();
    await user.click(button());
    await closed();
    await user.click(button());
    await calendar();
    await user.click(screen.getByRole('textbox', { name: 'Hotel' }));
    await closed();
    expect(screen.getByRole('textbox', { name: 'Hotel' })).toHaveFocus();
  });
});
