import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { isTransient } from '@/lib/api/errors';
import { formatMoney } from '@/lib/format/money';
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
  const [fewer, setFewer] = useState(1);
  // One press for each choice: however often it is sent, it happens once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const reduce = useMutation({
    mutationFn: (choice: FewerChoice) =>
      reducePeople(row.kind, row.id, { people: choice.people, leaving, refundAmount: choice.refund_amount, key }),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
    // The booking or its refund is another one by now: show what holds.
    onError: (error) => {
      if (!isTransient(error)) void query.refetch();
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
  const choice = data && choiceOf(data, leaving, fewer);
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
            <Trans>Keep all</Trans>
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
            fewer={fewer}
            busy={reduce.isPending}
            onLeaving={(next) => choose(() => setLeaving(next))}
            onFewer={(next) => choose(() => setFewer(next))}
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

/** What is chosen; undefined while nobody drops out, or more than may. */
const choiceOf = (data: FewerPeople, leaving: readonly number[], fewer: number): FewerChoice | undefined =>
  data.choices.find(({ people }) => people === data.num_people - (isNamed(data) ? leaving.length : fewer));

interface ChoosingProps {
  data: FewerPeople;
  leaving: readonly number[];
  fewer: number;
  busy: boolean;
  onLeaving: (leaving: number[]) => void;
  onFewer: (fewer: number) => void;
}

function Choosing({ data, leaving, fewer, busy, onLeaving, onFewer }: ChoosingProps) {
  const refused = refusalText(data);
  if (refused) return <Alert tone="info">{refused}</Alert>;
  if (!isNamed(data)) return <LeavingNumber data={data} fewer={fewer} disabled={busy} onChange={onFewer} />;
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
        <Trans>If nobody comes, cancel the booking instead.</Trans>
      ) : (
        <Trans>At least {least} people have to come. If fewer do, cancel the booking instead.</Trans>
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
  const back = formatMoney(reduced.refund_amount, shown.currency_symbol);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Your booking is for ${persons} now`}
      description={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success-text" />
        <span>
          <Trans>Your ticket stays the same.</Trans>{' '}
          {shown.paid && reduced.refund_amount > 0 && (
            <span>
              <Trans>{back} goes back to your card. Banks take 5 to 10 days to show it.</Trans>
            </span>
          )}
        </span>
      </p>
    </Dialog>
  );
}
