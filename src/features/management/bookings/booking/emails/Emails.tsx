import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useRef, useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import { formatMoment } from '@/lib/format/dates';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import type { BookingDetail } from '../queries';
import { templateLabel } from './labels';
import { type BookingEmail, emailsQuery, sendEmail } from './queries';

/** How many emails are shown before 'Show all'. */
const FIRST = 3;

interface Props {
  booking: BookingDetail;
  notice: StatusControls;
}

/** Lists the emails about a booking with their state, and sends them or the ticket again. */
export function Emails({ booking, notice }: Props) {
  const { t } = useLingui();
  const query = useQuery(emailsQuery(booking.id));
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const send = useMutation({
    mutationFn: (email: BookingEmail | null) => sendEmail(booking.id, email?.id ?? null),
    onSuccess: (_, email) => {
      const to = email ? email.recipient : query.data?.ticket_to;
      notice.success(to ? t`On its way to ${to}` : t`On its way`);
    },
    // Refetched even after a failure, because the email may have been sent by someone else.
    onSettled: async () => {
      await query.refetch();
      // 'Send again' is gone once it was pressed.
      if (document.activeElement === document.body) list.current?.focus();
    },
  });
  const emails = query.data?.emails ?? [];
  return (
    <section aria-labelledby="emails-title" className="grid gap-2">
      <h3 id="emails-title" className="text-base font-bold">
        <Trans>Emails</Trans>
      </h3>
      {query.error && <LoadFailed query={query} />}
      {query.isPending && !query.error && (
        <LoadingArea label={t`Loading the emails`}>
          <Skeleton className="h-12" />
        </LoadingArea>
      )}
      {query.data && emails.length === 0 && (
        <p className="text-sm text-ink-2">
          <Trans>No emails about this booking yet.</Trans>
        </p>
      )}
      {emails.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={t`Emails`} className="divide-y divide-line">
          {(all ? emails : emails.slice(0, FIRST)).map((email) => (
            <EmailRow
              key={email.id}
              email={email}
              timeZone={booking.time_zone}
              busy={send.isPending && send.variables?.id === email.id}
              onSend={() => send.mutate(email)}
            />
          ))}
        </ul>
      )}
      <Failure error={send.error} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {query.data?.ticket_to && (
          <Button
            size="sm"
            icon={<Ticket aria-hidden="true" />}
            busy={send.isPending && send.variables === null}
            onClick={() => send.mutate(null)}
          >
            <Trans>Send the ticket</Trans>
          </Button>
        )}
        {!all && emails.length > FIRST && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setAll(true);
              // The button disappears, and Tab continues with the list.
              list.current?.focus();
            }}
          >
            <Trans>Show all {emails.length} emails</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  email: BookingEmail;
  timeZone: string;
  busy: boolean;
  onSend: () => void;
}

const TONES: Record<string, BadgeTone> = { sent: 'success', dead: 'danger' };

function EmailRow({ email, timeZone, busy, onSend }: RowProps) {
  const { t } = useLingui();
  const name = templateLabel(email.template) || t`Email`;
  const states: Record<string, string> = { queued: t`Waiting`, sent: t`Sent`, dead: t`Not delivered` };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-40">
        <strong className="block font-semibold wrap-anywhere">{name}</strong>
        <span className="block text-xs text-ink-2 wrap-anywhere">
          {[formatMoment(email.at, timeZone), email.recipient, email.again && t`sent again`].filter(Boolean).join(', ')}
        </span>
      </span>
      <Badge tone={TONES[email.state] ?? 'neutral'}>{states[email.state] ?? t`Not needed any longer`}</Badge>
      {email.may_send && (
        <Button size="sm" busy={busy} aria-label={t`Send again: ${name}`} onClick={onSend}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  );
}
