import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { territoryCountsQuery } from '@/features/management/queries';
import { everyMemberQuery } from '@/features/management/team/queries';
import { createQueryClient } from '@/lib/api/query-client';
import TerritoryManagementPage from './territory-management';

vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'));
vi.mock('@/features/account/profile/TerritoryGuard', () => ({ TerritoryGuard: ({ children }: never) => children }));

it('the tab of the guides counts those whom its list opens with, and not all who work there', async () => {
  const client = createQueryClient();
  client.setQueryData(territoryCountsQuery('rio').queryKey, { experiences: 2, guides: 6 });
  const guides = ['Marta', 'Elmer', 'Rony', 'Delia'].map((name) => ({ id: name, full_name: name }));
  client.setQueryData(everyMemberQuery('rio', 'tour_guide').queryKey, guides as never);
  renderApp(<TerritoryManagementPage />, { client, user: aProfile({ territory_id: 'rio' }) });
  expect(await screen.findByRole('tab', { name: /^Experiences/ })).toHaveTextContent('Experiences2');
  expect(screen.getByRole('tab', { name: /^Tour Guides/ })).toHaveTextContent('Tour Guides4');
});
