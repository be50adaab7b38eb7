import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';
import { type BookingDetail, cancelAsStaff, refundBooking } from './queries';
import { parsePart, type Share } from './schema';

interface Props {
  /** 'cancel' ends the booking besides, and may give nothing back. */
  act: 'refund' | 'cancel';
  booking: BookingDetail;
  currency: { code: string; symbol: string };
  onClose: () => void;
  onDone: (text: string) => void;
  /** Reads the booking again: what is left is asked of the database and not counted here. */
  refresh: () => Promise<void>;
}

/** How much goes back: all that is left, a part, or, when a booking is cancelled, nothing. */
export function RefundDialog({ act, booking, currency, onClose, onDone, refresh }: Props) {
  const { t } = useLingui();
  const form = useId();
  const box = useRef<HTMLInputElement>(null);
  const left = booking.refundable_amount;
  // What the person decides about. The booking is read again behind the dialog, and what is left changes with it: after a lost
  // answer the same press must not give the same amount back of the rest.
  const [seen] = useState(left);
  const [share, setShare] = useState<Share>('all');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const cancel = act === 'cancel';
  const choose = seen > 0 && !booking.authorised;
  const changed = !busy && (left !== seen || (cancel && !booking.live));

  async function send(amount: number | null) {
    setBusy(true);
    setFailure(undefined);
    try {
      if (cancel) await cancelAsStaff(booking, choose ? amount : null);
      else await refundBooking(booking, amount, seen);
      onDone(cancel ? t`The booking is cancelled` : t`The refund is on its way`);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      // Also after a failure: only the answer may have been lost.
      await refresh().catch(() => undefined);
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (share !== 'part') return void send(share === 'all' ? null : 0);
    const part = parsePart(text, seen, currency);
    if ('problem' in part) {
      setProblem(part.problem);
      box.current?.focus();
      return;
    }
    void send(part.amount);
  }

  if (changed) {
    return <Changed act={act} booking={booking} seen={seen} symbol={currency.symbol} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={cancel ? <Trans>Cancel this booking</Trans> : <Trans>Refund</Trans>}
      description={
        cancel ? <Trans>The seats become free and the traveller is told.</Trans> : <HowItGoes booking={booking} />
      }
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form={form} variant="danger" busy={busy}>
            {cancel ? <Trans>Cancel booking</Trans> : <Trans>Give the money back</Trans>}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {choose && (
          <fieldset className="grid gap-1">
            <legend className="label mb-1">
              <Trans>How much goes back</Trans>
            </legend>
            <Choice value="all" now={share} onChange={setShare}>
              <Trans>All of it: {formatMoney(seen, currency.symbol)}</Trans>
            </Choice>
            <Choice value="part" now={share} onChange={setShare}>
              <Trans>A part</Trans>
            </Choice>
            {cancel && (
              <Choice value="none" now={share} onChange={setShare}>
                <Trans>Nothing</Trans>
              </Choice>
            )}
          </fieldset>
        )}
        {choose && share === 'part' && (
          <Field label={<Trans>Amount in {currency.symbol}</Trans>} error={problem}>
            <Input
              ref={box}
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
        )}
        {cancel && booking.authorised && (
          <p className="text-ink-2">
            <Trans>The card is not charged: the amount that is blocked on it is let go.</Trans>
          </p>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </form>
    </Dialog>
  );
}

interface ChangedProps extends Pick<Props, 'act' | 'booking' | 'onClose'> {
  seen: number;
  symbol: string;
}

/** What was asked is out of date: it has been done and the answer was lost, or a colleague was faster. */
function Changed({ act, booking, seen, symbol, onClose }: ChangedProps) {
  const left = booking.refundable_amount;
  const gone = formatMoney(seen - left, symbol);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={act === 'cancel' ? <Trans>Cancel this booking</Trans> : <Trans>Refund</Trans>}
      actions={
        <Button variant="primary" onClick={onClose}>
          <Trans>Back to the booking</Trans>
        </Button>
      }
    >
      <div className="grid gap-3">
        {act === 'cancel' && !booking.live && (
          <Alert tone="info">
            <Trans>The booking is cancelled.</Trans>
          </Alert>
        )}
        {left < seen ? (
          <Alert tone="info">
            <Trans>
              {gone} has gone back meanwhile, or is on its way. {formatMoney(left, symbol)} is left. If that was you,
              there is nothing more to do.
            </Trans>
          </Alert>
        ) : (
          left > seen && (
            <Alert tone="warn">
              <Trans>What is left has changed meanwhile: {formatMoney(left, symbol)}.</Trans>
            </Alert>
          )
        )}
      </div>
    </Dialog>
  );
}

function HowItGoes({ booking }: { booking: BookingDetail }) {
  return booking.payment_method === 'card' ? (
    <Trans>It goes back to the card that paid. The booking stays, unless everything goes back.</Trans>
  ) : (
    <Trans>Hand the cash over first; here it is written down. The booking stays, unless everything goes back.</Trans>
  );
}

interface ChoiceProps {
  value: Share;
  now: Share;
  onChange: (share: Share) => void;
  children: ReactNode;
}

function Choice({ value, now, onChange, children }: ChoiceProps) {
  return (
    <label className="check min-h-11 items-center">
      <input type="radio" name="share" value={value} checked={now === value} onChange={() => onChange(value)} />
      <span>{children}</span>
    </label>
  );
}
