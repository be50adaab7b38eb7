import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { AppError, isTransient } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { ChoiceGroup } from './ChoiceGroup';
import { ActionLabel, RefundLabel, Silence } from './choice-labels';
import { Failure, Option } from './choice-parts';
import type { Reader } from './labels';
import type { Answer, Choice, Offer } from './offer';
import { byMoment, firstChoice, isOwn, nearest } from './order';
import { useShowAll } from './use-show-all';

/** The nearest departures come first, and the others are shown on request. */
const SHOWN_FIRST = { own: 5, proposed: 3 };

const REFUND = 'refund';

interface Props {
  offer: Offer;
  onAnswer: (answer: Answer) => Promise<Offer>;
  /** Refetches the offer after an answer, even if it was refused. */
  onChanged: () => Promise<unknown>;
  reader?: Reader;
}

/** Asks the guest to choose another departure or the refund. Nothing happens before they click the button. */
export function OfferChoice({ offer, onAnswer, onChanged, reader = 'guest' }: Props) {
  const { choices } = offer;
  const [picked, setPicked] = useState(() => firstPicked(offer));
  const answer = useMutation({
    mutationFn: onAnswer,
    onSuccess: onChanged,
    onError: (error) => {
      if (!isTransient(error)) void onChanged();
    },
  });
  const refused = useRefusal(answer.error, reader);
  // The chosen seats may be sold in the meantime. The button is then disabled until the guest chooses again.
  const chosen = choices.find((choice) => keyOf(choice) === picked);
  const name = useId();
  const pick = (key: string) => {
    setPicked(key);
    answer.reset();
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) answer.mutate({ answer: 'move', to: chosen });
        else if (picked === REFUND) answer.mutate({ answer: 'refund' });
      }}
    >
      <fieldset className="grid min-w-0 grid-cols-1 gap-2" disabled={answer.isPending}>
        <legend className="mb-3 text-lg font-bold">
          {reader === 'staff' ? (
            <Trans>What would the guest like instead?</Trans>
          ) : (
            <Trans>What would you like instead?</Trans>
          )}
        </legend>
        <Choices offer={offer} reader={reader} name={name} picked={picked} onPick={pick} />
        <Option name={name} checked={picked === REFUND} onChoose={() => pick(REFUND)}>
          <RefundLabel offer={offer} reader={reader} />
        </Option>
      </fieldset>
      <Failure error={answer.error} text={refused} />
      <div>
        {(chosen || picked === REFUND) && (
          <Button type="submit" variant="primary" size="lg" block className="whitespace-normal" busy={answer.isPending}>
            <ActionLabel offer={offer} chosen={chosen} reader={reader} />
          </Button>
        )}
        <p className="mt-2 text-sm text-ink-2">
          <Silence offer={offer} />
        </p>
      </div>
    </form>
  );
}

const keyOf = ({ service_id, service_date, slot_id }: Choice) => [service_id, service_date, slot_id].join();

/** If there are no departures, only the refund is left to choose. */
function firstPicked(offer: Offer): string | null {
  const first = firstChoice(offer, new Date());
  if (first) return keyOf(first);
  return offer.choices.length === 0 ? REFUND : null;
}

/** Returns the text of a refusal, for the guest or for staff. */
function useRefusal(error: Error | null, reader: Reader): string | undefined {
  const { t } = useLingui();
  if (reader === 'guest' || !(error instanceof AppError) || error.code !== 'sold_out') return undefined;
  return t`This departure no longer has seats for the guest. Please choose another one.`;
}

interface ChoicesProps extends Required<Pick<Props, 'offer' | 'reader'>> {
  name: string;
  picked: string | null;
  onPick: (key: string) => void;
}

/** Shows departures of both the booked and the proposed service. */
function Choices({ offer, reader, name, picked, onPick }: ChoicesProps) {
  const { t } = useLingui();
  const { all, showAll, box } = useShowAll<HTMLDivElement>();
  const { choices } = offer;
  const { length } = choices;
  const own = choices.filter((choice) => isOwn(offer, choice));
  const proposed = choices.filter((choice) => !isOwn(offer, choice));
  const shown = (some: Choice[], count: number) => (all ? some.toSorted(byMoment) : nearest(some, offer, count));
  const hidden = own.length > SHOWN_FIRST.own || proposed.length > SHOWN_FIRST.proposed;
  const group = { offer, reader, name, isPicked: (choice: Choice) => keyOf(choice) === picked };
  const parts = { ...group, keyOf, onPick: (choice: Choice) => onPick(keyOf(choice)) };
  if (length === 0)
    return (
      <p className="text-ink-2">
        {reader === 'staff' ? (
          <Trans>No other departure in the next few days has enough seats for them.</Trans>
        ) : (
          <Trans>No other departure in the next few days has enough seats for you.</Trans>
        )}
      </p>
    );
  return (
    <div ref={box} className="grid min-w-0 grid-cols-1 gap-2">
      <ChoiceGroup
        {...parts}
        title={proposed.length > 0 ? t`Same trip, another time` : null}
        choices={shown(own, SHOWN_FIRST.own)}
      />
      <ChoiceGroup {...parts} title={t`Suggested instead`} choices={shown(proposed, SHOWN_FIRST.proposed)} />
      {!all && hidden && (
        <Button variant="ghost" className="-ml-4.5 justify-self-start text-left whitespace-normal" onClick={showAll}>
          <Trans>Show all {length} departures</Trans>
        </Button>
      )}
    </div>
  );
}
