import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '@/lib/request-key';
import { type Kind, messageKeys, sendMessage } from './queries';
import { type Message, type Thread, withoutPending, withPending, withSent } from './thread';

export interface Sender {
  id: string;
  fullName: string;
  avatarUrl: string | null;
}

const mutationKey = (kind: Kind, bookingId: string) => [...messageKeys.thread(kind, bookingId), 'send'];

/** Whether a message of this conversation is on its way: a reload now would take it off the screen for a moment. */
export function useIsSending(kind: Kind, bookingId: string): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ mutationKey: mutationKey(kind, bookingId) }) > 0;
}

/** Sends a message that is on the screen at once, and taken back when the server refuses it. */
export function useSend(kind: Kind, bookingId: string, me: Sender) {
  const client = useQueryClient();
  const queryKey = messageKeys.thread(kind, bookingId);
  const change = (edit: (thread: Thread | undefined) => Thread | undefined) =>
    client.setQueryData<Thread>(queryKey, (thread) => edit(thread));

  const { mutateAsync } = useMutation({
    mutationKey: mutationKey(kind, bookingId),
    mutationFn: (message: Message) =>
      sendOnce(`message-${me.id}-${kind}-${bookingId}`, message.message, (key) =>
        sendMessage(kind, bookingId, message.message, key),
      ),
    onMutate: async (message) => {
      await client.cancelQueries({ queryKey });
      change((thread) => withPending(thread, message));
    },
    onSuccess: (sent, message) =>
      change((thread) =>
        sent ? withSent(thread, message.id, { ...message, ...sent }) : withoutPending(thread, message.id),
      ),
    onError: (_error, message) => change((thread) => withoutPending(thread, message.id)),
    // The last of several that are on their way: an earlier reload would drop the others.
    onSettled: () =>
      client.isMutating({ mutationKey: mutationKey(kind, bookingId) }) === 1
        ? client.invalidateQueries({ queryKey })
        : undefined,
  });

  return (text: string) =>
    mutateAsync({
      id: `pending-${crypto.randomUUID()}`,
      message: text,
      created_at: new Date().toISOString(),
      sender_id: me.id,
      sender: { full_name: me.fullName, avatar_url: me.avatarUrl },
    });
}
