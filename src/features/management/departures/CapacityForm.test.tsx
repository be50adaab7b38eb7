import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { CapacityForm } from './CapacityForm';
import { getCapacity, setCapacity } from './queries';

vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  setCapacity: vi.fn(),
  getCapacity: vi.fn(),
}));
beforeEach(() => vi.mocked(setCapacity).mockReset().mockResolvedValue());

const name = { serviceId: 'e1', slotId: 's1', date: '2026-11-24' };
const show = () => renderApp(<CapacityForm name={name} capacity={8} taken={3} hour="9:00 AM" />).user;
const field = () => screen.getByLabelText('Seats 9:00 AM');

async function save(user: ReturnType<typeof show>, seats: string) {
  await user.clear(field());
  await user.type(field(), seats);
  await user.click(screen.getByRole('button', { name: 'Save seats' }));
}

it.each([
  ['1001', 'A whole number from 0 to 1000'],
  ['2.5', 'A whole number from 0 to 1000'],
  ['2,5', 'A whole number from 0 to 1000'],
  ['2', 'More seats than that are already held or sold'],
])('refuses %s seats beside the field', async (seats, text) => {
  await save(show(), seats);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(field()).toHaveAccessibleDescription(text);
  expect(setCapacity).not.toHaveBeenCalled();
});

it('saves another number, again after a failure, without a button for the same one', async () => {
  vi.mocked(setCapacity).mockRejectedValueOnce(new AppError('server', 'Failed to save. Please try again.'));
  const user = show();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await save(user, '5');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save. Please try again.');
  await user.click(screen.getByRole('button', { name: 'Save seats' }));
  await vi.waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
  expect(setCapacity).toHaveBeenLastCalledWith({ ...name, capacity: 5, expected: 8 });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const conflict = new AppError('changed_meanwhile', 'Someone else changed this while you were working on it');

it('overwrites a number that a colleague has saved since only on request', async () => {
  vi.mocked(setCapacity).mockRejectedValueOnce(conflict);
  vi.mocked(getCapacity).mockResolvedValue(12);
  const user = show();
  await save(user, '5');
  expect(await screen.findByText('Someone else changed this while you were working on it')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await vi.waitFor(() => expect(setCapacity).toHaveBeenLastCalledWith({ ...name, capacity: 5, expected: 12 }));
  await vi.waitFor(() => expect(screen.queryByText(conflict.message)).not.toBeInTheDocument());
});

it('Reload shows the saved number', async () => {
  vi.mocked(setCapacity).mockRejectedValueOnce(conflict);
  const user = show();
  await save(user, '5');
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  await vi.waitFor(() => expect(field()).toHaveValue('8'));
});

it('keeps the version of typed text when a colleague saves', async () => {
  const { user, rerender } = renderApp(<CapacityForm name={name} capacity={8} taken={3} hour="9:00 AM" />);
  await user.clear(field());
  await user.type(field(), '5');
  rerender(<CapacityForm name={name} capacity={12} taken={3} hour="9:00 AM" />);
  await user.click(screen.getByRole('button', { name: 'Save seats' }));
  expect(setCapacity).toHaveBeenLastCalledWith({ ...name, capacity: 5, expected: 8 });
});
