import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { MinimumForm } from './MinimumForm';
import { setRunMinimum } from './queries';

vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  setRunMinimum: vi.fn(),
  runMinimumQuery: () => ({ queryKey: ['minimum'], queryFn: async () => ({ minimum: null, decideAt: '18:00' }) }),
}));
beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(setRunMinimum).mockReset().mockResolvedValue();
});

const opened = { minimum: null, decideAt: '18:00' };

const show = () => renderApp(<MinimumForm serviceId="e1" />).user;
const save = () => screen.getByRole('button', { name: 'Save minimum' });

it('saves a minimum and its deadline, again after a failure', async () => {
  vi.mocked(setRunMinimum).mockRejectedValueOnce(new AppError('server', 'Failed to save. Please try again.'));
  const user = show();
  await user.type(await screen.findByLabelText(/Guests needed/), '4');
  await user.click(save());
  expect(await screen.findByText('Failed to save. Please try again.')).toBeVisible();
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(setRunMinimum).toHaveBeenLastCalledWith('e1', { minimum: 4, decideAt: '18:00' }, opened);
});

it('removes a minimum', async () => {
  const user = show();
  const field = await screen.findByLabelText(/Guests needed/);
  await user.type(field, '4');
  await user.clear(field);
  await user.click(save());
  expect(setRunMinimum).toHaveBeenCalledWith('e1', { minimum: null, decideAt: '18:00' }, opened);
});

it.each(['1001', '2,5', '4x'])('refuses %s guests beside the field', async (typed) => {
  const user = show();
  const field = await screen.findByLabelText(/Guests needed/);
  await user.type(field, typed);
  await user.click(save());
  expect(field).toHaveAccessibleDescription('A whole number from 1 to 1000');
  expect(setRunMinimum).not.toHaveBeenCalled();
});

it('refuses beside the field a minimum above the seats of any departure', async () => {
  vi.mocked(setRunMinimum).mockRejectedValueOnce(
    new AppError('minimum_above_seats', 'No departure has that many seats.'),
  );
  const user = show();
  const field = await screen.findByLabelText(/Guests needed/);
  await user.type(field, '40');
  await user.click(save());
  await waitFor(() => expect(field).toHaveAccessibleDescription('No departure has that many seats.'));
});

it("asks before it overwrites a colleague's minimum", async () => {
  const conflict = new AppError('changed_meanwhile', 'Someone else changed this while you were working on it');
  vi.mocked(setRunMinimum).mockRejectedValueOnce(conflict);
  const user = show();
  await user.type(await screen.findByLabelText(/Guests needed/), '4');
  await user.click(save());
  expect(await screen.findByText('Someone else changed this while you were working on it')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(setRunMinimum).toHaveBeenCalledTimes(2);
});

it('keeps the input over a reload, until it is saved', async () => {
  const user = show();
  await user.type(await screen.findByLabelText(/Guests needed/), '4');
  cleanup();
  const again = show();
  expect(await screen.findByLabelText(/Guests needed/)).toHaveValue('4');
  await again.click(save());
  expect(await screen.findByText('Saved')).toBeVisible();
  cleanup();
  show();
  expect(await screen.findByLabelText(/Guests needed/)).toHaveValue('');
});
