import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import { BackToCard, DoneDialog } from '@/features/booking/tickets/DoneDialog';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { isTransient } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { FewerTerms } from './FewerTerms';
import {
  type FewerChoice,
  type FewerPeople,
  fewerPeopleQuery,
  type Reduced,
  reducePeople,
  refusalText,
} from './queries';
import { LeavingNumber, LeavingPassengers } from './WhoLeaves';

interface Props {
  row: Pick<TicketRow, 'kind' | 'id'>;
  title: string;
  onClose: () => void;
}

/** Some of a party drop out. Nothing happens before one has read what goes back and presses the button. */
export default function FewerPeopleDialog({ row, title, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(fewerPeopleQuery(row.kind, row.id));
  const [leaving, setLeaving] = useState<number[]>([]);
  const [people, setPeople] = useState<number | null>(null);
  // One press for each choice: however often it is sent, it happens once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const reduce = useMutation({
    mutationFn: (choice: FewerChoice) =>
      reducePeople(row.kind, row.id, { people: choice.people, leaving, refundAmount: choice.refund_amount, key }),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
    // The booking or its refund is another one by now: show what holds, and choose again.
    onError: (error) => {
      if (isTransient(error)) return;
      setLeaving([]);
      setPeople(null);
      void query.refetch();
    },
  });
  const close = () => !reduce.isPending && onClose();
  const choose = (change: () => void) => {
    change();
    setKey(crypto.randomUUID());
    reduce.reset();
  };

  const { data } = query;
  if (reduce.data && data) return <Done reduced={reduce.data} shown={data} title={title} onClose={onClose} />;
  const choice = data && choiceOf(data, leaving, people);
  const persons = plural(choice?.people ?? 0, { one: '# person', other: '# people' });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t`Fewer people`}
      description={title}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Keep everyone</Trans>
          </Button>
          {choice && (
            <Button variant="primary" busy={reduce.isPending} onClick={() => reduce.mutate(choice)}>
              <Fresh>{t`Change to ${persons}`}</Fresh>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <Failure error={reduce.error} />
        {data ? (
          <Choosing
            data={data}
            leaving={leaving}
            people={choice?.people}
            busy={reduce.isPending}
            onLeaving={(next) => choose(() => setLeaving(next))}
            onPeople={(next) => choose(() => setPeople(next))}
          />
        ) : (
          <Pending query={query} label={t`Loading the refund`}>
            <Skeleton className="h-12 rounded-md!" />
            <Skeleton className="h-20 rounded-md!" />
          </Pending>
        )}
        {data && choice && <FewerTerms data={data} choice={choice} />}
      </div>
    </Dialog>
  );
}

const isNamed = ({ passengers }: FewerPeople) => passengers.length > 0;

/** What is chosen, at first one less; undefined while nobody of those who are named drops out, or more than may. */
function choiceOf(data: FewerPeople, leaving: readonly number[], people: number | null): FewerChoice | undefined {
  const left = isNamed(data) ? data.num_people - leaving.length : (people ?? data.num_people - 1);
  return data.choices.find((choice) => choice.people === left);
}

interface ChoosingProps {
  data: FewerPeople;
  leaving: readonly number[];
  people: number | undefined;
  busy: boolean;
  onLeaving: (leaving: number[]) => void;
  onPeople: (people: number) => void;
}

function Choosing({ data, leaving, people, busy, onLeaving, onPeople }: ChoosingProps) {
  const refused = refusalText(data);
  if (refused) return <Alert tone="info">{refused}</Alert>;
  if (!isNamed(data))
    return <LeavingNumber choices={data.choices} chosen={people} disabled={busy} onChange={onPeople} />;
  return (
    <>
      <LeavingPassengers names={data.passengers} leaving={leaving} disabled={busy} onChange={onLeaving} />
      {leaving.length > data.choices.length && <TooMany least={data.num_people - data.choices.length} />}
    </>
  );
}

/** So many would be left that it is not this booking any more. */
function TooMany({ least }: { least: number }) {
  return (
    <Alert tone="info">
      {least === 1 ? (
        <Trans>If no one is coming, cancel the booking instead.</Trans>
      ) : (
        <Trans>You need at least {least} people. If fewer are coming, cancel the booking instead.</Trans>
      )}
    </Alert>
  );
}

interface DoneProps {
  reduced: Reduced;
  shown: FewerPeople;
  title: string;
  onClose: () => void;
}

function Done({ reduced, shown, title, onClose }: DoneProps) {
  const { t } = useLingui();
  const persons = plural(reduced.people, { one: '# person', other: '# people' });
  return (
    <DoneDialog heading={t`Your booking is now for ${persons}`} title={title} onClose={onClose}>
      <span>
        <Trans>Your ticket stays the same.</Trans>{' '}
        {shown.paid && (
          <BackToCard amount={reduced.refund_amount} symbol={shown.currency_symbol} byOther={shown.paid_by_other} />
        )}
      </span>
    </DoneDialog>
  );
}
