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

/** What the person chooses and types, and sending it. */
function useRefund({ act, booking, currency, onClose, onDone, refresh }: Props) {
  const { t } = useLingui();
  const box = useRef<HTMLInputElement>(null);
  // What the person decides about. The booking is read again behind the dialog, and what is left changes with it: after a lost
  // answer the same press must not give the same amount back of the rest.
  const [shown] = useState(booking.refundable_amount);
  const [share, setShare] = useState<Share>('all');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const cancel = act === 'cancel';
  const choose = shown > 0 && !booking.authorised;
  const changed = !busy && (booking.refundable_amount !== shown || (cancel && !booking.live));

  async function send(amount: number | null) {
    setBusy(true);
    setFailure(undefined);
    try {
      if (cancel) await cancelAsStaff(booking, choose ? amount : null);
      else await refundBooking(booking, amount, shown);
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
    const part = parsePart(text, shown, currency);
    if ('problem' in part) {
      setProblem(part.problem);
      box.current?.focus();
      return;
    }
    void send(part.amount);
  }

  function type(value: string) {
    setText(value);
    setProblem(undefined);
  }
  return { box, shown, share, setShare, text, type, problem, failure, busy, choose, changed, submit };
}
type Refund = ReturnType<typeof useRefund>;

/** How much goes back: all that is left, a part, or, when a booking is cancelled, nothing. */
export function RefundDialog(props: Props) {
  const { act, booking, currency, onClose } = props;
  const form = useId();
  const refund = useRefund(props);
  const { busy, failure } = refund;
  const cancel = act === 'cancel';
  if (refund.changed) {
    return <Changed act={act} booking={booking} shown={refund.shown} symbol={currency.symbol} onClose={onClose} />;
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
      <form id={form} onSubmit={refund.submit} className="grid gap-4">
        {refund.choose && <Amount refund={refund} cancel={cancel} symbol={currency.symbol} />}
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

function Amount({ refund, cancel, symbol }: { refund: Refund; cancel: boolean; symbol: string }) {
  const { share, setShare, shown } = refund;
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="label mb-1">
          <Trans>How much goes back</Trans>
        </legend>
        <Choice value="all" now={share} onChange={setShare}>
          <Trans>All of it: {formatMoney(shown, symbol)}</Trans>
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
      {share === 'part' && (
        <Field label={<Trans>Amount in {symbol}</Trans>} error={refund.problem}>
          <Input
            ref={refund.box}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            value={refund.text}
            onChange={(event) => refund.type(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}

interface ChangedProps extends Pick<Props, 'act' | 'booking' | 'onClose'> {
  shown: number;
  symbol: string;
}

/** What was asked is out of date: it has been done and the answer was lost, or a colleague was faster. */
function Changed({ act, booking, shown, symbol, onClose }: ChangedProps) {
  const left = booking.refundable_amount;
  const gone = formatMoney(shown - left, symbol);
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
        {left < shown ? (
          <Alert tone="info">
            <Trans>
              {gone} has gone back meanwhile, or is on its way. {formatMoney(left, symbol)} is left. If that was you,
              there is nothing more to do.
            </Trans>
          </Alert>
        ) : (
          left > shown && (
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
