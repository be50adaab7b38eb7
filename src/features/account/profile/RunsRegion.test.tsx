import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { chooseRegion } from './edit/queries';
import { RunsRegion } from './RunsRegion';

const getRegions = vi.hoisted(() => vi.fn());
vi.mock('./edit/queries', () => ({
  chooseRegion: vi.fn(),
  regionsQuery: () => ({ queryKey: ['regions'], queryFn: getRegions }),
}));

const lago = { id: 'lago', name: 'Lago', roles: ['tour_guide'] };
const rio = { id: 'rio', name: 'Río', roles: ['territory_staff', 'tour_guide'] };

function show(territoryId: string) {
  renderApp(
    <RunsRegion userId="me" territoryId={territoryId}>
      <p>The screen</p>
    </RunsRegion>,
  );
  return userEvent.setup();
}

const answered = () => vi.waitFor(() => expect(getRegions).toHaveBeenCalled());

beforeEach(() => {
  getRegions.mockReset().mockResolvedValue([lago, rio]);
  vi.mocked(chooseRegion).mockReset().mockResolvedValue();
});

it.each([
  ['the region that one runs', 'rio', () => Promise.resolve([lago, rio])],
  ['nothing is known of regions', 'lago', () => Promise.resolve([])],
  ['they cannot be read', 'lago', () => Promise.reject(new AppError('server', 'Failed to load data'))],
])('%s: the screen', async (_, territoryId, answer) => {
  getRegions.mockImplementation(answer);
  show(territoryId);
  await answered();
  expect(screen.getByText('The screen')).toBeInTheDocument();
});

it('where one only guides: offers the regions that one runs, and turns there', async () => {
  const user = show('lago');
  expect(await screen.findByRole('heading', { level: 1, name: 'You do not run Lago' })).toBeInTheDocument();
  expect(screen.queryByText('The screen')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show Lago' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show Río' }));
  expect(vi.mocked(chooseRegion).mock.calls[0]?.[0]).toBe('rio');
});

it('says when that failed', async () => {
  vi.mocked(chooseRegion).mockRejectedValue(new AppError('server', 'Failed to update profile'));
  const user = show('lago');
  await user.click(await screen.findByRole('button', { name: 'Show Río' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profile');
});
