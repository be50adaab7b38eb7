import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Map as MapIcon } from 'lucide-react';
import { hotels, mapLink } from '@/features/departures/shuttle/pickups';
import type { MyDeparture, TransportBooking } from '@/features/departures/shuttle/queries';
import { formatTime } from '@/lib/format/dates';

function Place({ name, note, href }: { name: string; note: string; href: string }) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-28">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{note}</p>
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

interface PickupsProps {
  departure: MyDeparture;
  bookings: readonly TransportBooking[];
}

/** First the place that everybody was told, then the hotels, in the order in which the passengers are listed. */
export function Pickups({ departure, bookings }: PickupsProps) {
  const { t } = useLingui();
  const title = departure.has_time ? `${departure.title}, ${formatTime(departure.start_time)}` : departure.title;
  const everyone = plural(departure.passengers, { one: '# passenger', other: '# passengers' });
  const time = departure.has_time ? `${formatTime(departure.start_time)}, ${everyone}` : everyone;
  const places = [
    {
      name: departure.pickup_location,
      note: departure.pickup_directions ? `${time}. ${departure.pickup_directions}` : time,
      href: mapLink(departure.pickup_location, departure.territory_name, departure.pickup_link),
    },
    ...hotels(bookings).map(({ name, people }) => {
      const count = plural(people, { one: 'Pick up # passenger', other: 'Pick up # passengers' });
      return { name, note: count, href: mapLink(name, departure.territory_name) };
    }),
  ];
  return (
    <section aria-label={t`Pickups: ${title}`} className="card p-[min(1rem,5vw)]">
      <h4 className="text-sm font-semibold text-ink-2">
        <Trans>Pickups</Trans>
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
