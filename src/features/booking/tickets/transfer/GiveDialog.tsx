import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { DoneDialog } from '@/features/booking/tickets/DoneDialog';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { toAppError } from '@/lib/api/to-app-error';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { recipientName, validEmail } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { startTransfer, type TicketTransfer, transferQuery } from './queries';
import { refusalText } from './refusal-text';
import TakeBack from './TakeBack';

interface Props {
  row: Pick<TicketRow, 'id'>;
  title: string;
  userId: string;
  onClose: () => void;
}

const schema = z.object({
  fullName: recipientName(() => text`Please enter the name of the person you're giving the ticket to`),
  email: z
    .string()
    .check(z.trim(), z.minLength(1, { error: () => text`Please enter an email address`, abort: true }), validEmail()),
});

/**
 * Invites another person to take over a ticket, which stays the holder's until accepted. The draft is kept until it
 * is sent.
 */
export default function GiveDialog({ row, title, userId, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const query = useQuery(transferQuery(row.id));
  const invited = useRef<string | null>(null);
  const [sentTo, setSentTo] = useState<{ name: string; until: string } | null>(null);
  const { data } = query;
  const zone = data?.time_zone ?? 'America/Guatemala';
  const form = useForm({
    schema,
    values: { fullName: '', email: '' },
    draft: `ticket-transfer-${row.id}`,
    save: async (to) => {
      try {
        invited.current = (await startTransfer(row.id, to)).expires_at;
      } catch (error) {
        const { code, message } = toAppError(error);
        if (code === 'own_address') throw new FieldError('email', message);
        throw code.startsWith('name_not_') ? new FieldError('fullName', message) : error;
      }
    },
    onSaved: async ({ fullName }) => {
      // This must run first, because the refetched ticket already has an open invitation.
      setSentTo({ name: fullName, until: invited.current ? formatMoment(invited.current, zone) : '' });
      await client.invalidateQueries({ queryKey: bookingKeys.transfers(userId) });
    },
  });
  if (sentTo) return <Sent {...sentTo} title={title} onClose={onClose} />;

  const asks = data && !data.open && !data.refusal;
  return (
    <Dialog
      open
      onOpenChange={() => !form.sending && onClose()}
      title={t`Transfer ticket`}
      description={title}
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            {asks ? t`Keep ticket` : t`Close`}
          </Button>
          {asks && (
            <Button type="submit" form={id} variant="primary" busy={form.sending}>
              <Trans>Send invitation</Trans>
            </Button>
          )}
        </>
      }
    >
      {!data && (
        <Pending query={query} label={t`Loading the ticket`}>
          <Skeleton className="h-16 rounded-md!" />
          <Skeleton className="h-16 rounded-md!" />
        </Pending>
      )}
      {data?.open && <TakeBack open={data.open} zone={zone} userId={userId} onDone={query.refetch} />}
      {data && !data.open && data.refusal && <Alert tone="info">{refusalText(data.refusal)}</Alert>}
      {asks && (
        <Form form={form} id={id} className="grid gap-4" guarded>
          <Terms data={data} />
          <Field label={t`Who gets the ticket?`} {...form.field('fullName')}>
            <Input autoComplete="off" maxLength={60} aria-required {...form.register('fullName')} />
          </Field>
          <Field label={t`Their email address`} {...form.field('email')}>
            <Input type="email" inputMode="email" autoComplete="off" aria-required {...form.register('email')} />
          </Field>
        </Form>
      )}
    </Dialog>
  );
}

/** Explains the consequences of a transfer before anything is sent. */
function Terms({ data }: { data: TicketTransfer }) {
  const due = formatMoney(data.amount_due ?? 0, data.currency_symbol);
  const until = formatMoment(data.expires_at, data.time_zone);
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        <Trans>
          We'll email them a link to sign in and accept. Once they accept, the ticket is theirs, with a new code, and
          you'll no longer see it. You can withdraw the invitation until they accept.
        </Trans>
      </p>
      {data.paid && !data.paid_by_other && (
        <p>
          <Trans>
            They'll be able to cancel the ticket too. Any refund goes to you, the same way you paid, and we'll let you
            know. Your receipt stays here.
          </Trans>
        </p>
      )}
      {data.amount_due !== null && data.amount_due > 0 && (
        <p>
          <Trans>They'll pay {due} in cash when the trip starts.</Trans>
        </p>
      )}
      {data.passport_required && (
        <p>
          <Trans>They'll need to add their own passport photos. We'll delete yours from this ticket.</Trans>
        </p>
      )}
      {/* The sentence has no full stop, because Spanish times already end with one. */}
      <p>
        <Trans>
          They can accept until <strong className="nums">{until}</strong>
        </Trans>
      </p>
    </div>
  );
}

function Sent({ name, until, title, onClose }: { name: string; until: string } & Pick<Props, 'title' | 'onClose'>) {
  const { t } = useLingui();
  return (
    <DoneDialog heading={t`The invitation is on its way`} title={title} onClose={onClose}>
      <span>
        <span>
          <Trans>The ticket stays yours until {name} accepts. You can withdraw the invitation in My Bookings.</Trans>
        </span>
        <span className="block">
          <Trans>
            They can accept until <strong className="nums">{until}</strong>
          </Trans>
        </span>
      </span>
    </DoneDialog>
  );
}
