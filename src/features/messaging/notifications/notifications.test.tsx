import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, renderAppHook } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { toast } from '@/ui/feedback/toast';
import NotificationList from './NotificationList';
import { type Notification, type Notifications, notificationKeys, notificationsQuery, withRead } from './queries';
import { useNotifications } from './use-notifications';

const { rpc, from } = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc, from }) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));

/** Returns a request builder that resolves with this response. */
function answering(answer: unknown): unknown {
  const request: unknown = new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' ? Promise.resolve(answer).then.bind(Promise.resolve(answer)) : () => request),
  });
  return request;
}

const item = (id: string, read: boolean, more: Partial<Notification> = {}): Notification => ({
  id,
  type: 'booking',
  wording: 'message',
  params: { name: `Title ${id}`, excerpt: `Text ${id}` },
  read,
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  booking_id: 'b1',
  kind: null,
  territory_id: null,
  day: null,
  about: null,
  ...more,
});
const before: Notifications = { items: [item('a', false), item('b', true), item('c', false)], unread: 2 };

it("takes the date of a departure's notification from its values, without a booking", async () => {
  const told = (booking: object | null) => ({ ...item('a', false, { params: { date: '2026-12-05' } }), booking });
  const rows = [told({ booking_date: '2026-12-01' }), told(null), { ...told(null), params: {} }];
  from.mockImplementation(() => answering({ data: rows, count: 1, error: null, status: 200 }));
  const { items } = await createQueryClient().fetchQuery(notificationsQuery('me'));
  expect(items.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-05', null]);
});

describe('the unread count', () => {
  it('falls by those that were unread', () => {
    expect(withRead(before, ['a']).unread).toBe(1);
    expect(withRead(before, ['a', 'b', 'c']).unread).toBe(0);
    expect(withRead(before, ['b', 'not there']).unread).toBe(2);
  });
  it('never falls below 0, even if the server counted fewer', () => {
    expect(withRead({ ...before, unread: 0 }, ['a', 'c']).unread).toBe(0);
  });
  it('is 0 when all are read, even those that are not shown', () => {
    const after = withRead({ ...before, unread: 40 }, null);
    expect(after.unread).toBe(0);
    expect(after.items.every(({ read }) => read)).toBe(true);
  });
});

describe('marking as read', () => {
  const key = notificationKeys.mine('me');
  const no = { data: null, error: { message: 'no' }, status: 500 };
  /** Renders a person's loaded panel, and returns the response to the pending mark. */
  async function mark(ids: string[] | null) {
    let answer: (value: unknown) => void = () => undefined;
    rpc.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const client = createQueryClient();
    client.setQueryData(key, before);
    const { result } = renderAppHook(() => useNotifications('me'), client);
    await act(async () => result.current.markRead(ids));
    return { client, result, answer: (value: unknown) => act(async () => answer(value)) };
  }
  const after = withRead(before, ['a']);
  /** Sets the server's responses to the following requests. */
  const serverHas = ({ items, unread }: Notifications) =>
    from.mockImplementation(() => answering({ data: items, count: unread, error: null, status: 200 }));
  beforeEach(() => {
    rpc.mockReset();
    serverHas(before);
  });

  it('is shown at once, and stays', async () => {
    const { client, result, answer } = await mark(['a']);
    expect(rpc).toHaveBeenCalledExactlyOnceWith('mark_notifications_read', { p_ids: ['a'] });
    await waitFor(() => expect(result.current).toMatchObject(after));
    serverHas(after);
    from.mockClear();
    await answer({ data: 1, error: null, status: 200 });
    await waitFor(() => expect(from).toHaveBeenCalled());
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(result.current).toMatchObject(after);
  });

  it('stays through a reload that does not know of it yet, and lets that bring new ones', async () => {
    const { client, result } = await mark(['a']);
    serverHas({ items: [item('d', false), ...before.items], unread: 3 });
    await act(async () => refreshQueries(client, { queryKey: key }));
    await waitFor(() => expect(result.current.items).toHaveLength(4));
    expect(result.current.items?.map(({ id, read }) => [id, read])).toEqual([
      ['d', false],
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    expect(result.current.unread).toBe(2);
  });

  it('is undone when the server refuses, and only logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { result, answer } = await mark(['a']);
    await waitFor(() => expect(result.current.unread).toBe(1));
    await answer(no);
    await waitFor(() => expect(result.current).toMatchObject(before));
    expect(log).toHaveBeenCalledOnce();
  });

  it('reports a failure of marking all', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const said = vi.spyOn(toast, 'error').mockImplementation(() => undefined as never);
    const { result, answer } = await mark(null);
    await waitFor(() => expect(result.current.unread).toBe(0));
    await answer(no);
    await waitFor(() => expect(result.current).toMatchObject(before));
    expect(said).toHaveBeenCalledExactlyOnceWith('Failed to update notifications');
  });

  it('undoes only the failed one of two marks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { result, answer } = await mark(['a']);
    rpc.mockReturnValueOnce(new Promise(() => undefined));
    await act(async () => result.current.markRead(['c']));
    await waitFor(() => expect(result.current.unread).toBe(0));
    await answer(no);
    await waitFor(() => expect(result.current).toMatchObject(withRead(before, ['c'])));
  });
});

describe('the panel', () => {
  const show = (items: Notification[] | undefined, loading = false) => {
    const onOpen = vi.fn();
    renderApp(
      <NotificationList items={items} loading={loading} holds={(role) => role === 'tour_guide'} onOpen={onOpen} />,
    );
    return onOpen;
  };

  it('shows loading, and an empty list (even after a failure, which is only logged)', () => {
    show(undefined, true);
    expect(screen.getByRole('status')).toHaveTextContent('Loading notifications...');
    show([]);
    show(undefined);
    expect(screen.getAllByText('No notifications')).toHaveLength(2);
  });

  it('links each item to the bookings, with the texts of its kind, and shows what is unread and how old', async () => {
    const onOpen = show([item('a', false), item('b', true, { type: 'general', booking_id: null })]);
    const [booking, general] = screen.getAllByRole('link');
    expect(booking).toHaveAccessibleName(/^Unread: Title a 5m ago Text a View Booking$/);
    expect(booking).toHaveAttribute('href', '/bookings');
    expect(general).toHaveAccessibleName(/^Title b 5m ago Text b View Details$/);
    expect(general).toHaveAttribute('href', '/bookings');
    await userEvent.click(screen.getByRole('link', { name: /Title a/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'a' }));
  });

  it('leads a guide to the day of a new booking', () => {
    show([item('a', false, { type: 'new_booking', day: '2026-12-01' })]);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/guide-dashboard?day=2026-12-01');
  });

  it('shows what people wrote as text', () => {
    show([item('a', false, { params: { excerpt: '<img src=x onerror=alert(1)>' } })]);
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });
});
