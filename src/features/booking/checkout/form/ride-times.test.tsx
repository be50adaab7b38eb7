import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import Checkout from '@/features/booking/checkout/Checkout';
import { newDraft, writeDraft } from '@/features/booking/checkout/draft';
import type { Departure } from '@/features/booking/checkout/dto';

// A ride may leave several times a day, and a booking is for one of them.

const { departures, createHold } = vi.hoisted(() => ({ departures: vi.fn(), createHold: vi.fn() }));
vi.mock('@/lib/api/run', () => ({ run: () => new Promise(() => undefined) }));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/features/booking/checkout/queries', async (original) => ({
  ...(await original<object>()),
  departuresQuery: () => ({ queryKey: ['checkout', 'departures'], queryFn: departures }),
  createHold,
}));

const DAY = '2126-11-26';
const shuttle = aService({ kind: 'transport', title: 'Antigua shuttle' });
const leaving = (slotId: string, startTime: string, available = 8): Departure => ({
  slotId,
  date: DAY,
  startTime,
  capacity: 8,
  available,
  cashSeats: 0,
  closed: false,
});
const booker = { name: 'Ana Morales', email: 'ana@example.test' };

function open(...times: Departure[]): void {
  departures.mockResolvedValue(times);
  createHold.mockReturnValue(new Promise(() => undefined));
  const form = aBookingForm({ serviceDate: DAY, dateSettled: true, slotId: '', numPeople: 1, booker });
  writeDraft(shuttle.id, newDraft('u1', form));
  renderApp(<Checkout service={shuttle} userId="u1" booker={booker} />);
}

const pay = () => screen.findByRole('button', { name: 'Continue to payment' });

beforeEach(() => {
  sessionStorage.clear();
  createHold.mockReset();
});

it('holds the time that was chosen among the times of a ride', async () => {
  open(leaving('early', '07:00:00'), leaving('late', '14:30:00'), leaving('sold-out', '16:00:00', 0));
  const times = await screen.findByRole('group', { name: 'Departure time' });
  expect(times).toBeVisible();
  expect(screen.getByRole('radio', { name: /4:00 PM/ })).toBeDisabled();

  await userEvent.click(await pay());
  expect(times).toHaveAccessibleDescription('Please select a time slot');
  expect(createHold).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('radio', { name: /2:30 PM/ }));
  await userEvent.click(await pay());
  await waitFor(() => expect(createHold).toHaveBeenCalledTimes(1));
  expect(createHold).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'transport', service_id: shuttle.id, slot_id: 'late', service_date: DAY }),
  );
});

it('holds the only time of a day without a choice', async () => {
  open(leaving('early', '07:00:00'));
  expect(await screen.findByText('7:00 AM')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Departure time' })).not.toBeInTheDocument();
  await userEvent.click(await pay());
  await waitFor(() => expect(createHold).toHaveBeenCalledWith(expect.objectContaining({ slot_id: 'early' })));
});
