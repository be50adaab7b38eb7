import { Plural, Trans } from '@lingui/react/macro';
import { Clock, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { Rating } from '@/features/catalogue/reviews/Rating';
import { CardPicture, featuredBadge } from '@/features/catalogue/service/CardPicture';
import { type Trip, withTrip } from '@/features/catalogue/service/trip';
import { formatDuration, formatTime } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { PriceLine } from './PriceLine.tsx';
import type { DayOffer, ExperienceListItem } from './queries.ts';

interface Props {
  experience: ExperienceListItem;
  currencySymbol: string;
  /** A partner's code, which the link passes on. */
  referral?: string | null;
  /** The date and people from the search, which the link passes to the experience's page. */
  trip?: Trip;
  /** The experience's free seats on that date. */
  offer?: DayOffer | undefined;
}

const NO_TRIP: Trip = { date: null, people: null };

export function ExperienceCard({ experience, currencySymbol, referral = null, trip = NO_TRIP, offer }: Props) {
  return (
    <article className="group relative flex flex-col">
      <CardPicture
        url={experience.image_urls[0]}
        sizes="(min-width: 80rem) 25rem, (min-width: 64rem) calc(50vw - 15rem), (min-width: 40rem) 47vw, calc(100vw - 2rem)"
        className="aspect-[3/2] rounded-lg transition duration-150 group-hover:shadow-md"
        badge={experience.featured && featuredBadge}
      />
      <div className="mt-3.5 flex flex-wrap items-start justify-between gap-x-3">
        <h3 className="fit-words text-lg leading-snug font-bold group-hover:text-brand-text">
          {/* The link covers the whole card, but screen readers read only its title. */}
          <Link
            to={withTrip(paths.experience(experience.id), trip, referral)}
            className="rounded-sm after:absolute after:inset-0"
            lang={experience.untranslated?.title}
          >
            {experience.title}
          </Link>
        </h3>
        <Rating average={experience.rating_average} count={experience.rating_count} />
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <InLanguage code={experience.untranslated?.title} />
        <span className="inline-flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-4" />
          {formatDuration(experience.duration)}
        </span>
        <Party experience={experience} />
      </p>
      <PriceLine experience={experience} currencySymbol={currencySymbol} className="mt-2" />
      {offer && <DayLine offer={offer} />}
    </article>
  );
}

/** Shows the first time that has seats, and the highest number of seats left. */
function DayLine({ offer: { first_time, seats, offer } }: { offer: DayOffer }) {
  const time = formatTime(first_time);
  return (
    <p className="nums mt-1 text-sm font-semibold text-success-text">
      <span>
        <Trans>From {time}</Trans>
      </span>
      <span>{' · '}</span>
      {offer === 'shared' ? (
        <span key="shared">
          <Plural value={seats} one="# left" other="# left" />
        </span>
      ) : (
        <span>
          <Trans>only for your group</Trans>
        </span>
      )}
    </p>
  );
}

function Party({ experience }: { experience: ExperienceListItem }) {
  const isPrivate = experience.booking_type === 'private';
  const most = isPrivate ? experience.max_private_guests : experience.max_spots;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Users aria-hidden="true" className="size-4" />
      {isPrivate ? <Trans>Private, up to {most}</Trans> : <Trans>Up to {most} people</Trans>}
    </span>
  );
}
