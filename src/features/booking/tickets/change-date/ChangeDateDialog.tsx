import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import { whenOf } from '@/features/booking/offers/labels';
import { BackToCard, DoneDialog } from '@/features/booking/tickets/DoneDialog';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { isTransient } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { DateChoices, PriceNote } from './DateChoices';
import { type Changed, type Choice, changeDate, type DateChanges, dateChangesQuery, refusalText } from './queries';

type Props = { row: Pick<TicketRow, 'kind' | 'id'>; title: string; onClose: () => void };

/** Another date or hour of the same service. Nothing happens before one is chosen and the button is pressed. */
export default function ChangeDateDialog({ row, title, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(dateChangesQuery(row.kind, row.id));
  const [chosen, setChosen] = useState<{ choice: Choice; key: string } | null>(null);
  const change = useMutation({
    mutationFn: ({ choice, key, refund }: { choice: Choice; key: string; refund: number }) =>
      changeDate(row.kind, row.id, choice, refund, key),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
    // Somebody took the seats, or the price is another one: show what holds now, and choose again.
    onError: (error) => {
      if (isTransient(error)) return;
      setChosen(null);
      void query.refetch();
    },
  });
  const close = () => !change.isPending && onClose();

  const { data } = query;
  if (change.data && data) return <Done changed={change.data} shown={data} title={title} onClose={onClose} />;

  const when = chosen ? whenOf(chosen.choice) : '';
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t`Change the date`}
      description={title}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Keep the date</Trans>
          </Button>
          {chosen && data && (
            <Button
              variant="primary"
              className="whitespace-normal"
              busy={change.isPending}
              onClick={() => change.mutate({ ...chosen, refund: data.refund_amount })}
            >
              <Fresh>{t`Change to ${when}`}</Fresh>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Failure error={change.error} />
        {data ? (
          <Offered
            data={data}
            chosen={chosen?.choice ?? null}
            busy={change.isPending}
            onChoose={(choice) => {
              setChosen({ choice, key: crypto.randomUUID() });
              change.reset();
            }}
          />
        ) : (
          <Unread query={query} />
        )}
      </div>
    </Dialog>
  );
}

/** While the departures are read, and when they could not be. */
function Unread({ query }: { query: UseQueryResult<DateChanges> }) {
  const { t } = useLingui();
  if (query.error) {
    return (
      <RetryAlert retrying={query.isFetching} onRetry={() => void query.refetch()}>
        {query.error.message}
      </RetryAlert>
    );
  }
  return (
    <LoadingArea label={t`Loading the departures`} className="grid gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </LoadingArea>
  );
}

type OfferedProps = { data: DateChanges; chosen: Choice | null; busy: boolean; onChoose: (choice: Choice) => void };

function Offered({ data, chosen, busy, onChoose }: OfferedProps) {
  const refused = refusalText(data);
  const now = whenOf(data);
  if (refused) return <Alert tone="info">{refused}</Alert>;
  return (
    <>
      <p className="text-ink-2">
        {/* No full stop behind it: in Spanish an hour ends with one. */}
        <span className="block">
          <Trans>
            Booked now: <strong className="nums">{now}</strong>
          </Trans>
        </span>
        {data.choices.length > 0 && <PriceNote data={data} />}
      </p>
      <DateChoices data={data} chosen={chosen} disabled={busy} onChoose={onChoose} />
    </>
  );
}

type DoneProps = { changed: Changed; shown: DateChanges; title: string; onClose: () => void };

function Done({ changed, shown, title, onClose }: DoneProps) {
  const { t } = useLingui();
  const when = whenOf(changed);
  return (
    <DoneDialog heading={t`You are booked on ${when}`} title={title} onClose={onClose}>
      <span>
        <Trans>
          Your ticket has the same number and a new code: the old picture of it is no longer valid. We have sent it to
          you by e-mail.
        </Trans>{' '}
        <BackToCard amount={changed.refund_amount} symbol={shown.currency_symbol} />
      </span>
    </DoneDialog>
  );
}
