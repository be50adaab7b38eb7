import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { chooseTerritory } from './edit/queries';
import type { Profile } from './queries';
import { WorkTerritory } from './WorkTerritory';

const getTerritories = vi.hoisted(() => vi.fn());
vi.mock('./edit/queries', () => ({
  chooseTerritory: vi.fn(),
  workTerritoriesQuery: () => ({ queryKey: ['territories'], queryFn: getTerritories }),
}));
const success = vi.hoisted(() => vi.fn());
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));

const lago = { id: 'lago', name: 'Lago', roles: ['territory_staff'] };
const rio = { id: 'rio', name: 'Río', roles: ['territory_staff'] };
const profile = { id: 'me', territory_id: 'rio' } as Profile;

function show() {
  renderApp(<WorkTerritory profile={profile} />);
  return userEvent.setup();
}

beforeEach(() => {
  success.mockReset();
  getTerritories.mockReset().mockResolvedValue([lago, rio]);
  vi.mocked(chooseTerritory).mockReset().mockResolvedValue();
});

it('renders nothing for people in one territory', async () => {
  getTerritories.mockResolvedValue([rio]);
  show();
  await vi.waitFor(() => expect(getTerritories).toHaveBeenCalled());
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('changes the territory of the dashboards, and confirms it', async () => {
  const user = show();
  const select = await screen.findByLabelText('Your dashboards show');
  expect(select).toHaveValue('rio');
  await user.selectOptions(select, 'Lago');
  expect(vi.mocked(chooseTerritory).mock.calls[0]?.[0]).toBe('lago');
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Your pages now show Lago'));
});

it('shows a failure, and keeps the territory', async () => {
  vi.mocked(chooseTerritory).mockRejectedValue(
    new AppError('server', 'Failed to update profile', { detail: 'Try later.' }),
  );
  const user = show();
  await user.selectOptions(await screen.findByLabelText('Your dashboards show'), 'Lago');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profileTry later.');
  expect(screen.getByLabelText('Your dashboards show')).toHaveValue('rio');
});
