import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { useLinkedBooking } from './use-linked-booking';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
const id = '6f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d';

function Page() {
  const { asked, notice } = useLinkedBooking('me');
  return (
    <>
      <code>{JSON.stringify({ asked })}</code>
      {notice}
    </>
  );
}
const asked = () => JSON.parse(screen.getByText(/^{"asked"/).textContent ?? '').asked as unknown;

beforeEach(() => {
  vi.mocked(run).mockReset();
});

it.each([`experience.${id}`, id])('opens the booking of a link with %s', async (text) => {
  vi.mocked(run).mockResolvedValue({ slot_id: 's1', booking_date: '2026-12-05', status: 'paid' });
  renderApp(<Page />, { url: `/?booking=${text}` });
  await vi.waitFor(() => expect(asked()).toEqual({ id, slotId: 's1', date: '2026-12-05' }));
  expect(screen.queryByText(/You don't lead/)).not.toBeInTheDocument();
});

it('says that a booking is no longer active', async () => {
  vi.mocked(run).mockResolvedValue({ slot_id: 's1', booking_date: '2026-12-05', status: 'cancelled' });
  renderApp(<Page />, { url: `/?booking=experience.${id}` });
  expect(await screen.findByText('The booking that you opened is no longer active.')).toBeVisible();
});

it.each([`experience.${id}`, 'experience.1', 'x'])('says that the guide does not lead %s', async (text) => {
  vi.mocked(run).mockResolvedValue(null);
  renderApp(<Page />, { url: `/?booking=${text}` });
  expect(await screen.findByText(/This link is for a departure you don't lead/)).toBeVisible();
  expect(asked()).toBeNull();
});

it('asks for nothing without a booking in the address', () => {
  renderApp(<Page />, { url: '/' });
  expect(run).not.toHaveBeenCalled();
});
