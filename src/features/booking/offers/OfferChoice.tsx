import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ChargedFirst } from '@/features/booking/tickets/paid-changes/ChargedFirst';
import { isTransient } from '@/lib/api/errors';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Failure, Option } from './choice-parts';
import { refundNote, whenOf } from './labels';
import type { Answer, Choice, Offer } from './offer';

/** The next ones are what most people look for; the others come on demand. */
const SHOWN_FIRST = 5;

interface Props {
  offer: Offer;
  onAnswer: (answer: Answer) => Promise<Offer>;
  /** After an answer, and after one that was refused: what holds now is read again. */
  onChanged: () => Promise<unknown>;
}

/** The choice itself: another departure, or the money. Nothing happens before the button is pressed. */
export function OfferChoice({ offer, onAnswer, onChanged }: Props) {
  const [index, setIndex] = useState(0);
  const [all, setAll] = useState(false);
  const answer = useMutation({
    mutationFn: onAnswer,
    onSuccess: onChanged,
    onError: (error) => {
      if (!isTransient(error)) void onChanged();
    },
  });
  const chosen = offer.choices[index];
  const shown = all ? offer.choices : offer.choices.slice(0, SHOWN_FIRST);
  const { length } = offer.choices;
  const name = useId();
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(chosen ? { answer: 'move', to: chosen } : { answer: 'refund' });
      }}
    >
      <fieldset className="grid min-w-0 gap-2" disabled={answer.isPending}>
        <legend className="mb-3 text-lg font-bold">
          <Trans>What would you like instead?</Trans>
        </legend>
        {shown.map((choice, n) => (
          <Option key={keyOf(choice)} name={name} checked={n === index} onChoose={() => setIndex(n)}>
            <ChoiceLabel choice={choice} offer={offer} />
          </Option>
        ))}
        {!all && length > SHOWN_FIRST && (
          <Button variant="ghost" className="-ml-4.5 justify-self-start" onClick={() => setAll(true)}>
            <Trans>Show all {length} departures</Trans>
          </Button>
        )}
        {length === 0 && (
          <p className="text-ink-2">
            <Trans>No other departure has seats for you in the next days.</Trans>
          </p>
        )}
        <Option name={name} checked={!chosen} onChoose={() => setIndex(length)}>
          <RefundLabel offer={offer} />
        </Option>
      </fieldset>
      <Failure error={answer.error} />
      <div>
        <Button type="submit" variant="primary" size="lg" block className="whitespace-normal" busy={answer.isPending}>
          <ActionLabel offer={offer} chosen={chosen} />
        </Button>
        <p className="mt-2 text-sm text-ink-2">
          <Silence offer={offer} />
        </p>
      </div>
    </form>
  );
}

const keyOf = (choice: Choice) => [choice.service_id, choice.service_date, choice.timeslot_id].join();

function ChoiceLabel({ choice, offer }: { choice: Choice; offer: Offer }) {
  return (
    <>
      <strong className="nums block font-semibold">{whenOf(choice)}</strong>
      {choice.title !== offer.title && (
        <span className="block break-words" lang={choice.untranslated?.title}>
          {choice.title}
        </span>
      )}
      <span className="block text-sm text-ink-2">
        <PriceNote choice={choice} offer={offer} />
      </span>
    </>
  );
}

/** What a choice costs against what was agreed. */
function PriceNote({ choice, offer }: { choice: Choice; offer: Offer }) {
  const back = formatMoney(choice.refund_amount, offer.currency_symbol);
  const more = formatMoney(choice.extra_amount, offer.currency_symbol);
  if (choice.extra_amount > 0 && offer.payment_method === 'card')
    return (
      <span key="more">
        <Trans>Costs {more} more, paid by card now</Trans>{' '}
        {offer.card_waits && (
          <span>
            <ChargedFirst />
          </span>
        )}
      </span>
    );
  return (
    <span key={`${choice.extra_amount} ${choice.refund_amount}`}>
      {choice.extra_amount > 0 ? (
        <Trans>Costs {more} more, to pay on the day</Trans>
      ) : choice.refund_amount <= 0 ? (
        <Trans>Nothing more to pay</Trans>
      ) : offer.card_waits ? (
        <Trans>Costs {back} less, which your card is not charged</Trans>
      ) : (
        <Trans>Costs {back} less, which goes back</Trans>
      )}
    </span>
  );
}

const isToPay = (choice: Choice | undefined, offer: Offer): boolean =>
  (choice?.extra_amount ?? 0) > 0 && offer.payment_method === 'card';

/** Not who was given the ticket: it goes to who paid. */
const getsMoney = ({ refund_amount, paid_by_other }: Offer): boolean => refund_amount > 0 && !paid_by_other;

function RefundLabel({ offer }: { offer: Offer }) {
  return (
    <>
      <strong className="block font-semibold">
        {getsMoney(offer) && !offer.card_waits ? (
          <Trans>All of my money back</Trans>
        ) : (
          <Trans>Give up the booking</Trans>
        )}
      </strong>
      <span className="block text-sm text-ink-2">{refundNote(offer)}</span>
    </>
  );
}

function ActionLabel({ offer, chosen }: { offer: Offer; chosen: Choice | undefined }) {
  const { t } = useLingui();
  const when = chosen ? whenOf(chosen) : '';
  const money = formatMoney(offer.refund_amount, offer.currency_symbol);
  if (isToPay(chosen, offer)) return <Fresh>{t`Continue to payment`}</Fresh>;
  if (chosen) return <Fresh>{t`Move to ${when}`}</Fresh>;
  return <Fresh>{getsMoney(offer) && !offer.card_waits ? t`Give me ${money} back` : t`Give up the booking`}</Fresh>;
}

function Silence({ offer }: { offer: Offer }) {
  const until = formatMoment(offer.expires_at, offer.time_zone);
  if (offer.card_waits)
    return <Trans>Without an answer the booking ends on {until}, local time, and the card is let go.</Trans>;
  return offer.refund_amount > 0 || offer.paid_by_other ? (
    <Trans>Without an answer all of the money goes back by itself on {until}, local time.</Trans>
  ) : (
    <Trans>Without an answer the booking ends on {until}, local time. Nothing is to pay.</Trans>
  );
}
