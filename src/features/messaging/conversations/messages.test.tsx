import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MessageList, type MessageListProps } from './MessageList';
import type { RecentMessage } from './queries';
import { ThreadView } from './ThreadView';
import type { Message } from './thread';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView');
  vi.stubGlobal('scrollBy', vi.fn());
});

const recent = (id: string, more: Partial<RecentMessage> = {}): RecentMessage => ({
  id,
  message: `Text ${id}`,
  created_at: new Date(Date.now() - 125 * 60_000).toISOString(),
  sender_id: 'guide',
  sender: { full_name: 'Marta', avatar_url: null },
  booking_id: 'b1',
  kind: 'experience',
  service: { title: 'Canyon' },
  group_size: null,
  other: null,
  by_host: false,
  day: '2026-12-01',
  ...more,
});

describe('the dropdown', () => {
  const show = (props: Partial<MessageListProps>) => {
    const onRetry = vi.fn();
    const all = {
      userId: 'me',
      holds: (role: string) => role === 'tour_guide',
      messages: undefined,
      loading: false,
      error: null,
      retrying: false,
      onRetry,
      ...props,
    };
    renderApp(<MessageList {...all} />);
    return onRetry;
  };

  it('shows that it loads, that there is nothing, or that it failed and can be retried', async () => {
    show({ loading: true });
    expect(screen.getByText('Loading messages...')).toBeInTheDocument();
    show({ messages: [] });
    expect(screen.getByText('No messages')).toBeInTheDocument();
    const onRetry = show({ error: new Error('whatever the server said') });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load messages');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('shows a message to a departure once, and leads to its departure', () => {
    show({
      messages: [recent('g', { sender_id: 'me', group_size: 8, other: { full_name: 'Anna', avatar_url: null } })],
    });
    const row = screen.getByRole('link', { name: /You.*Canyon.*to 8 bookings.*Text g/ });
    expect(row).toHaveAttribute('href', '/guide-dashboard?day=2026-12-01');
  });

  it('shows who wrote about what and when, and opens the conversation', () => {
    show({
      messages: [
        recent('a'),
        recent('b', { sender: null, service: null, booking_id: 't1', kind: 'transport' }),
        recent('c', { sender_id: 'me' }),
        recent('d', { sender_id: 'me', other: { full_name: 'Anna Keller', avatar_url: null } }),
        recent('e', { by_host: true, other: { full_name: 'Anna Keller', avatar_url: null } }),
      ],
    });
    const [first, second, own, answered, byColleague] = screen.getAllByRole('link');
    expect(first).toHaveTextContent(/Marta.*2h ago.*Canyon.*Text a/);
    expect(first).toHaveAttribute('href', '/bookings/experience/b1/messages');
    expect(second).toHaveTextContent(/Unknown Sender.*Unknown Service/);
    expect(second).toHaveAttribute('href', '/bookings/transport/t1/messages');
    // If there is no guide or driver, the team answers.
    expect(own).toHaveAccessibleName(/^The team 2h ago Canyon You: Text c/);
    expect(answered).toHaveAccessibleName(/^Anna Keller 2h ago Canyon You: Text d/);
    expect(byColleague).toHaveAccessibleName(/^Anna Keller 2h ago Canyon Marta: Text e/);
  });
});

describe('the thread', () => {
  const message = (id: string, text: string, sender_id = 'guide'): Message => ({
    id,
    message: text,
    created_at: '2026-11-20T10:00:00+00:00',
    sender_id,
    sender: { full_name: 'Marta', avatar_url: null },
  });
  const view = (messages: Message[], olderError: Error | null = null) => (
    <ThreadView
      messages={messages}
      userId="me"
      isTourist
      firstNew={null}
      draftKey="draft"
      hasOlder={olderError !== null}
      loadingOlder={false}
      olderError={olderError}
      onOlder={() => undefined}
      onSend={() => Promise.resolve()}
    />
  );

  it('invites people to write in an empty thread', () => {
    renderApp(view([]));
    expect(screen.getByText('No messages')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeInTheDocument();
  });

  it('shows what people wrote as text in its own direction', () => {
    renderApp(view([message('a', '<script>alert(1)</script>\n<b>x</b>'), message('b', 'مرحبا بكم')]));
    expect(screen.getByText(/<script>alert\(1\)<\/script>/)).toBeInTheDocument();
    expect(document.querySelector('section script, section b')).toBeNull();
    expect(screen.getByText('مرحبا بكم')).toHaveAttribute('dir', 'auto');
  });

  it('reports that older ones did not load, beside the button to retry', () => {
    renderApp(view([message('a', 'Old')], new Error('Failed to load messages')));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load messages');
    expect(screen.getByRole('button', { name: 'Show older messages' })).toBeVisible();
  });

  it('announces incoming messages, not earlier or own ones', () => {
    const { rerender } = renderApp(view([message('a', 'Old')]));
    const spoken = () => screen.getAllByRole('status').map((element) => element.textContent);
    expect(spoken().join('')).toBe('');
    rerender(view([message('a', 'Old'), message('b', 'Mine', 'me')]));
    expect(spoken().join('')).toBe('');
    rerender(view([message('a', 'Old'), message('b', 'Mine', 'me'), message('c', 'New')]));
    expect(spoken()).toContain('Marta: New');
  });

  it("opens at its end and follows the reader's own message", () => {
    const { rerender } = renderApp(view([message('a', 'Old')]));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    rerender(view([message('a', 'Old'), message('b', 'Mine', 'me')]));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
  });
});
