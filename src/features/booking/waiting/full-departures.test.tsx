import { screen } from '@testing-library/react';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Departure } from '@/features/booking/checkout/dto';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import * as departures from '@/features/booking/checkout/form/departures';
import { run } from '@/lib/api/run';
import { FullDepartures } from './FullDepartures';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
beforeEach(() => void vi.mocked(run).mockReset().mockResolvedValue([]));

function Form({ departure }: { departure: Departure }) {
  vi.spyOn(departures, 'useDepartures').mockReturnValue({
    on: () => [departure],
    chosen: () => departure,
  } as never);
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ numPeople: 1 }) });
  return (
    <FormProvider {...methods}>
      <FullDepartures service={aService()} userId="u1" signIn={{} as never} disabled={false} />
    </FormProvider>
  );
}
const departure = (change: Partial<Departure>) =>
  ({ timeslotId: 'morning', startTime: '07:00:00', closed: false, available: 6, capacity: 6, ...change }) as Departure;

it('asks for no waiting list where nobody has a seat yet', () => {
  renderApp(<Form departure={departure({})} />);
  expect(screen.queryByRole('group')).toBeNull();
  expect(run).not.toHaveBeenCalled();
});

it('asks for those of a departure that is sold out, and offers to wait', async () => {
  renderApp(<Form departure={departure({ available: 0 })} />);
  expect(await screen.findByRole('group', { name: /Waiting list/ })).toBeVisible();
  expect(run).toHaveBeenCalledOnce();
});
