import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { type SessionView, useSession } from '@/features/account/session/session';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { createQueryClient } from '@/lib/api/query-client';
import { ConversationBackLink } from './ConversationBackLink';
import { messageKeys } from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));

it.each([
  ['the guest', 'experience', { tourist_id: 'me', guide_id: 'g' }, [], '/bookings'],
  ['the guide', 'experience', { tourist_id: 't', guide_id: 'me' }, ['tour_guide'], '/guide-dashboard'],
  [
    'the shuttle desk',
    'transport',
    { tourist_id: 't', guide_id: null },
    ['shuttle_manager'],
    '/shuttle-manager-dashboard',
  ],
  ['the staff', 'experience', { tourist_id: 't', guide_id: null }, ['territory_staff'], '/territory-bookings'],
  ['a manager on their own trip', 'transport', { tourist_id: 'me', guide_id: null }, ['shuttle_manager'], '/bookings'],
] as const)(
  'leads %s back to where the booking is shown',
  (_, kind: ServiceKind, booking, roles: readonly string[], to) => {
    const hasRole = (...asked: string[]) => asked.some((role) => roles.includes(role));
    vi.mocked(useSession).mockReturnValue({ hasRole } as unknown as SessionView);
    const client = createQueryClient();
    client.setQueryData(messageKeys.booking('b'), booking);
    renderApp(<ConversationBackLink kind={kind} bookingId="b" userId="me" />, { client });
    expect(screen.getByRole('link')).toHaveAttribute('href', to);
  },
);
