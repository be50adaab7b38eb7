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
      <LoadingArea label={t`Looking for upcoming bookings`} className="mt-3">
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
          <Trans>Guests keep these bookings. If a trip won't run, cancel it as well.</Trans>
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
    experience: t`Guests keep these bookings after the deletion, so first cancel any trip that won't run.`,
    transport: t`Guests keep these bookings after the deletion, so first cancel any trip that won't run.`,
    pickup: t`Choose another place for the services that leave there.`,
    guide: t`The next guide in each ranking leads them. If there isn't one, they have no guide.`,
    driver: t`Give their days to another driver.`,
    schedule: t`Give this day to another driver.`,
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
      <Trans>See these bookings</Trans>
    </Link>
  );
}
