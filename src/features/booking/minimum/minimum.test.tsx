import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { MinimumLine } from './MinimumLine';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const departure = { kind: 'experience', serviceId: 'e1', slotId: 's1', date: '2126-11-26' } as const;
const answer = (changes: object = {}) => ({
  status: 'scheduled',
  min_to_run: 6,
  sold: 4,
  decides_at: '2126-11-26T00:00:00Z',
  ...changes,
});

function show(answered: unknown, refundTo?: 'payer' | 'card' | 'nobody') {
  vi.mocked(run).mockResolvedValue(answered);
  return renderApp(<MinimumLine departure={departure} timeZone="America/Guatemala" {...(refundTo && { refundTo })} />);
}

it.each([
  ['payer', 'if not, the person who paid gets a full refund'],
  ['card', "if not, the card won't be charged"],
  ['nobody', "if not, there's nothing to pay"],
] as const)('promises no money to people who have not paid: %s', async (refundTo, words) => {
  show(answer(), refundTo);
  expect(await screen.findByRole('status')).toHaveTextContent(words);
  expect(screen.getByRole('status')).not.toHaveTextContent("you'll get");
});

it('shows how many guests there are and how many it needs, and when it is decided', async () => {
  show(answer());
  expect(await screen.findByRole('status')).toHaveTextContent(
    "4 of 6 guests so far. We'll confirm by Mon, Nov 25, 2126, 6:00 PM; if not, you'll get a full refund",
  );
});

it('shows only the time if it is decided today', async () => {
  const now = new Date();
  show(answer({ decides_at: now.toISOString() }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    /^4 of 6 guests so far. We'll confirm by .* today; if not, you'll get a full refund$/,
  );
});

it('says that it goes ahead once it is confirmed', async () => {
  show(answer({ status: 'confirmed', sold: 6 }));
  expect(await screen.findByRole('status')).toHaveTextContent("It's going ahead: enough guests have booked.");
});

it('says only that it goes ahead if that was decided with fewer', async () => {
  show(answer({ status: 'confirmed', sold: 4 }));
  expect(await screen.findByRole('status')).toHaveTextContent(/^It's going ahead\.$/);
});

it('says that a departure goes ahead that leaves too soon to be decided', async () => {
  show(answer({ decides_at: null, sold: 1 }));
  expect(await screen.findByRole('status')).toHaveTextContent(/^It's going ahead\.$/);
});

it.each([
  ['it runs with any number', answer({ min_to_run: null, decides_at: null })],
  ['it is cancelled', answer({ status: 'cancelled' })],
  ['it cannot be booked', null],
])('shows nothing if %s', async (_, answered) => {
  show(answered);
  await waitFor(() => expect(run).toHaveBeenCalled());
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
