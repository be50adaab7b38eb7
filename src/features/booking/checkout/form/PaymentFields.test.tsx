import { screen, waitFor } from '@testing-library/react';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import type { BookingForm } from './booking-form';
import { PaymentMethodField } from './PaymentFields';

const read = vi.hoisted(() => vi.fn());
vi.mock('@/features/booking/checkout/queries', () => ({
  departuresQuery: () => ({ queryKey: ['checkout', 'departures'], queryFn: read }),
}));
const waits = vi.hoisted(() => vi.fn(() => false));
vi.mock('./use-chosen-departure', () => ({ useFormWaits: waits }));
const departure = (change: Partial<Departure>): Departure[] => [
  {
    slotId: 'slot',
    date: '2099-10-20',
    startTime: '07:00:00',
    capacity: 8,
    available: 8,
    cashSeats: 4,
    closed: false,
    ...change,
  },
];
beforeEach(() => {
  read.mockReset();
});

it.each([
  [false, 'Pay now'],
  [true, 'Charged once the trip is confirmed'],
])('shows for a card when it is charged: waits %s', (now, note) => {
  waits.mockReturnValue(now);
  read.mockResolvedValue([]);
  expect(show().card).toHaveAccessibleName(new RegExp(`Card.*${note}`));
  waits.mockReturnValue(false);
});

function Panel({ change }: { change: Partial<BookingForm> }) {
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ paymentMethod: 'cash', ...change }) });
  return (
    <FormProvider {...methods}>
      <PaymentMethodField service={aService({ cashAllowed: true, bookingType: 'both' })} disabled={false} />
    </FormProvider>
  );
}

function show(change: Partial<BookingForm> = {}) {
  renderApp(<Panel change={change} />);
  return { cash: screen.getByRole('radio', { name: /Cash/ }), card: screen.getByRole('radio', { name: /Card/ }) };
}

it.each([
  ['none is left', { cashSeats: 0 }, {}, 'There are no cash seats left on this departure. Please pay by card'],
  ['too few are left', { cashSeats: 1 }, {}, 'Only 1 cash seat is left on this departure. Please pay by card'],
  [
    'a private group keeps all',
    {},
    { bookingType: 'private' },
    'A private booking takes the whole departure, so please pay by card',
  ],
] as const)('explains why cash is not accepted, and selects the card: %s', async (_, seats, form, text) => {
  read.mockResolvedValue(departure(seats));
  const { cash, card } = show(form);
  expect(await screen.findByText(text)).toBeVisible();
  expect(cash).toBeDisabled();
  expect(cash).toHaveAccessibleDescription(text);
  await waitFor(() => expect(card).toBeChecked());
});

it('accepts cash while seats are left for it, and while nothing is known', async () => {
  read.mockResolvedValue(departure({ cashSeats: 2 }));
  const { cash } = show();
  expect(cash).toBeEnabled();
  await waitFor(() => expect(read).toHaveBeenCalled());
  expect(cash).toBeEnabled();
  expect(cash).toBeChecked();
});
