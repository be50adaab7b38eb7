import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useId, useState } from 'react';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
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
function useRefundForm({ act, booking, currency, onClose, onDone, refresh }: Props) {
  const { t } = useLingui();
  // The booking as it was when the dialog opened. It is refetched behind the dialog, and a refund changes the
  // remaining amount. We keep the first one, so that a second click after a lost response doesn't refund the same
  // amount again.
  const [shown] = useState(booking.refundable_amount);
  const isCancellation = act === 'cancel';
  const mayChoose = shown > 0 && !booking.authorised;
  const form = useForm({
    schema: refundSchema(shown, currency),
    values: { share: 'all', amount: null } as RefundValues,
    oneField: true,
    save: async (values) => {
      try {
        const amount = amountOf(values);
        if (isCancellation) await cancelAsStaff(booking.id, mayChoose ? amount : null);
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
  return { form, shown, mayChoose, isOutdated };
}
type RefundForm = ReturnType<typeof useRefundForm>;

/** Refunds everything that is left, a part of it, or nothing if the booking is cancelled. */
export function RefundDialog(props: Props) {
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
              The seats are released. We notify the guest if we have their account or email; if not, please tell them
              yourself.
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
        {refund.mayChoose && <Amount refund={refund} mayBeNothing={isCancellation} symbol={currency.symbol} />}
        {isCancellation && booking.authorised && (
          <p className="text-ink-2">
            <Trans>The card won't be charged, and the hold on it is released.</Trans>
          </p>
        )}
        <FormProblems />
      </Form>
    </Dialog>
  );
}

const Title = ({ act }: Pick<Props, 'act'>) =>
  act === 'cancel' ? <Trans>Cancel this booking</Trans> : <Trans context="button">Refund</Trans>;

interface AmountProps {
  refund: RefundForm;
  mayBeNothing: boolean;
  symbol: string;
}

function Amount({ refund: { form, shown }, mayBeNothing, symbol }: AmountProps) {
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
        <Choice {...share} value="part">
          <Trans>Part of it</Trans>
        </Choice>
        {mayBeNothing && (
          <Choice {...share} value="none">
            <Trans>Nothing</Trans>
          </Choice>
        )}
      </fieldset>
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
              {gone} has already been refunded or is on its way, leaving {formatMoney(left, symbol)}. If that was you,
              there's nothing more to do.
            </Trans>
          </Alert>
        ) : (
          left > shown && (
            <Alert tone="warn">
              <Trans>The amount left has changed: {formatMoney(left, symbol)}.</Trans>
            </Alert>
          )
        )}
      </div>
    </Dialog>
  );
}

function HowItGoes({ booking }: { booking: BookingDetail }) {
  return booking.payment_method === 'card' ? (
    <Trans>It's refunded to the card that paid. The booking stays active unless you refund everything.</Trans>
  ) : (
    <Trans>Hand over the cash first, then record it here. The booking stays active unless you refund everything.</Trans>
  );
}
