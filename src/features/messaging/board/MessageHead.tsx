import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatRelative, formatShortDate } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { Flag } from '@/ui/media/Flag';
import type { BoardMessage } from './pages.ts';

export function useAuthorName(message: BoardMessage): string {
  const { t } = useLingui();
  return message.author?.full_name?.trim() || t`A traveller`;
}

interface Props {
  message: BoardMessage;
  now: Date;
  pending: boolean;
  menu: ReactNode;
}

/** Who, from where and when, with the message's menu at the end. */
export function MessageHead({ message, now, pending, menu }: Props) {
  const name = useAuthorName(message);
  const country = message.author?.country;
  return (
    <div className="relative flex items-center gap-2 text-sm">
      <strong className="truncate font-semibold" title={name}>
        <bdi>{name}</bdi>
      </strong>
      {country && <Flag country={country} className="h-3 w-[1.125rem] flex-none" />}
      {pending ? (
        <span className="flex-none text-ink-3">
          <Trans>Sending</Trans>
        </span>
      ) : (
        <time
          dateTime={message.created_at}
          title={formatShortDate(message.created_at)}
          className="flex-none whitespace-nowrap text-ink-3"
        >
          {formatRelative(message.created_at, now)}
        </time>
      )}
      {message.hidden_at && (
        <Badge tone="warn">
          <Trans>Hidden</Trans>
        </Badge>
      )}
      {menu}
    </div>
  );
}
