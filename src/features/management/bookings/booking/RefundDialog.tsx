import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useId, useState } from 'react';
import { policyText } from '@/features/catalogue/cancellation-policy';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { type BookingDetail, cancelAsStaff, refundBooking } from './queries';
import { amountOf, type RefundValues, refundSchema } from './schema';

interface Props {
  /** 'cancel' also cancels the booking, and may refund nothing. */
  act: 'refund' | 'cancel';
  booking: BookingDetail;
  currency: TerritoryCurrency;
  onClose: () => void;
  onDone: (text: string) => void;
  /** Refetches the booking, because the database computes what can still be refunded. */
  refresh: () => Promise<void>;
}

/** Manages the form's choice and sends it. */
/** Returns the choice that gives what the policy gives, so that nobody gives away more by mistake. */
const shareOf = (policy: number, left: number): RefundValues['share'] =>
  policy <= 0 ? 'none' : policy < left ? 'policy' : 'all';

function useRefundForm({ act, booking, currency, onClose, onDone, refresh }: Props) {
  const { t } = useLingui();
  // The booking as it was when the dialog opened. It is refetched behind the dialog, and a refund changes the
  // remaining amount. We keep the first one, so that a second click after a lost response doesn't refund the same
  // amount again.
  const [shown] = useState(booking.refundable_amount);
  const [policy] = useState(booking.policy?.refund_amount ?? 0);
  const isCancellation = act === 'cancel';
  const mayChoose = shown > 0 && !booking.authorised;
  const form = useForm({
    schema: refundSchema(shown, currency),
    values: { share: isCancellation ? shareOf(policy, shown) : 'all', amount: null, reason: '' } as RefundValues,
    oneField: !isCancellation,
    save: async (values) => {
      try {
        const amount = amountOf(values, policy);
        if (isCancellation) await cancelAsStaff(booking.id, mayChoose ? amount : null, values.reason);
        else await refundBooking(booking.id, amount ?? shown, shown);
        onDone(isCancellation ? t`The booking is cancelled` : t`The refund is on its way`);
        onClose();
      } finally {
        // Refetched even after a failure, because only the response may have been lost.
        await refresh().catch(() => undefined);
      }
    },
  });
  const isOutdated = !form.sending && (booking.refundable_amount !== shown || (isCancellation && !booking.live));
  return { form, shown, policy, mayChoose, isOutdated };
}
type RefundForm = ReturnType<typeof useRefundForm>;

/** Refunds everything that is left, a part of it, or nothing if the booking is cancelled. */
export function RefundDialog(props: Props) {
  const { t } = useLingui();
  const { act, booking, currency, onClose } = props;
  const id = useId();
  const refund = useRefundForm(props);
  const { form } = refund;
  const isCancellation = act === 'cancel';
  if (refund.isOutdated) {
    return <Outdated act={act} booking={booking} shown={refund.shown} symbol={currency.symbol} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && onClose()}
      title={<Title act={act} />}
      description={
        isCancellation ? (
          <span key="cancel">
            <Trans>
              We'll release the seats. We'll notify the guest if we have their account or email. If not, please tell
              them yourself.
            </Trans>
          </span>
        ) : (
          <span>
            <HowItGoes booking={booking} />
          </span>
        )
      }
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form={id} variant="danger" busy={form.sending}>
            {isCancellation ? <Trans>Cancel booking</Trans> : <Trans context="button">Refund</Trans>}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        {isCancellation && refund.mayChoose && <Policy booking={booking} symbol={currency.symbol} />}
        {refund.mayChoose && (
          <Amount refund={refund} fees={booking.fees_amount} mayBeNothing={isCancellation} symbol={currency.symbol} />
        )}
        {isCancellation && refund.mayChoose && booking.payment_method === 'cash' && (
          <p className="text-ink-2">
            <Trans>If you refund cash, please hand it over first. We'll record it as refunded.</Trans>
          </p>
        )}
        {isCancellation && booking.authorised && (
          <p className="text-ink-2">
            <Trans>We won't charge the card, and we'll release the hold on it.</Trans>
          </p>
        )}
        {isCancellation && (
          <Field
            label={t`Reason`}
            optional
            hint={t`Only your team sees it, in the booking's history.`}
            {...form.field('reason')}
          >
            <Textarea dir="auto" rows={2} {...form.register('reason')} />
          </Field>
        )}
        <FormProblems />
      </Form>
    </Dialog>
  );
}

/** Says what the guest would get by the policy, before the desk decides. */
function Policy({ booking: { policy }, symbol }: { booking: BookingDetail; symbol: string }) {
  if (!policy) return null;
  const { refund_percent: percent } = policy;
  const amount = formatMoney(policy.refund_amount, symbol);
  return (
    <div className="rounded-md bg-surface-2 p-3 text-sm">
      <p className="font-semibold">
        {policy.refund_amount > 0 ? (
          <Trans>
            Under the policy, the guest gets {amount} now ({percent}%).
          </Trans>
        ) : (
          <Trans>Under the policy, the guest gets no refund now.</Trans>
        )}
      </p>
      <p className="text-ink-2">{policyText(policy.name)}</p>
    </div>
  );
}

const Title = ({ act }: Pick<Props, 'act'>) =>
  act === 'cancel' ? <Trans>Cancel this booking</Trans> : <Trans context="button">Refund</Trans>;

interface AmountProps {
  refund: RefundForm;
  /** The part that the policy kept of people who left, which a guest who cancels doesn't get. */
  fees: number;
  mayBeNothing: boolean;
  symbol: string;
}

function Amount({ refund: { form, shown, policy }, fees, mayBeNothing, symbol }: AmountProps) {
  const kept = formatMoney(fees, symbol);
  const share = form.register('share');
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="label mb-1">
          <Trans>Refund amount</Trans>
        </legend>
        <Choice {...share} value="all">
          <Trans>Full amount: {formatMoney(shown, symbol)}</Trans>
        </Choice>
        {mayBeNothing && policy > 0 && policy < shown && (
          <Choice {...share} value="policy">
            <Trans>Under the policy: {formatMoney(policy, symbol)}</Trans>
          </Choice>
        )}
        <Choice {...share} value="part">
          <Trans>Partial amount</Trans>
        </Choice>
        {mayBeNothing && (
          <Choice {...share} value="none">
            <Trans>No refund</Trans>
          </Choice>
        )}
      </fieldset>
      {fees > 0 && (
        <p className="text-sm text-ink-2">
          <Trans>
            The full amount includes {kept} in cancellation fees for people who left earlier. A guest who cancels
            doesn't get those.
          </Trans>
        </p>
      )}
      {form.values.share === 'part' && (
        <Field label={<Trans>Amount in {symbol}</Trans>} {...form.field('amount')}>
          <NumberInput control={form.control} name="amount" />
        </Field>
      )}
    </>
  );
}

function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="check min-h-11 items-center">
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}

interface OutdatedProps extends Pick<Props, 'act' | 'booking' | 'onClose'> {
  shown: number;
  symbol: string;
}

/** Says that the dialog is outdated, because the refund was made and its response lost, or a colleague was faster. */
function Outdated({ act, booking, shown, symbol, onClose }: OutdatedProps) {
  const left = booking.refundable_amount;
  const gone = formatMoney(shown - left, symbol);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={<Title act={act} />}
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
              We've already refunded {gone}, or the refund is on its way, so {formatMoney(left, symbol)} is left. If you
              made this refund, there's nothing more to do.
            </Trans>
          </Alert>
        ) : (
          left > shown && (
            <Alert tone="warn">
              <Trans>The amount you can refund has changed to {formatMoney(left, symbol)}.</Trans>
            </Alert>
          )
        )}
      </div>
    </Dialog>
  );
}

function HowItGoes({ booking }: { booking: BookingDetail }) {
  return booking.payment_method === 'card' ? (
    <Trans>We'll refund the card the guest paid with. The booking stays active unless you refund everything.</Trans>
  ) : (
    <Trans>
      Hand over the cash first, then record the refund here. The booking stays active unless you refund everything.
    </Trans>
  );
}
