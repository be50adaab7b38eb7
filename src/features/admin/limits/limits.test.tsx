import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import LimitsTab from './LimitsTab';
import { saveCashShare, saveCommissionLimits } from './queries';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  saveCommissionLimits: vi.fn(),
  saveCashShare: vi.fn(),
  cashShareQuery: () => ({ queryKey: ['admin', 'limits', 'cash'], queryFn: async () => 50, retry: false }),
  commissionLimitsQuery: () => ({ queryKey: ['admin', 'limits'], queryFn: read, retry: false }),
}));
beforeEach(() => {
  vi.mocked(saveCommissionLimits).mockReset().mockResolvedValue();
  read.mockReset().mockResolvedValue({ ceiling: 30, operator_floor: 60, highest: 20, above: 2 });
});

it('explains what the two limits allow, and how many partners have more', async () => {
  renderApp(<LimitsTab />);
  expect(await screen.findByLabelText('Highest commission (%)')).toHaveValue('30');
  expect(screen.getByText(/Together, these allow a commission of up to 20%\./)).toHaveTextContent(
    '2 partners have more',
  );
});

it('saves over the version that was read, and refuses an invalid percentage beside the field', async () => {
  const { user } = renderApp(<LimitsTab />);
  const floor = await screen.findByLabelText('Operator keeps at least (%)');
  for (const [text, sent] of [
    ['80.5', false],
    ['55', true],
  ] as const) {
    await user.clear(floor);
    await user.type(floor, text);
    await user.click(screen.getByRole('button', { name: 'Save limits' }));
    if (!sent) {
      await waitFor(() => expect(floor).toHaveAccessibleDescription('Please enter whole percents from 0 to 80'));
      expect(saveCommissionLimits).not.toHaveBeenCalled();
    }
  }
  await waitFor(() =>
    expect(saveCommissionLimits).toHaveBeenCalledWith(
      { ceiling: 30, operator_floor: 55 },
      { ceiling: 30, operator_floor: 60 },
      expect.any(String),
    ),
  );
});

it('saves the cash share of new guests over the version that was read', async () => {
  vi.mocked(saveCashShare).mockReset().mockResolvedValue();
  const { user } = renderApp(<LimitsTab />);
  const share = await screen.findByLabelText('Seats of a departure (%)');
  await user.clear(share);
  await user.type(share, '101');
  await user.click(screen.getByRole('button', { name: 'Save share' }));
  await waitFor(() => expect(share).toHaveAccessibleDescription('Please enter a whole percent from 0 to 100'));
  expect(saveCashShare).not.toHaveBeenCalled();
  await user.clear(share);
  await user.type(share, '30');
  await user.click(screen.getByRole('button', { name: 'Save share' }));
  await waitFor(() => expect(saveCashShare).toHaveBeenCalledExactlyOnceWith(30, 50, expect.any(String)));
});

it('reports a failure to load, and retries it', async () => {
  read.mockRejectedValueOnce(new AppError('server', 'Failed to load data'));
  const { user } = renderApp(<LimitsTab />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Highest commission (%)')).toBeInTheDocument();
});
