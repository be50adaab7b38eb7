import { screen } from '@testing-library/react';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import { createQueryClient } from '@/lib/api/query-client';
import type { BookingForm } from './booking-form';
import { useObviousChoices } from './departures';

const departures = vi.hoisted(() => vi.fn());
vi.mock('@/features/booking/checkout/queries', async (original) => ({
  ...(await original<object>()),
  departuresQuery: () => ({ queryKey: ['checkout', 'departures'], queryFn: departures }),
}));

const on = (date: string, available: number): Departure => ({
  slotId: 'slot',
  date,
  startTime: '07:00:00',
  capacity: 8,
  available,
  cashSeats: 0,
  closed: false,
});

function Form() {
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ serviceDate: '2126-11-26', slotId: '' }) });
  return (
    <FormProvider {...methods}>
      <Chosen />
      <output>{methods.watch('serviceDate')}</output>
    </FormProvider>
  );
}

function Chosen() {
  useObviousChoices(aService(), false);
  return null;
}

it("selects the first date with seats by the current sales, not by those before the person's own booking", async () => {
  const client = createQueryClient();
  client.setQueryData(['checkout', 'departures'], [on('2126-11-26', 8), on('2126-11-27', 8)], { updatedAt: 1 });
  departures.mockResolvedValue([on('2126-11-26', 0), on('2126-11-27', 8)]);
  renderApp(<Form />, { client });
  expect(await screen.findByText('2126-11-27')).toBeInTheDocument();
});
