import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { guideKeys, type Slot } from './queries';
import { SlotRow } from './SlotRow';
import { TimeSlots } from './TimeSlots';

/** The requests without a response so far, in the order of the clicks. */
const sent = vi.hoisted(() => [] as { row: { slot_id: string; response: string }; fail: () => void }[]);
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    from: () => ({
      upsert: (row: { slot_id: string; response: string }) =>
        new Promise((_, reject) => sent.push({ row, fail: () => reject(new TypeError('Failed to fetch')) })),
    }),
  }),
}));

const slot = (n: number, more: Partial<Slot> = {}): Slot => ({
  slot_id: `s${n}`,
  experience_id: 'e',
  title: 'Canyon',
  start_time: `0${n}:00`,
  end_time: '12:00',
  days_of_week: ['monday'],
  response: null as never,
  leads: false,
  leader_name: 'Marta Choc',
  bookings: 0,
  guests: 0,
  is_next: false,
  declined_dates: [],
  time_zone: 'America/Guatemala',
  ...more,
});

const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
beforeEach(() => {
  sent.length = 0;
  vi.clearAllMocks();
});

function open(slots: Slot[]) {
  const client = createQueryClient();
  client.setQueryData(guideKeys.slots('me'), slots);
  return renderApp(<TimeSlots userId="me" status={status} />, { client });
}
const FAILED = 'Failed to update response. Please try again.';
const NO_SERVER = "We couldn't reach the server. Please check your connection and try again.";

it('answers two slots at the same time: each is busy, sends once and shows its failure, even after leaving', async () => {
  const { unmount } = open([slot(7), slot(8)]);
  const first = screen.getByRole('button', { name: 'Accept Canyon, 7:00 AM – 12:00 PM' });
  const second = screen.getByRole('button', { name: 'Decline Canyon, 8:00 AM – 12:00 PM' });
  await userEvent.click(first);
  await userEvent.click(second);
  await userEvent.click(first);
  expect(first).toHaveAttribute('aria-busy', 'true');
  expect(second).toHaveAttribute('aria-busy', 'true');
  expect(sent.map(({ row }) => `${row.slot_id} ${row.response}`)).toEqual(['s7 accepted', 's8 declined']);
  sent[0]?.fail();
  await vi.waitFor(() =>
    expect(status.failure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: FAILED })),
  );
  unmount();
  sent[1]?.fail();
  await vi.waitFor(() => expect(status.failure).toHaveBeenCalledTimes(2));
});

it('asks the guide of bookings before declining, and a failure stays in that dialog', async () => {
  open([slot(7, { leads: true, bookings: 2, guests: 5 })]);
  await userEvent.click(screen.getByRole('button', { name: /^Decline Canyon/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(
    /You lead 2 upcoming bookings of Canyon at 7:00 AM.*to your region's team if there isn't one/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  sent[0]?.fail();
  expect(await screen.findByText(`${FAILED} ${NO_SERVER}`)).toBeInTheDocument();
  expect(status.failure).not.toHaveBeenCalled();
});

it('offers only effective answers, and the focus moves to what is left', async () => {
  const send = { onAccept: vi.fn(), onDecline: vi.fn() };
  const { rerender } = renderApp(<SlotRow slot={slot(7)} busy={null} {...send} />);
  const button = (name: RegExp) => screen.queryByRole('button', { name });
  await userEvent.click(screen.getByRole('button', { name: /^Accept/ }));
  rerender(<SlotRow slot={slot(7)} busy="accepted" {...send} />);
  // The row already knows the answer while its other button still waits for it.
  rerender(<SlotRow slot={slot(7, { response: 'accepted' })} busy="accepted" {...send} />);
  expect(button(/^Accept/)).toBeNull();
  rerender(<SlotRow slot={slot(7, { response: 'accepted' })} busy={null} {...send} />);
  expect(button(/^Decline/)).toHaveFocus();
  rerender(<SlotRow slot={slot(7, { response: 'declined' })} busy={null} {...send} />);
  expect(button(/^Decline/)).toBeNull();
  expect(button(/^Accept/)).toBeVisible();
});

it('shows the leading guide, and the next one', () => {
  open([slot(7, { is_next: true }), slot(8), slot(9, { leads: true })]);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toContain("Marta Choc leads this trip. You're next.");
  expect(rows[1]).toContain('Marta Choc leads this trip.');
  expect(rows[1]).not.toContain('next');
  expect(rows[2]).toContain('You lead this trip');
});
