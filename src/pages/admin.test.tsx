import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { server } from '@tests/support/live-server';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import AdminPage from './admin';

vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'));

beforeEach(() => server.reset());

it('stays on the list of regions after the form of a link without a tab was closed, where the notice is', () => {
  const { router } = renderApp(<AdminPage />, { user: aProfile({ roles: ['admin'] }), url: '/admin?edit=new' });
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Regions');
  expect(router.state.location.search).toBe('?edit=new&tab=territories');
});
