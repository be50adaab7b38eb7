import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { renderAppHook } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { messageKeys } from './queries';
import { type Cursor, type Message, oldestFirst, type ThreadPage, withPending } from './thread';
import { useSend } from './use-send';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const me = { id: 'me', fullName: 'Me', avatarUrl: null };
const queryKey = messageKeys.thread('b1');
const theirs = (id: string): Message => ({
  id,
  message: `text of ${id}`,
  created_at: '2026-11-20T10:00:00+00:00',
  sender_id: 'guide',
  sender: null,
});
/** The server's messages, newest first. */
let rows: Message[];
let answers: ((answer: unknown) => void)[];
beforeEach(() => {
  sessionStorage.clear();
  rows = [theirs('a')];
  answers = [];
  rpc.mockReset().mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
});

/** Opens a conversation and returns its messages and its text box. */
async function open() {
  const { result, client } = renderAppHook(() => {
    const thread = useInfiniteQuery<ThreadPage, Error, InfiniteData<ThreadPage, Cursor | null>, unknown[], unknown>({
      queryKey: [...queryKey],
      queryFn: async () => ({ rows, next: null }),
      initialPageParam: null,
      getNextPageParam: () => null,
    });
    const { pending, send } = useSend('b1', me);
    return { send, shown: withPending(oldestFirst(thread.data?.pages ?? []), pending) };
  });
  const shown = () => result.current.shown.map(({ message, pending }) => (pending ? `(${message})` : message));
  await waitFor(() => expect(shown()).toEqual(['text of a']));
  return {
    shown,
    send: (text: string) => result.current.send(text),
    event: () => act(async () => refreshQueries(client, { queryKey })),
  };
}

/** Makes the server store the n-th message. */
function store(n: number): Message {
  const { p_message, p_idempotency_key }: Record<string, string> = rpc.mock.calls[n]?.[1] ?? {};
  const own = { message: p_message ?? '', sender_id: 'me', idempotency_key: p_idempotency_key ?? null };
  const stored = { ...theirs(`stored-${n}`), ...own };
  rows = [stored, ...rows];
  return stored;
}
const ok = ({ id, created_at }: Message) => ({ data: { id, created_at }, error: null, status: 200 });

it('accepts an answer while a message is being sent, and loses neither', async () => {
  const { shown, send, event } = await open();
  const sent = send('And bags?');
  await waitFor(() => expect(shown()).toEqual(['text of a', '(And bags?)']));
  rows = [theirs('b'), ...rows];
  await event();
  await waitFor(() => expect(shown()).toEqual(['text of a', 'text of b', '(And bags?)']));
  answers[0]?.(ok(store(0)));
  await act(() => sent);
  await waitFor(() => expect(shown()).toEqual(['text of a', 'text of b', 'And bags?']));
});

it('shows a message once that a reload brings before its own response', async () => {
  const { shown, send, event } = await open();
  const sent = send('And bags?');
  await waitFor(() => expect(shown()).toHaveLength(2));
  const stored = store(0);
  await event();
  await waitFor(() => expect(shown()).toEqual(['text of a', 'And bags?']));
  answers[0]?.(ok(stored));
  await act(() => sent);
  expect(shown()).toEqual(['text of a', 'And bags?']);
});

it('removes only the failed one of two pending messages, and reports it', async () => {
  const { shown, send } = await open();
  const first = send('First');
  const second = send('Second');
  await waitFor(() => expect(shown()).toEqual(['text of a', '(First)', '(Second)']));
  answers[0]?.({ data: null, error: { message: 'no' }, status: 500 });
  await act(() => expect(first).rejects.toThrow('Failed to send message'));
  await waitFor(() => expect(shown()).toEqual(['text of a', '(Second)']));
  answers[1]?.(ok(store(1)));
  await act(() => second);
  await waitFor(() => expect(shown()).toEqual(['text of a', 'Second']));
});

it('shows what was stored although its response was lost, and stores it once when it is sent again', async () => {
  const { shown, send } = await open();
  const sent = send('And bags?');
  await waitFor(() => expect(answers).toHaveLength(1));
  const stored = store(0);
  answers[0]?.({ data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 });
  await act(() => expect(sent).rejects.toThrow());
  await waitFor(() => expect(shown()).toEqual(['text of a', 'And bags?']));
  const again = send('And bags?');
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(rpc.mock.calls[1]?.[1].p_idempotency_key).toBe(stored.idempotency_key);
  expect(shown()).toEqual(['text of a', 'And bags?']);
  answers[1]?.(ok(stored));
  await act(() => again);
  expect(shown()).toEqual(['text of a', 'And bags?']);
});
