import { screen, waitFor } from '@testing-library/react';
import { firstSteps } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import FirstStepsPanel from './FirstStepsPanel';
import { type FirstSteps, firstStepsQuery, hideFirstSteps, openTerritory } from './queries';

vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'));
/** The response of the mocked database. */
const server = vi.hoisted(() => ({ steps: {} }));
vi.mock('./queries', async (original) => {
  const real = await original<typeof import('./queries')>();
  const firstStepsQuery = (id: string) => ({ ...real.firstStepsQuery(id), queryFn: async () => server.steps });
  return { ...real, firstStepsQuery, openTerritory: vi.fn(), hideFirstSteps: vi.fn() };
});
beforeEach(() => {
  vi.mocked(openTerritory).mockReset().mockResolvedValue();
  vi.mocked(hideFirstSteps).mockReset().mockResolvedValue();
});

function open(change: Partial<FirstSteps> = {}) {
  server.steps = firstSteps(change);
  const client = createQueryClient();
  client.setQueryData(firstStepsQuery('semuc').queryKey, firstSteps(change));
  return renderApp(<FirstStepsPanel territoryId="semuc" />, { client });
}
const makeVisible = () => screen.getByRole('button', { name: 'Make region visible' });

describe('the panel of the first steps', () => {
  it('shows the progress, and for whom and since when the territory waits', () => {
    open();
    expect(screen.getByText('2 of 6 done')).toBeInTheDocument();
    expect(screen.getByText(', 1 waiting for someone else')).toBeInTheDocument();
    expect(screen.getByText('Optional: Transport')).toBeInTheDocument();
    expect(screen.getByText('Waiting for Marta Xol to accept the invitation')).toBeInTheDocument();
    expect(screen.getByText('Invitation sent Mon, Nov 23, 2026, 8:05 AM')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send again: invitation to marta@example.test' })).toBeEnabled();
    expect(screen.getByText('Hidden draft')).toBeInTheDocument();
  });

  it('keeps the last step locked, with the reason', () => {
    open();
    expect(makeVisible()).toBeDisabled();
    expect(makeVisible()).toHaveAccessibleDescription(/^Available once Marta Xol accepts/);
  });

  it('asks once before the territory becomes visible', async () => {
    const { user } = open({ needs: [], guide: 'Marta Xol', awaited: null });
    await user.click(makeVisible());
    const dialog = await screen.findByRole('alertdialog', { name: 'Make Semuc Champey visible?' });
    expect(dialog).toHaveTextContent('find the region and book Semuc Pools');
    expect(openTerritory).not.toHaveBeenCalled();
    server.steps = firstSteps({ needs: [], guide: 'Marta Xol', awaited: null, open: true, done: true });
    await user.click(screen.getByRole('button', { name: 'Make region visible' }));
    await waitFor(() => expect(openTerritory).toHaveBeenCalledExactlyOnceWith('semuc'));
    expect(await screen.findByText('Semuc Champey is open. Visitors can now find the region.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Your region is open' })).toBeInTheDocument();
  });

  it('mentions no experience if only transport is sold', async () => {
    const { user } = open({ needs: [], lacks: ['guide', 'experience', 'slots'], experience: null, transports: 1 });
    await user.click(makeVisible());
    const dialog = screen.getByRole('alertdialog', { name: 'Make Semuc Champey visible?' });
    expect(dialog).toHaveTextContent('and book its transport.');
  });

  it('leaves that to a manager', () => {
    open({ needs: [], manages: false });
    expect(makeVisible()).toBeDisabled();
    expect(makeVisible()).toHaveAccessibleDescription(
      'Everything is ready. A manager of the region can now make it visible.',
    );
  });

  it('can be hidden', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Hide steps' }));
    await waitFor(() => expect(hideFirstSteps).toHaveBeenCalledWith('semuc', true));
  });
});
