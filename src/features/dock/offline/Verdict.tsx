import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, RefreshCw } from 'lucide-react';
import type { Onward } from '@/features/dock/check-in/onward';
import { ResultScreen } from '@/features/dock/check-in/ResultScreen';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import type { Statement } from '../../../../supabase/functions/_shared/ticket-statement.ts';
import { type VerdictDecision, wordsOf } from './verdict-words';

interface Props {
  decision: VerdictDecision;
  onward: Onward;
  busy: boolean;
  onRetry: () => void;
  onEnter: (ticket: Statement) => void;
}

/** Shows every decision except a listed ticket that can be checked in. */
export function Verdict({ decision, onward, busy, onRetry, onEnter }: Props) {
  const { tone, icon, title, booking, text } = wordsOf(decision, useNow());
  const ticket =
    decision.is === 'proven'
      ? decision.statement
      : decision.is === 'elsewhere' && decision.boards
        ? decision.boards
        : null;
  return (
    <ResultScreen
      tone={tone}
      icon={icon}
      title={title}
      booking={booking}
      onward={onward}
      action={
        <>
          {ticket && (
            <Button
              variant="paper"
              size="lg"
              busy={busy}
              icon={<CircleCheck aria-hidden="true" />}
              onClick={() => onEnter(ticket)}
            >
              <span>{decision.is === 'proven' ? t`Check In` : t`Check in anyway`}</span>
            </Button>
          )}
          <button
            type="button"
            aria-disabled={busy || undefined}
            className="btn min-h-14 border-2! border-current! bg-transparent! text-current!"
            onClick={onRetry}
          >
            <RefreshCw aria-hidden="true" />
            <span>
              <Trans>Check again when you have a signal</Trans>
            </span>
          </button>
        </>
      }
    >
      {text}
    </ResultScreen>
  );
}
