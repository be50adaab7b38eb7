import { screen } from '@testing-library/react';
import { aBookingDetail } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { UnpaidChange } from './UnpaidChange';

const change = {
  hold_id: 'h1',
  by: 'desk',
  reason: null,
  moves: false,
  title: null,
  service_date: '2026-12-12',
  start_time: '09:00:00',
  people: 3,
  joining: [],
  amount: 185,
  currency_symbol: 'Q',
  expires_at: '2026-12-01T20:00:00Z',
  paying: false,
};
const show = (more = {}) =>
  renderApp(<UnpaidChange booking={aBookingDetail({ unpaid_change: { ...change, ...more } })} refresh={vi.fn()} />);

it.each([
  [true, 'change-date'],
  [false, 'more-people'],
])('copies the link where the guest pays; moved: %s', async (moves, page) => {
  const { user } = show({ moves });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy payment link' }));
  expect(await screen.findByText('Link copied')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/bookings/experience/b1/${page}`);
});

it('shows the link in a field where the clipboard is closed', async () => {
  const { user } = show();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy payment link' }));
  const field = await screen.findByRole('textbox', { name: 'Payment link' });
  expect(field).toHaveValue(`${location.origin}/bookings/experience/b1/more-people`);
  expect(field).toHaveFocus();
});

it('offers no link while the guest is paying', () => {
  show({ paying: true });
  expect(screen.queryByRole('button')).toBeNull();
});
