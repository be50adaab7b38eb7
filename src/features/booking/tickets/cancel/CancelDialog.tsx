import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BackToPayer } from '@/features/booking/tickets/BackToCard';
import { DoneDialog } from '@/features/booking/tickets/DoneDialog';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { isTransient } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { QuoteLines } from './QuoteLines';
import { type CancellationQuote, cancelBooking, cancellationQuoteQuery } from './queries';

type Props = { row: Pick<TicketRow, 'id'>; title: string; onClose: () => void };

/** Shows the refund, asks for confirmation and shows the result. Nothing is cancelled before the second click. */
export default function CancelDialog({ row, title, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const quote = useQuery(cancellationQuoteQuery(row.id));
  const cancel = useMutation({
    mutationFn: (shown: CancellationQuote) => cancelBooking(row.id, shown.refund_amount),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
    // The refund has changed, because a policy deadline passed or staff refunded something. We show the current
    // quote and ask again.
    onError: (error) => {
      if (!isTransient(error)) void quote.refetch();
    },
  });
  const close = () => !cancel.isPending && onClose();

  if (cancel.data) return <Cancelled quote={cancel.data} title={title} onClose={onClose} />;

  // Cancelling changes the quote, so the confirmed one stays visible until the response arrives.
  const shown = cancel.isPending ? cancel.variables : quote.data;
  const changed = cancel.error && toAppError(cancel.error).code === 'quote_changed';
  const ready = shown?.can_cancel === true && !(changed && quote.isFetching);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t`Cancel this booking?`}
      description={title}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Keep booking</Trans>
          </Button>
          {ready && (
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate(shown)}>
              {cancel.isPending ? t`Cancelling` : cancel.error && !changed ? t`Try again` : t`Cancel booking`}
            </Button>
          )}
        </>
      }
    >
      <Failure error={cancel.error} />
      {!shown && <QuoteState quote={quote} waits={!cancel.isPending} />}
      {shown && !shown.can_cancel && (
        <Alert tone="info">
          <Trans>You can no longer cancel this booking here. If you can't make it, message the operator.</Trans>
        </Alert>
      )}
      {shown?.can_cancel && <QuoteLines quote={shown} />}
    </Dialog>
  );
}

/** Shown while the quote loads, and if that fails. */
function QuoteState({ quote, waits }: { quote: UseQueryResult<CancellationQuote>; waits: boolean }) {
  const { t } = useLingui();
  return (
    <>
      {quote.isFetching && waits && (
        <LoadingArea label={t`Loading the refund`} className="grid gap-3">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
          <Skeleton className="h-12" />
        </LoadingArea>
      )}
      {quote.error && (
        <RetryAlert retrying={quote.isFetching} onRetry={() => void quote.refetch()}>
          {quote.error.message}
        </RetryAlert>
      )}
    </>
  );
}

function Cancelled({ quote, title, onClose }: { quote: CancellationQuote } & Pick<Props, 'title' | 'onClose'>) {
  const { t } = useLingui();
  return (
    <DoneDialog heading={t`Your booking is cancelled`} title={title} onClose={onClose}>
      {quote.paid_by_other ? (
        <BackToPayer />
      ) : (
        <span>
          <Outcome quote={quote} />
        </span>
      )}
    </DoneDialog>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  const { code, message, detail } = toAppError(error);
  if (code === 'quote_changed') {
    return (
      <Alert tone="warn" className="mb-4">
        {message}
      </Alert>
    );
  }
  return (
    <FailureAlert error={error} text={[message, detail].filter(Boolean).join(' ')} className="mb-4">
      {isTransient(error) && (
        <p className="mt-1">
          <Trans>
            We're not sure that we received your request. You can safely try again. We won't cancel or refund anything
            twice.
          </Trans>
        </p>
      )}
    </FailureAlert>
  );
}

function Outcome({ quote }: { quote: CancellationQuote }) {
  const refund = formatMoney(quote.refund_amount, quote.currency_symbol);
  if (quote.paid_amount === 0) {
    return quote.payment_method === 'card' ? (
      <Trans>We didn't charge your card.</Trans>
    ) : (
      <Trans>We've released your seats. There's nothing to pay.</Trans>
    );
  }
  if (quote.refund_amount === 0) return <Trans>We've released your seats. There's no refund.</Trans>;
  return quote.payment_method === 'card' ? (
    <Trans>
      We're refunding {refund} to your card. It can take 5 to 10 days to appear. Your ticket shows when we sent the
      refund.
    </Trans>
  ) : (
    <Trans>The operator will refund you {refund} in cash. Message them to agree where to meet.</Trans>
  );
}
