import { Trans, useLingui } from '@lingui/react/macro';
import { minimumText } from '@/features/booking/minimum/minimum';
import { ChargedFirst } from '@/features/booking/tickets/changes/ChargedFirst';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { Fresh } from '@/ui/Fresh';
import { type Reader, refundNote, refundToOf, whenOf } from './labels';
import type { Choice, Offer } from './offer';
import { isOwn, leavesSoon } from './order';

interface Read {
  offer: Offer;
  reader: Reader;
}

/** Shows the time, service, price difference and minimum of a choice. */
export function ChoiceLabel({ choice, offer, reader }: Read & { choice: Choice }) {
  const now = useNow();
  const soon = leavesSoon(choice, offer.time_zone, now);
  const { minimum } = choice;
  // A higher price is charged together with the amount on hold.
  const paying = { ...offer, card_waits: offer.card_waits && choice.extra_amount <= 0 };
  const decided = minimum && minimumText(minimum, offer.time_zone, refundToOf(paying, reader), now);
  return (
    <>
      <span className="nums flex flex-wrap gap-x-3">
        <strong className="min-w-0 font-semibold wrap-anywhere">{whenOf(choice)}</strong>
        {soon && <Fresh className="font-semibold text-warn-text">{soon}</Fresh>}
      </span>
      {!isOwn(offer, choice) && (
        <span className="block break-words" lang={choice.untranslated?.title}>
          {choice.title}
        </span>
      )}
      <span className="block text-sm text-ink-2">
        <PriceNote choice={choice} offer={offer} reader={reader} />
      </span>
      {decided && <Fresh className="nums block text-sm text-ink-2">{decided}</Fresh>}
    </>
  );
}

function PriceNote({ choice, offer, reader }: Read & { choice: Choice }) {
  const back = formatMoney(choice.refund_amount, offer.currency_symbol);
  const more = formatMoney(choice.extra_amount, offer.currency_symbol);
  if (isToPay(choice, offer))
    return (
      <span key="more">
        {reader === 'staff' ? (
          <span key="staff">
            <Trans>Costs {more} more; the guest pays by card</Trans>
          </span>
        ) : (
          <span key="guest">
            <Trans>Costs {more} more; pay by card now</Trans>
          </span>
        )}{' '}
        {offer.card_waits && (
          <span>
            {reader === 'staff' ? (
              <span key="staff">
                <Trans>The existing booking will then be charged too: so far, the card is only authorised.</Trans>
              </span>
            ) : (
              <span key="guest">
                <ChargedFirst />
              </span>
            )}
          </span>
        )}
      </span>
    );
  return (
    <span key={`${choice.extra_amount} ${choice.refund_amount}`}>
      {choice.extra_amount > 0 ? (
        <Trans>Costs {more} more; pay on the day</Trans>
      ) : choice.refund_amount <= 0 ? (
        <Trans>Nothing more to pay</Trans>
      ) : isUnpaid(offer) ? (
        <Trans>Costs {back} less; you'll pay less on the day</Trans>
      ) : offer.card_waits && reader === 'staff' ? (
        <Trans>Costs {back} less; the card is charged that much less</Trans>
      ) : offer.card_waits ? (
        <Trans>Costs {back} less; your card is charged that much less</Trans>
      ) : (
        <Trans>Costs {back} less; we refund the difference</Trans>
      )}
    </span>
  );
}

/** Returns whether nothing was paid yet, because the guest pays cash on the day. In this case there is no refund. */
const isUnpaid = ({ payment_method, refund_amount, paid_by_other }: Offer): boolean =>
  payment_method === 'cash' && refund_amount <= 0 && !paid_by_other;

const isToPay = (choice: Choice | undefined, offer: Offer): boolean =>
  (choice?.extra_amount ?? 0) > 0 && offer.payment_method === 'card';

/** Returns whether the reader gets the refund. For a transferred ticket, the refund goes to the person who paid. */
const getsMoney = ({ refund_amount, paid_by_other, card_waits }: Offer): boolean =>
  refund_amount > 0 && !paid_by_other && !card_waits;

export function RefundLabel({ offer, reader }: Read) {
  return (
    <>
      <strong className="block font-semibold">
        {!getsMoney(offer) ? (
          <Trans>Cancel the booking</Trans>
        ) : reader === 'staff' ? (
          <Trans>Full refund</Trans>
        ) : (
          <Trans>A full refund</Trans>
        )}
      </strong>
      <span className="block text-sm text-ink-2">{refundNote(offer, reader)}</span>
    </>
  );
}

/** Returns the button's text. `chosen` is undefined if the guest chose the refund. */
export function ActionLabel({ offer, chosen, reader }: Read & { chosen: Choice | undefined }) {
  const { t } = useLingui();
  const when = chosen ? whenOf(chosen) : '';
  const money = formatMoney(offer.refund_amount, offer.currency_symbol);
  const staff = reader === 'staff';
  if (isToPay(chosen, offer)) return <Fresh>{staff ? t`Send payment link` : t`Continue to payment`}</Fresh>;
  if (chosen) return <Fresh>{t`Move to ${when}`}</Fresh>;
  if (!getsMoney(offer)) return <Fresh>{t`Cancel the booking`}</Fresh>;
  return <Fresh>{staff ? t`Refund ${money}` : t`Refund me ${money}`}</Fresh>;
}

export function Silence({ offer }: Pick<Read, 'offer'>) {
  const until = formatMoment(offer.expires_at, offer.time_zone);
  if (offer.card_waits)
    return <Trans>With no answer by {until}, local time, the booking ends and the hold on the card is released.</Trans>;
  return offer.refund_amount > 0 || offer.paid_by_other ? (
    <Trans>With no answer by {until}, local time, everything is refunded automatically.</Trans>
  ) : (
    <Trans>With no answer by {until}, local time, the booking ends. There's nothing to pay.</Trans>
  );
}
