import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import PayoutPage from './payout';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const open = (query = '') =>
  renderApp(<PayoutPage />, { user: aProfile(), path: '/payouts/:id', url: `/payouts/${id}${query}` });

it("leads back to the territory's payouts for people who came from there, otherwise to their own", async () => {
  vi.mocked(run).mockReturnValue(new Promise(() => undefined));
  const { unmount } = open('?of=territory');
  expect(screen.getByRole('link', { name: 'Payouts' })).toHaveAttribute(
    'href',
    '/territory-management?tab=finances&view=payouts&payouts=paid',
  );
  unmount();
  open();
  expect(screen.getByRole('link', { name: 'My payouts' })).toHaveAttribute('href', '/payouts');
});

it('leads back in the same way if there is no such payout', async () => {
  vi.mocked(run).mockRejectedValue(new AppError('payout_not_found', "We couldn't find this payout"));
  open('?of=territory');
  expect(await screen.findByRole('heading', { name: "We couldn't find this payout" })).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Payouts' })).toHaveLength(2);
});
