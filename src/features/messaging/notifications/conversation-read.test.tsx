import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useConversationRead } from './use-conversation-read';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));
beforeEach(() => {
  rpc.mockReset();
  rpc.mockResolvedValue({ data: 1, error: null, status: 200 });
});

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

it('marks as read on opening, at each message of the other side, and on returning to the page', async () => {
  type Heard = { heard: string | null | undefined };
  const { rerender, unmount } = renderHook(({ heard }: Heard) => useConversationRead('b1', heard), {
    initialProps: { heard: undefined } as Heard,
  });
  expect(rpc).not.toHaveBeenCalled();
  rerender({ heard: 'm1' });
  rerender({ heard: 'm1' });
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled());
  expect(rpc).toHaveBeenCalledExactlyOnceWith('mark_conversation_read', {
    p_booking_id: 'b1',
  });
  look('hidden');
  rerender({ heard: 'm2' });
  expect(rpc).toHaveBeenCalledTimes(1);
  look('visible');
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledTimes(2));
  unmount();
  look('visible');
  await Promise.resolve();
  expect(rpc).toHaveBeenCalledTimes(2);
});
