import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { messageKeys, sendMessage } from './queries';
import { type Message, type Thread, withSent } from './thread';

export interface Sender {
  id: string;
  fullName: string;
  avatarUrl: string | null;
}

interface Sending {
  pending: Message[];
  send: (text: string) => Promise<unknown>;
}

/**
 * Sends a message. It is shown at once, and removed if the server refuses it. Pending messages are kept beside the
 * loaded ones, so that a refetch neither waits for them nor loses them.
 */
export function useSend(bookingId: string, me: Sender): Sending {
  const client = useQueryClient();
  const queryKey = messageKeys.thread(bookingId);
  const mutationKey = [...queryKey, 'send'];
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Message,
  });

  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (message: Message) => sendMessage(bookingId, message.message, message.id),
    onSuccess: (sent, message) => {
      if (!sent) return;
      const stored = { ...message, ...sent, idempotency_key: message.id };
      client.setQueryData<Thread>(queryKey, (thread) => withSent(thread, stored));
    },
    // Refetched even after a failure, because the response may have been lost.
    onSettled: () => void refreshQueries(client, { queryKey }),
  });

  const send = (text: string) =>
    sendIdempotent(`message-${me.id}-${bookingId}`, text, (key) =>
      mutateAsync({
        id: key,
        message: text,
        created_at: new Date().toISOString(),
        sender_id: me.id,
        sender: { full_name: me.fullName, avatar_url: me.avatarUrl },
      }),
    );
  return { pending, send };
}
