import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/features/booking/offers/choice-parts';
import { isTransient } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { type ChoosingProps, settle } from './choosing';
import { FewerTerms } from './FewerTerms';
import { changeBooking, type FewerPeople as Data, type FewerChoice, refusalText } from './queries';
import { LeavingNumber, LeavingPassengers } from './WhoLeaves';

/** Removes some people from a booking. Nothing changes before the guest has seen the refund and confirmed. */
export function FewerPeople({ booking, refetch, onHeld, onDone }: ChoosingProps) {
  const { t } = useLingui();
  const data = { ...booking, ...booking.fewer };
  const [leaving, setLeaving] = useState<number[]>([]);
  const [people, setPeople] = useState<number | null>(null);
  // Each choice has one key, so it is applied once even if it is sent repeatedly.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const reduce = useMutation({
    mutationFn: ({ people: left, refund_amount }: FewerChoice) =>
      changeBooking(
        booking,
        [{ step: 'party', people: left, ...(isNamed(data) && { leaving }) }],
        { refund_amount, extra_amount: 0 },
        key,
      ),
    onSuccess: (changed) => settle(changed, { onHeld, onDone }),
    // The booking or its refund has changed, so we show the current state and ask the guest to choose again.
    onError: (error) => {
      if (isTransient(error)) return;
      setLeaving([]);
      setPeople(null);
      void refetch();
    },
  });
  const choose = (change: () => void) => {
    change();
    setKey(crypto.randomUUID());
    reduce.reset();
  };
  const refused = refusalText(data, data);
  if (refused) return <Alert tone="info">{refused}</Alert>;
  const choice = choiceOf(data, leaving, people);
  const persons = plural(choice?.people ?? 0, { one: '# person', other: '# people' });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (choice) reduce.mutate(choice);
      }}
    >
      <Choosing
        data={data}
        leaving={leaving}
        people={choice?.people}
        busy={reduce.isPending}
        onLeaving={(next) => choose(() => setLeaving(next))}
        onPeople={(next) => choose(() => setPeople(next))}
      />
      {choice && <FewerTerms data={data} choice={choice} />}
      <Failure error={reduce.error} />
      {choice && (
        <div>
          <Button type="submit" variant="primary" busy={reduce.isPending}>
            <Fresh>{t`Change to ${persons}`}</Fresh>
          </Button>
        </div>
      )}
    </form>
  );
}

const isNamed = ({ passengers }: Data) => passengers.length > 0;

/**
 * Returns the current choice, which is one person less at first. Returns undefined while no named passenger is
 * selected, or too many are.
 */
function choiceOf(data: Data, leaving: readonly number[], people: number | null): FewerChoice | undefined {
  const left = isNamed(data) ? data.num_people - leaving.length : (people ?? data.num_people - 1);
  return data.choices.find((choice) => choice.people === left);
}

interface WhoProps {
  data: Data;
  leaving: readonly number[];
  people: number | undefined;
  busy: boolean;
  onLeaving: (leaving: number[]) => void;
  onPeople: (people: number) => void;
}

function Choosing({ data, leaving, people, busy, onLeaving, onPeople }: WhoProps) {
  if (!isNamed(data))
    return <LeavingNumber choices={data.choices} chosen={people} disabled={busy} onChange={onPeople} />;
  return (
    <>
      <LeavingPassengers names={data.passengers} leaving={leaving} disabled={busy} onChange={onLeaving} />
      {leaving.length > data.choices.length && <TooMany least={data.num_people - data.choices.length} />}
    </>
  );
}

/** Says that too few people would be left on this booking. */
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
