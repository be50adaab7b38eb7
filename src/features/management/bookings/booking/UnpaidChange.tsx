import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { UnpaidChangeLines } from '@/features/booking/tickets/changes/UnpaidChangeLines';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { mailLink } from '../../../../../supabase/functions/_shared/link-targets.ts';
import { type BookingDetail, withdrawChange } from './queries';

interface Props {
  booking: BookingDetail;
  /** True while another change is being made, which will replace this one. */
  replaced?: boolean;
  refresh: () => Promise<unknown>;
}

/**
 * Shows a change that waits for the guest's payment, with its deadline, its reason and a button to withdraw it.
 * Shows nothing without such a change.
 */
export function UnpaidChange({ booking, replaced = false, refresh }: Props) {
  const { unpaid_change: change } = booking;
  const [asking, setAsking] = useState(false);
  if (!change) return null;
  const withdraw = async () => {
    try {
      await withdrawChange(booking.id, change.hold_id);
      setAsking(false);
    } finally {
      // Refetched even after a failure, because the change may have been paid for.
      await refresh().catch(() => undefined);
    }
  };
  const amount = formatMoney(change.amount, change.currency_symbol);
  const until = formatMoment(change.expires_at, booking.time_zone);
  return (
    <Alert tone={replaced ? 'warn' : 'info'}>
      <div className="grid gap-2">
        <p>
          {change.paying ? (
            <Trans>The guest is paying {amount} for this change:</Trans>
          ) : (
            <Trans>
              The guest has until {until} to pay {amount} for this change:
            </Trans>
          )}
        </p>
        <UnpaidChangeLines
          change={change}
          before={{ date: booking.booking_date, time: booking.start_time, people: booking.num_people }}
        />
        {change.reason && <p className="wrap-anywhere">{change.reason}</p>}
        {replaced && (
          <p>
            <Trans>If you change the booking now, the guest can no longer pay for the earlier change.</Trans>
          </p>
        )}
        {!change.paying && (
          <div className="flex flex-wrap items-end gap-2">
            {!replaced && <CopyLink booking={booking} moves={change.moves} />}
            <Button size="sm" onClick={() => setAsking(true)}>
              <Trans>Withdraw change</Trans>
            </Button>
          </div>
        )}
        <ConfirmDialog
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={withdraw}
          title={<Trans>Withdraw this change?</Trans>}
          description={
            <Trans>
              The seats held for it are released, and the guest can no longer pay for it. The booking stays as it is. If
              we've asked the guest to pay, we email them.
            </Trans>
          }
          confirm={<Trans>Withdraw change</Trans>}
          keep={<Trans>Keep change</Trans>}
        />
      </div>
    </Alert>
  );
}

/**
 * Copies the link to the page where the guest pays, which works with the guest's account only. Without access to the
 * clipboard the link is shown in a field instead.
 */
function CopyLink({ booking, moves }: { booking: BookingDetail; moves: boolean }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const link = location.origin + mailLink.change(booking.kind, booking.id, moves);
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setBlocked(true);
    }
  }
  if (blocked)
    return (
      <Field label={t`Payment link`} className="w-full">
        <Input readOnly autoFocus value={link} onFocus={(event) => event.target.select()} />
      </Field>
    );
  return (
    <Button
      size="sm"
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? <Trans>Link copied</Trans> : <Trans>Copy payment link</Trans>}</span>
    </Button>
  );
}
