import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatLongDate } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';
import { Alert } from '@/ui/feedback/Alert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type Touched, type TouchedKind, upcomingBookingsQuery } from './queries';

/**
 * Shows, in a question before deleting, hiding or deactivating, which upcoming bookings are affected and what
 * happens to them. Shows nothing if there are none.
 */
export function UpcomingBookings({ hiding = false, ...touched }: Touched & { hiding?: boolean }) {
  const { t } = useLingui();
  const { data, error } = useQuery(upcomingBookingsQuery(touched));
  if (error) return <Notice>{error.message}</Notice>;
  if (!data) {
    return (
      <LoadingArea label={t`Checking for upcoming bookings`} className="mt-3">
        <Skeleton className="h-16" />
      </LoadingArea>
    );
  }
  if (data.last_date === null) return null;
  const bookings = t`${plural(data.bookings, { one: '# upcoming booking', other: '# upcoming bookings' })}`;
  const guests = t`${plural(data.guests, { one: '# guest', other: '# guests' })}`;
  const departures = t`${plural(data.departures, { one: '# departure', other: '# departures' })}`;
  const date = formatLongDate(data.last_date);
  return (
    <Notice>
      <strong className="nums block font-semibold">
        {t`This affects ${bookings} until ${date}: ${guests} on ${departures}.`}
      </strong>
      {hiding ? (
        <span>
          <Trans>Guests keep these bookings. If a trip won't go ahead, cancel it too.</Trans>
        </span>
      ) : (
        <WhatFollows kind={touched.kind} />
      )}
      <ToBookings {...touched} />
    </Notice>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <Alert tone="warn" className="mt-3">
    {children}
  </Alert>
);

function WhatFollows({ kind }: { kind: TouchedKind }) {
  const { t } = useLingui();
  const texts: Record<TouchedKind, string | null> = {
    territory: null,
    experience: t`Guests keep these bookings, so first cancel any trip that won't go ahead.`,
    transport: t`Guests keep these bookings, so first cancel any trip that won't go ahead.`,
    pickup: t`Choose another pickup location for these services.`,
    guide: t`The next guide in each ranking will lead these trips. If there's no other guide, the trips will have no guide.`,
    driver: t`Assign another driver to these days.`,
    schedule: t`Assign another driver to this day.`,
    partner: null,
  };
  return texts[kind] && <span>{texts[kind]}</span>;
}

/** Returns a link to the list of exactly these bookings, or undefined if no list can show them. */
function listOf({ territoryId, kind, id }: Touched): string | undefined {
  const when = 'upcoming';
  if (kind === 'territory') return withQuery(paths.allBookings, { region: territoryId, when });
  if (kind === 'guide') return withQuery(paths.territoryBookings, { when, guide: id });
  if (kind === 'experience' || kind === 'transport') return withQuery(paths.territoryBookings, { when, service: id });
  return undefined;
}

function ToBookings(touched: Touched) {
  const to = listOf(touched);
  if (to === undefined) return null;
  return (
    <Link
      to={to}
      className="-mb-2 flex min-h-11 w-fit items-center font-semibold underline underline-offset-4 hover:no-underline"
    >
      <Trans>View bookings</Trans>
    </Link>
  );
}
