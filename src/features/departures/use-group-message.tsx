import { Trans } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { lazyPart } from '@/ui/loading/lazy-part';
import { departureTitle } from './departure-name';
import { sendGroupMessage } from './queries';
import { sentText } from './sent-text';

const GroupMessageDialog = lazyPart(() => import('./GroupMessageDialog'));

interface Departure {
  departure_id: string;
  title: string;
  service_date: string;
  start_time: string;
  /** False for a private car that has no fixed time. */
  has_time?: boolean;
  bookings: number;
}

/** Sends messages to everyone on a departure. `write` opens the dialog, which must be rendered beside the list. */
export function useGroupMessage(userId: string, status: StatusControls) {
  const [to, setTo] = useState<Departure | null>(null);
  const dialog = to && (
    <GroupMessageDialog
      draftKey={`group-${userId}-${to.departure_id}`}
      departureId={to.departure_id}
      about={departureTitle(to)}
      bookings={to.bookings}
      onClose={() => setTo(null)}
      send={(text, idempotencyKey) => sendGroupMessage(to.departure_id, text, idempotencyKey)}
      onSent={(count) => {
        setTo(null);
        status.success(sentText(count));
      }}
    />
  );
  return { write: setTo as (departure: Departure) => void, dialog };
}

interface ButtonProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  onPress: () => void;
}

export function MessageGroupButton({ onPress, ...look }: ButtonProps): ReactNode {
  return (
    <Button {...look} variant="ghost" icon={<MessageCircle aria-hidden="true" />} onClick={onPress}>
      <span>
        <Trans>Message Group</Trans>
      </span>
    </Button>
  );
}
