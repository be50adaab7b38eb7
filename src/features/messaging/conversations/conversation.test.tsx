import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { type SessionView, useSession } from '@/features/account/session/session';
import { unreadSinceQuery } from '@/features/messaging/notifications/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { Conversation } from './Conversation';
import { messageKeys } from './queries';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
// The server can't be reached.
vi.mock('@/lib/api/supabase', () => {
  const lost = { data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 };
  const request: unknown = new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' ? Promise.resolve(lost).then.bind(Promise.resolve(lost)) : () => request),
  });
  return { database: async () => ({ from: () => request, rpc: () => request }) };
});

const row = {
  id: 'm1',
  message: 'See you there',
  created_at: '2026-11-20T10:00:00Z',
  sender_id: 'guide',
  sender: null,
};

interface Reader {
  tourist_id?: string;
  guide_id?: string;
  roles?: string[];
}

/**
 * Opens a loaded conversation with messages unread since `since`. The reader, 'me', is its guest unless `reader`
 * says otherwise.
 */
function open(rows: object[], since: string | null, { roles = [], ...people }: Reader = {}) {
  vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.mocked(useSession).mockReturnValue({
    hasRole: (...names: string[]) => names.some((name) => roles.includes(name)),
    profilePending: false,
  } as unknown as SessionView);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } });
  client.setQueryData(messageKeys.booking('b1'), {
    id: 'b1',
    booking_date: '2026-11-22',
    start_time: null,
    tourist_id: 'me',
    guide_id: 'guide',
    service: { title: 'Canyon' },
    ...people,
  });
  client.setQueryData(unreadSinceQuery('b1').queryKey, since);
  client.setQueryData(messageKeys.thread('b1'), { pages: [{ rows, next: null }], pageParams: [null] });
  renderApp(<Conversation kind="experience" bookingId="b1" me={{ id: 'me', fullName: 'Me', avatarUrl: null }} />, {
    client,
  });
  return client;
}

it('a conversation stays, with the input, when it could not be reloaded', async () => {
  const client = open([row], null);
  const field = screen.getByRole('textbox', { name: 'Message' });
  await fill(userEvent, field, 'Half a th');
  await act(() => refreshQueries(client, { queryKey: messageKeys.all }));
  await vi.waitFor(() => expect(client.getQueryState(messageKeys.booking('b1'))?.status).toBe('error'));
  await userEvent.type(field, 'ought');
  expect(screen.getByText('See you there')).toBeVisible();
  expect(field).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought');
});

it('opens at the first unread message, with a separator above it that takes the focus', () => {
  open(
    [
      { ...row, id: 'm3', message: 'Bring a towel', created_at: '2026-11-20T12:00:00Z' },
      { ...row, id: 'm2', message: 'Thank you', created_at: '2026-11-20T11:30:00Z', sender_id: 'me' },
      row,
    ],
    '2026-11-20T11:00:00Z',
  );
  const items = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(items.indexOf('New')).toBe(2);
  expect(items[3]).toContain('Bring a towel');
  expect(document.activeElement).toHaveTextContent(/^New$/);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
});

it('opens at its end if everything is read', () => {
  open([row], null);
  expect(screen.queryByText('New')).toBeNull();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'end' });
});

const TO_HOST = /^Ask about the meeting point/;
const TO_GUEST = /^Message your guest/;
const tourist_id = 'tourist';

it.each<[string, Reader, RegExp, RegExp]>([
  ['the tourist', {}, TO_HOST, TO_GUEST],
  ['the guide', { tourist_id, guide_id: 'me' }, TO_GUEST, TO_HOST],
  ['a manager', { tourist_id, roles: ['territory_manager'] }, TO_GUEST, TO_HOST],
  ['staff', { tourist_id, roles: ['territory_staff'] }, TO_GUEST, TO_HOST],
  ['a manager with a booking of their own', { roles: ['territory_manager'] }, TO_HOST, TO_GUEST],
])('shows %s what to write about if there are no messages', (_, reader, own, others) => {
  open([], null, reader);
  expect(screen.getByText(own)).toBeVisible();
  expect(screen.queryByText(others)).toBeNull();
});
