import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Map as MapIcon } from 'lucide-react';
import { hotels, mapLink } from '@/features/departures/day/bookings';
import type { Booking, Departure } from '@/features/departures/day/queries';
import { formatTime, formatTimeOn } from '@/lib/format/dates';
import { capitalized } from '@/lib/format/sentence';

interface PlaceProps {
  name: string;
  lang?: string | undefined;
  note: string;
  guests?: readonly string[] | undefined;
  directions?: { text: string; lang: string | undefined } | undefined;
  href: string;
}

function Place({ name, lang, note, guests = [], directions, href }: PlaceProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-28">
        <p lang={lang} className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          <span>{directions ? `${note}. ` : note}</span>
          {directions && <span lang={directions.lang}>{directions.text}</span>}
        </p>
        {guests.length > 0 && (
          <p className="text-sm [overflow-wrap:anywhere]">
            <bdi>{guests.join(', ')}</bdi>
          </p>
        )}
      </div>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Map: ${name}`}
        className="btn btn-secondary min-w-0!"
      >
        <MapIcon aria-hidden="true" />
        <Trans>Map</Trans>
      </a>
    </div>
  );
}

const pickUp = (people: number) => plural(people, { one: 'Pick up # passenger', other: 'Pick up # passengers' });

interface PickupsProps {
  departure: Pick<
    Departure,
    | 'title'
    | 'has_time'
    | 'service_date'
    | 'start_time'
    | 'people'
    | 'place'
    | 'directions'
    | 'place_link'
    | 'territory_name'
    | 'untranslated'
  >;
  bookings: readonly (Pick<Booking, 'id' | 'full_name' | 'walk_in' | 'hotel_name' | 'num_people' | 'stop'> &
    Partial<Pick<Booking, 'pickup_minutes' | 'pickup_at'>>)[];
}

/** Lists the hotels in the order of the pickups, then the public pickup place for passengers without a hotel. */
export function Pickups({ departure, bookings }: PickupsProps) {
  const { t } = useLingui();
  const title = departure.has_time ? `${departure.title}, ${formatTime(departure.start_time)}` : departure.title;
  const stays = hotels(bookings);
  const waiting = departure.people - stays.reduce((sum, { people }) => sum + people, 0);
  const here = waiting > 0 ? pickUp(waiting) : t`no one to pick up`;
  const time = departure.has_time ? `${formatTime(departure.start_time)}, ${here}` : capitalized(here);
  const { place, directions: text, untranslated = {} } = departure;
  const places: PlaceProps[] = [
    ...stays.map(({ name, people, guests, at }) => ({
      name,
      note: at ? `${formatTimeOn(at, departure.service_date)}, ${pickUp(people)}` : capitalized(pickUp(people)),
      guests,
      href: mapLink(name, departure.territory_name),
    })),
    {
      name: place,
      lang: untranslated.place,
      note: time,
      directions: text ? { text, lang: untranslated.directions } : undefined,
      href: mapLink(place, departure.territory_name, departure.place_link),
    },
  ];
  return (
    <section aria-label={t`Pickups: ${title}`} className="card p-[min(1rem,5vw)]">
      <h4 className="text-sm font-semibold text-ink-2">
        <Plural value={departure.people} one="Pickups: # passenger in all" other="Pickups: # passengers in all" />
      </h4>
      <ol>
        {places.map((place, at) => (
          <li
            key={`${place.name} ${place.note}`}
            className="relative flex items-center gap-3 py-3 before:absolute before:top-0 before:bottom-0 before:left-3.5 before:w-0.5 before:bg-line-strong first:before:top-1/2 last:pb-0 last:before:bottom-1/2"
          >
            <span
              aria-hidden="true"
              className="nums relative grid size-7 flex-none place-items-center rounded-full bg-surface-2 text-sm font-bold"
            >
              {at + 1}
            </span>
            <Place {...place} />
          </li>
        ))}
      </ol>
    </section>
  );
}
