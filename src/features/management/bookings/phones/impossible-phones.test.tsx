import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
// The app loads this input lazily. Importing it here makes it available at once.
import '@/ui/form/PhoneInput';
import { AppError } from '@/lib/api/errors';
import ImpossiblePhones from './ImpossiblePhones';
import { correctPhone, type ImpossiblePhone } from './queries';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  correctPhone: vi.fn(),
  impossiblePhonesQuery: () => ({ queryKey: ['territory-bookings', 'phones'], queryFn: () => read(), retry: false }),
}));

const phone: ImpossiblePhone = {
  kind: 'experience',
  id: '0b7c1f9e-0000-4000-8000-000000000001',
  number: '+502491701234567',
  name: 'Anna Keller',
  territory_id: 'rio-dulce',
  title: 'Castle',
  service_date: '2026-12-24',
  start_time: '09:00:00',
};
const draw = () => renderApp(<ImpossiblePhones territoryId="rio-dulce" />);

beforeEach(() => {
  sessionStorage.clear();
  read.mockReset().mockResolvedValue([phone]);
  vi.mocked(correctPhone).mockReset().mockResolvedValue();
});

it('lists impossible numbers, and saves the correct one instead', async () => {
  draw();
  const user = userEvent.setup();
  await user.click(await screen.findByText('1 phone number looks wrong'));
  expect(await screen.findByText(/Castle · Thu, Dec 24 · 9:00 AM/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Correct number' }), '12');
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  expect(await screen.findByText('Please enter a valid phone number')).toBeVisible();
  expect(correctPhone).not.toHaveBeenCalled();

  await screen.findByRole('combobox', { name: 'Country of the phone number' });
  const field = screen.getByRole('textbox', { name: 'Correct number' });
  await user.clear(field);
  await fill(user, field, '+491701234567');
  read.mockResolvedValue([]);
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  await waitFor(() => expect(screen.queryByText(/can't be right/)).toBeNull());
  expect(vi.mocked(correctPhone).mock.calls).toEqual([[phone, '+491701234567']]);
});

it('shows nothing without such numbers, and reports a failure to load', async () => {
  read.mockRejectedValueOnce(new AppError('network', 'Failed to load the phone numbers.')).mockResolvedValueOnce([]);
  draw();
  expect(await screen.findByRole('status')).toHaveTextContent('Failed to load the phone numbers.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByText(/can't be right/)).toBeNull();
});
