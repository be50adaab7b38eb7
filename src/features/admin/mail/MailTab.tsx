import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { kindLabel, templateLabel } from '@/features/management/bookings/booking/emails/labels';
import { usePages } from '@/lib/api/use-pages';
import { usePending } from '@/lib/api/use-pending';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { type StatusControls, StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminKeys } from '../queries';
import {
  discardMail,
  MAIL_STATES,
  type Mail,
  type MailCounts,
  type MailState,
  mailCountsQuery,
  mailQuery,
  retryMail,
} from './queries';
import { lastErrorText } from './reasons';

const fields = { state: urlChoice(MAIL_STATES, 'dead') };

/** Lists failed, waiting and sent emails and notifications. */
export default function MailTab() {
  const { t } = useLingui();
  const { shown, change } = useUrlState(fields);
  const status = useStatus();
  const [discarding, setDiscarding] = useState<Mail | null>(null);
  const counts = useQuery(mailCountsQuery());
  const list = usePages(mailQuery(shown.state));
  const labels = useStateLabels();
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatusNotice notice={status.notice} />
      {counts.error && !counts.data && !list.error && <LoadFailed query={counts} />}
      <Counts counts={counts.data} />
      <Card className="card-clip">
        <ChipChoice
          label={t`State`}
          options={MAIL_STATES.map((value) => ({ value, label: labels[value] }))}
          chosen={shown.state}
          onChange={(state) => change({ state })}
        />
        <DataTable
          {...paged(list)}
          key={shown.state}
          label={t`Mail`}
          rowKey={(row) => String(row.id)}
          columns={useColumns()}
          actions={useActions(status, setDiscarding)}
          cardsBelow="lg"
          empty={shown.state === 'dead' ? <Trans>No undelivered messages.</Trans> : <Trans>No messages here.</Trans>}
        />
      </Card>
      <DiscardDialog
        mail={discarding}
        onCancel={() => setDiscarding(null)}
        onDiscarded={() => {
          setDiscarding(null);
          status.success(t`Discarded`);
        }}
      />
    </div>
  );
}

function useStateLabels(): Record<MailState, string> {
  const { t } = useLingui();
  return {
    dead: t`Not delivered`,
    failing: t`Failing`,
    queued: t`Waiting`,
    sent: t({ message: 'Sent', context: 'mails' }),
    discarded: t({ message: 'Discarded', context: 'mails' }),
    '': t({ message: 'All', context: 'mails' }),
  };
}

const RETRYING = [...adminKeys.allMail(), 'retry'];

/** Returns the actions for an unsent email, which can be sent again or discarded. */
function useActions(status: StatusControls, onDiscard: (mail: Mail) => void): (row: Mail) => RowAction[] {
  const { t } = useLingui();
  const client = useQueryClient();
  const retry = useMutation({
    mutationKey: RETRYING,
    mutationFn: retryMail,
    onSuccess: () => status.success(t`We're sending the message again`),
    onError: (error) => status.failure(error),
    // Refetched even after a failure, because the email may have been sent or a colleague was faster.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.allMail() }),
  });
  const retrying = usePending<number>(RETRYING);
  return (row) => {
    if (row.state !== 'dead' && row.state !== 'queued') return [];
    return [
      {
        label: t`Send message again to ${row.recipient}`,
        short: t`Send message again`,
        icon: <RotateCcw aria-hidden="true" />,
        inline: true,
        busy: retrying.includes(row.id),
        onSelect: () => retry.mutate(row.id),
      },
      {
        label: t`Discard message to ${row.recipient}`,
        short: t`Discard message`,
        icon: <Trash2 aria-hidden="true" />,
        inline: true,
        tone: 'danger',
        onSelect: () => onDiscard(row),
      },
    ];
  };
}

interface DiscardProps {
  /** Null while the dialog is closed. */
  mail: Mail | null;
  onCancel: () => void;
  onDiscarded: () => void;
}

function DiscardDialog({ mail, onCancel, onDiscarded }: DiscardProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      open={mail !== null}
      onCancel={onCancel}
      onConfirm={async () => {
        if (!mail) return;
        // Refetched even after a failure, as above.
        const refresh = () => void client.invalidateQueries({ queryKey: adminKeys.allMail() });
        await discardMail(mail.id).finally(refresh);
        onDiscarded();
      }}
      title={<Trans>Discard this message?</Trans>}
      description={<Trans>{mail?.recipient} won't get this message. You can't undo this.</Trans>}
      confirm={<Trans>Discard message</Trans>}
    />
  );
}

/** A waiting email whose last attempt failed counts as failing. */
const stateOf = (mail: Mail): MailState =>
  mail.state === 'queued' && mail.attempts > 0 ? 'failing' : (MAIL_STATES.find((state) => state === mail.state) ?? '');

const TONES: Record<string, BadgeTone> = { dead: 'danger', failing: 'warn', sent: 'success' };

function useColumns(): Column<Mail>[] {
  const { t } = useLingui();
  const labels = useStateLabels();
  const labelOf = (mail: Mail) => (mail.state === 'sending' ? t`Sending` : labels[stateOf(mail)]);
  return [
    { id: 'at', header: t`Created`, width: '12.5rem', cell: (row) => <Moment at={row.created_at} /> },
    {
      id: 'to',
      header: t`To`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold wrap-anywhere">{row.recipient}</strong>
          <span className="text-xs text-ink-2">
            {[kindLabel(row.kind), row.kind === 'email' && templateLabel(row.template)].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t`State`,
      width: '8.5rem',
      cell: (row) => <Badge tone={TONES[stateOf(row)] ?? 'neutral'}>{labelOf(row)}</Badge>,
    },
    { id: 'attempts', header: t`Attempts`, width: '6rem', align: 'end', cell: (row) => row.attempts },
    {
      id: 'error',
      header: t`Last error`,
      cell: (row) =>
        row.last_error ? (
          <span className="text-xs text-danger-text wrap-anywhere">{lastErrorText(row.last_error)}</span>
        ) : (
          <span className="text-ink-3">–</span>
        ),
    },
  ];
}

function Counts({ counts }: { counts: MailCounts | undefined }) {
  const { t } = useLingui();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:gap-5 lg:grid-cols-4">
      <Count label={t`Not delivered`} value={counts?.dead} alarm={Boolean(counts?.dead)} />
      <Count label={t`Failing`} value={counts?.failing} />
      <Count label={t`Waiting`} value={counts?.queued}>
        {counts?.oldest_due && (
          <span>
            <Trans>
              Since <Moment at={counts.oldest_due} />
            </Trans>
          </span>
        )}
      </Count>
      <Count label={t`Sent in the last 24 hours`} value={counts?.sent_today} />
    </dl>
  );
}

interface CountProps {
  label: string;
  value: number | undefined;
  alarm?: boolean;
  children?: ReactNode;
}

function Count({ label, value, alarm = false, children }: CountProps) {
  return (
    <div className="card p-4 sm:p-5">
      <dt className="text-sm font-medium text-ink-2">{label}</dt>
      <dd className={alarm ? 'mt-1 text-2xl font-bold text-danger-text' : 'mt-1 text-2xl font-bold'}>{value ?? '–'}</dd>
      <dd className="text-xs text-ink-2 empty:hidden">{children}</dd>
    </div>
  );
}
