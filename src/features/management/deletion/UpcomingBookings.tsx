import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '@/ui/feedback/Alert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type Deleted, type DeletedKind, upcomingBookingsQuery } from './queries';

/** In the question before something is deleted: the upcoming bookings that it touches, and what becomes of them. Nothing where there are none. */
export function UpcomingBookings(deleted: Deleted) {
  const { t } = useLingui();
  const { data, error } = useQuery(upcomingBookingsQuery(deleted));
  if (error) return <Notice>{error.message}</Notice>;
  if (!data) {
    return (
      <LoadingArea label={t`Looking for upcoming bookings`} className="mt-3">
        <Skeleton className="h-16" />
      </LoadingArea>
    );
  }
  if (data.bookings === 0) return null;
  const bookings = t`${plural(data.bookings, { one: '# upcoming booking', other: '# upcoming bookings' })}`;
  const guests = t`${plural(data.guests, { one: '# guest', other: '# guests' })}`;
  const departures = t`${plural(data.departures, { one: '# departure', other: '# departures' })}`;
  return (
    <Notice>
      <strong className="nums block font-semibold">{t`This touches ${bookings}: ${guests} on ${departures}.`}</strong>
      <WhatFollows kind={deleted.kind} />
    </Notice>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <Alert tone="warn" className="mt-3">
    {children}
  </Alert>
);

function WhatFollows({ kind }: { kind: DeletedKind }) {
  const { t } = useLingui();
  const texts: Record<DeletedKind, string | null> = {
    territory: null,
    experience: t`They stay booked. Cancel those first that nobody will run.`,
    transport: t`They stay booked. Cancel those first that nobody will drive.`,
    pickup: t`Choose another place for the services that leave there.`,
    guide: t`The next guide of each ranking leads them. Where there is none, nobody does.`,
    driver: t`Give their days to another driver.`,
    partner: null,
  };
  return texts[kind] && <span>{texts[kind]}</span>;
}
