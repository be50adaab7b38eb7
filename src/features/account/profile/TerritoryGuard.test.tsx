import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { chooseTerritory } from './edit/queries';
import { TerritoryGuard } from './TerritoryGuard';

const getTerritories = vi.hoisted(() => vi.fn());
vi.mock('./edit/queries', () => ({
  chooseTerritory: vi.fn(),
  workTerritoriesQuery: () => ({ queryKey: ['territories'], queryFn: getTerritories }),
}));

const lago = { id: 'lago', name: 'Lago', roles: ['tour_guide'] };
const rio = { id: 'rio', name: 'Río', roles: ['territory_staff', 'tour_guide'] };

function show(territoryId: string) {
  renderApp(
    <TerritoryGuard userId="me" territoryId={territoryId}>
      <p>The screen</p>
    </TerritoryGuard>,
  );
  return userEvent.setup();
}

const answered = () => vi.waitFor(() => expect(getTerritories).toHaveBeenCalled());

beforeEach(() => {
  getTerritories.mockReset().mockResolvedValue([lago, rio]);
  vi.mocked(chooseTerritory).mockReset().mockResolvedValue();
});

it.each([
  ['the territory that one manages', 'rio', () => Promise.resolve([lago, rio])],
  ['nothing is known of territories', 'lago', () => Promise.resolve([])],
  ['they cannot be read', 'lago', () => Promise.reject(new AppError('server', 'Failed to load data'))],
])('%s: shows the expected screen', async (_, territoryId, answer) => {
  getTerritories.mockImplementation(answer);
  show(territoryId);
  await answered();
  expect(screen.getByText('The screen')).toBeInTheDocument();
});

it('offers the managed territories to a person who only guides here, and switches', async () => {
  const user = show('lago');
  expect(await screen.findByRole('heading', { level: 1, name: "You don't manage Lago" })).toBeInTheDocument();
  expect(screen.queryByText('The screen')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show Lago' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show Río' }));
  expect(vi.mocked(chooseTerritory).mock.calls[0]?.[0]).toBe('rio');
});

it('shows a failure to switch', async () => {
  vi.mocked(chooseTerritory).mockRejectedValue(new AppError('server', 'Failed to update profile'));
  const user = show('lago');
  await user.click(await screen.findByRole('button', { name: 'Show Río' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profile');
});
