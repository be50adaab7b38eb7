import { screen, within } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import type { Role } from '@/features/account/profile/roles';
import WorkBar from './WorkBar.tsx';

function links(...roles: Role[]) {
  renderApp(<WorkBar />, { user: aProfile({ roles }) });
  const bar = within(screen.getByRole('navigation', { name: 'Work' }));
  return bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

it.each<[Role[], string[][]]>([
  [['tour_guide'], [['Today', '/guide-dashboard']]],
  [['shuttle_driver'], [['Today', '/driver-dashboard']]],
  [['shuttle_manager'], [['Today', '/shuttle-manager-dashboard']]],
  [
    ['territory_staff'],
    [
      ['Bookings', '/territory-bookings'],
      ['Manage Region', '/territory-management'],
    ],
  ],
  [
    ['tour_guide', 'territory_manager'],
    [
      ['Today', '/guide-dashboard'],
      ['Manage Region', '/territory-management'],
    ],
  ],
])('shows on a phone what %j run', (roles, found) => {
  expect(links(...roles)).toEqual(found);
});
