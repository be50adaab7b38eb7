import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { minimumText } from '@/features/booking/minimum/minimum';
import { Option } from '@/features/booking/offers/choice-parts';
import { whenOf } from '@/features/booking/offers/labels';
import { byMoment, leavesSoon, nearest } from '@/features/booking/offers/order';
import { useShowAll } from '@/features/booking/offers/use-show-all';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { ChargedFirst } from './ChargedFirst';
import { type Choice, type DateChanges, refundToOf } from './queries';

/** Most people look for days close to the booked one. The others are shown on request. */
const SHOWN_FIRST = 5;

type Props = { data: DateChanges; chosen: Choice | null; disabled: boolean; onChoose: (choice: Choice) => void };

/** Lists the departures that have seats for everyone in the booking. */
export function DateChoices({ data, chosen, disabled, onChoose }: Props) {
  const { all, showAll, box } = useShowAll<HTMLFieldSetElement>();
  const name = useId();
  const { choices } = data;
  const { length } = choices;
  if (length === 0) {
    return (
      <p>
        <Trans>No other departure in the next few days has enough seats for you.</Trans>
      </p>
    );
  }
  const shown = all ? choices.toSorted(byMoment) : nearest(choices, data, SHOWN_FIRST);
  return (
    <fieldset ref={box} className="grid min-w-0 grid-cols-1 gap-2" disabled={disabled}>
      <legend className="mb-3 font-bold">
        <Trans>Which departure would you like instead?</Trans>
      </legend>
      {shown.map((choice) => (
        <Option
          key={keyOf(choice)}
          name={name}
          checked={chosen !== null && keyOf(choice) === keyOf(chosen)}
          onChoose={() => onChoose(choice)}
        >
          <span className="nums flex flex-wrap justify-between gap-x-4 font-semibold">
            <strong className="min-w-0 font-semibold wrap-anywhere">{whenOf(choice)}</strong>
            {data.extra_amount > 0 && <Fresh>{`+ ${formatMoney(data.extra_amount, data.currency_symbol)}`}</Fresh>}
          </span>
          <Standing choice={choice} data={data} />
          <FreeUntil choice={choice} zone={data.time_zone} />
        </Option>
      ))}
      {!all && length > SHOWN_FIRST && (
        <Button variant="ghost" className="-ml-4.5 justify-self-start text-left whitespace-normal" onClick={showAll}>
          <Trans>Show all {length} departures</Trans>
        </Button>
      )}
    </fieldset>
  );
}

const keyOf = ({ service_date, start_time, slot_id }: Choice) => [service_date, start_time, slot_id].join();

/** Warns that the departure leaves soon or isn't decided yet. */
function Standing({ choice, data }: { choice: Choice; data: DateChanges }) {
  const now = useNow();
  const { minimum } = choice;
  const soon = leavesSoon(choice, data.time_zone, now);
  const decided = minimum && minimumText(minimum, data.time_zone, refundToOf(data, !data.at_once), now);
  return (
    <>
      {soon && <Fresh className="block text-sm font-semibold text-warn-text">{soon}</Fresh>}
      {decided && <Fresh className="nums block text-sm text-ink-2">{decided}</Fresh>}
    </>
  );
}

/** A near date may not have free cancellation left, so we show this before the guest chooses. */
function FreeUntil({ choice: { free_until: at, change_until }, zone }: { choice: Choice; zone: string }) {
  const now = useNow();
  const free = at !== null && Date.parse(at) > now.getTime();
  const until = free ? formatMoment(at, zone) : '';
  const changesAgain = change_until !== null && Date.parse(change_until) > now.getTime();
  return (
    <span className="block text-sm text-ink-2">
      {free ? (
        <span key="free">
          <Trans>Cancelling is free until {until}</Trans>
        </span>
      ) : changesAgain ? (
        <span key="late">
          <Trans>That date has no free cancellation</Trans>
        </span>
      ) : (
        <span key="kept">
          <Trans>That date has no free cancellation, and you can't change it again</Trans>
        </span>
      )}
    </span>
  );
}

/** Shows what the change costs, which is the same for every departure of a service. */
export function PriceNote({ data }: { data: DateChanges }) {
  const { t } = useLingui();
  const back = formatMoney(data.refund_amount, data.currency_symbol);
  const more = formatMoney(data.extra_amount, data.currency_symbol);
  if (data.paid_by_other)
    return (
      <span key="payer">{t`There's nothing to pay. If it now costs less, we refund the difference to the person who paid.`}</span>
    );
  if (data.extra_amount > 0 && data.at_once)
    return <span key="collect">{t`It now costs ${more} more, to pay on the day.`}</span>;
  if (data.extra_amount > 0)
    return (
      <span key="more">
        {t`It now costs ${more} more. We'll change the date once you've paid the difference.`}
        {data.payment_status !== 'completed' && (
          <span>
            {' '}
            <ChargedFirst />
          </span>
        )}
      </span>
    );
  if (data.refund_amount <= 0) return <span key="same">{t`The price is the same.`}</span>;
  if (data.payment_status !== 'completed') return <span key="less">{t`It now costs ${back} less.`}</span>;
  return <span key="back">{t`It now costs ${back} less. We'll refund the difference to your card.`}</span>;
}

/** Says that a late change doesn't bring back the higher refund of an earlier cancellation. */
export function LateNote({ percent }: { percent: number | null }) {
  if (percent === null) return null;
  return percent > 0 ? (
    <span key="part">
      <Trans>If you cancel from now on, you'll get at most {percent}% back, even if you change the date.</Trans>
    </span>
  ) : (
    <span key="none">
      <Trans>If you cancel from now on, there's no refund, even if you change the date.</Trans>
    </span>
  );
}
