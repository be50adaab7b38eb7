import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { Rating } from '@/features/catalogue/reviews/Rating';
import { withTrip } from '@/features/catalogue/service/trip';
import { TypeIcon, Journey as Way } from '@/features/catalogue/transport/labels';
import { formatJourney, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import type { Journey } from './search-transport';

interface Props {
  journey: Journey;
  date: string;
  people: number;
  referral: string | null;
  /** True for the first bookable departure, which has the page's primary button. */
  first: boolean;
}

const GRID = `card grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 p-4
  lg:grid-cols-[14rem_minmax(0,1fr)_6.5rem_7.5rem_7.5rem] lg:items-center lg:gap-x-5 lg:px-5`;

/** Shows a departure with its time, duration, operator, seats left, and the price for the party. */
export function JourneyRow({ journey, date, people, referral, first }: Props) {
  const { t } = useLingui();
  const leg = journey.legs[0];
  if (!leg) return null;
  const full = journey.offer === null;
  const trip = full ? { date: null, people } : { date, people, slot: leg.slot_id };
  const link = withTrip(paths.transport(leg.transport_id), trip, referral);
  const at = journey.departs ? formatTime(journey.departs) : t`at any hour`;
  return (
    <article className={GRID}>
      <div className="min-w-0 lg:row-span-2">
        <Times journey={journey} />
        <p className="nums text-sm text-ink-2">
          {journey.minutes !== null && <span>{formatJourney(journey.minutes)}</span>}
          {journey.departs === null && journey.minutes !== null && <span>{' · '}</span>}
          {journey.departs === null && (
            <span>
              <Trans>leaves whenever you like</Trans>
            </span>
          )}
        </p>
      </div>
      <Price journey={journey} people={people} />
      <div className="col-span-2 mt-1.5 min-w-0 text-sm lg:col-span-1 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <TypeIcon id={leg.type} className="size-[1.125rem] flex-none text-accent-text" />
          <span className="min-w-0 font-medium wrap-anywhere">{leg.title}</span>
          <Rating average={journey.rating_average} count={journey.rating_count} />
        </p>
        <p className="text-ink-2 wrap-anywhere">
          <Way from={leg.from} to={leg.to} />
        </p>
      </div>
      <p className="self-center text-sm lg:col-start-3 lg:row-span-2 lg:row-start-1">
        <Seats journey={journey} people={people} />
      </p>
      <LinkButton
        to={full ? link : `${link}#book`}
        variant={first ? 'primary' : 'secondary'}
        aria-label={full ? t`Other days: ${leg.title}` : t`Book ${at}: ${leg.title}`}
        className="mt-1.5 justify-self-end lg:col-start-5 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:w-full"
      >
        {full ? <Trans>Other days</Trans> : <Trans>Book</Trans>}
      </LinkButton>
    </article>
  );
}

function Times({ journey: { departs, arrives, days_later, offer } }: { journey: Journey }) {
  const later = days_later ?? 0;
  return (
    <h2
      className={cx(
        'nums flex flex-wrap items-center gap-x-1.5 text-[1.1875rem] leading-relaxed font-bold',
        offer === null && 'text-ink-3',
      )}
    >
      {departs ? (
        <>
          <span>{formatTime(departs)}</span>
          {arrives && (
            <>
              <ArrowRight aria-hidden="true" className="size-4 text-ink-3" />
              <span className="sr-only">
                <Trans>to</Trans>
              </span>
              <span>{formatTime(arrives)}</span>
            </>
          )}
          {later > 0 && (
            <span className="text-sm font-medium text-ink-2">
              <Plural value={later} one="+# day" other="+# days" />
            </span>
          )}
        </>
      ) : (
        <span>
          <Trans>Any time</Trans>
        </span>
      )}
    </h2>
  );
}

function Price({ journey, people }: { journey: Journey; people: number }) {
  const { offer, shared_price: shared, private_price: whole, total, symbol } = journey;
  const each = offer === 'private' ? null : shared;
  const price = formatMoney(each ?? whole ?? 0, symbol);
  const all = formatMoney(total ?? 0, symbol);
  return (
    <p className="nums text-right lg:col-start-4 lg:row-span-2 lg:row-start-1 lg:self-center">
      <strong className={cx('block text-[1.1875rem] leading-relaxed font-bold', offer === null && 'text-ink-3')}>
        {price}
      </strong>
      <span className="text-sm text-ink-2">
        {each === null ? (
          <Trans>per vehicle</Trans>
        ) : people > 1 && total !== null ? (
          <Trans>
            {all} for {people}
          </Trans>
        ) : (
          <Trans>per person</Trans>
        )}
      </span>
    </p>
  );
}

/** Shows the seats left, or why this party can't book. */
function Seats({ journey, people }: { journey: Journey; people: number }) {
  const { offer, seats, least_people: least, most_people: most } = journey;
  const bad = 'font-semibold text-danger-text';
  if (offer === 'private') {
    return (
      <span className="text-ink-2">
        <Trans>Up to {most} people</Trans>
      </span>
    );
  }
  if (offer === 'shared') {
    return (
      <span className={seats <= 3 ? bad : 'text-ink-2'}>
        <Plural value={seats} one="# seat left" other="# seats left" />
      </span>
    );
  }
  if (seats === 0) {
    return (
      <span className={bad}>
        <Trans>Sold out</Trans>
      </span>
    );
  }
  if (people < least) {
    return (
      <span className="text-ink-2">
        <Trans>At least {least} people</Trans>
      </span>
    );
  }
  if (people > most) {
    return (
      <span className="text-ink-2">
        <Trans>Up to {most} people</Trans>
      </span>
    );
  }
  return (
    <span className={bad}>
      <Plural value={seats} one="Only # seat left" other="Only # seats left" />
    </span>
  );
}
