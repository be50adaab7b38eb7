import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatLongDate } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Alert } from '@/ui/feedback/Alert';
import type { Blocker } from './queries';

const link = 'font-semibold text-brand-text underline underline-offset-4';

/** Returns what blocks the deletion and what the person can do about it. */
function explain({ code }: Blocker): { title: ReactNode; way: ReactNode } {
  switch (code) {
    case 'open_bookings':
      return {
        title: <Trans>You have upcoming bookings</Trans>,
        way: (
          <Trans>
            Cancel them in{' '}
            <Link to={paths.bookings} className={link}>
              My Bookings
            </Link>
            , or come back after those trips.
          </Trans>
        ),
      };
    case 'guided_bookings':
      return {
        title: <Trans>Guests have booked trips you guide</Trans>,
        way: <Trans>Ask your region's team to assign these trips to another guide.</Trans>,
      };
    case 'sole_manager':
      return {
        title: <Trans>You're the only manager of a region</Trans>,
        way: <Trans>Ask an administrator to appoint another manager first.</Trans>,
      };
    case 'last_admin':
      return {
        title: <Trans>You're the last administrator</Trans>,
        way: <Trans>Make someone else an administrator first.</Trans>,
      };
  }
}

export function Blockers({ blockers }: { blockers: Blocker[] }) {
  return (
    <div className="grid gap-4">
      {blockers.map((blocker) => {
        const { title, way } = explain(blocker);
        const more = blocker.total - blocker.items.length;
        return (
          <Alert key={blocker.code} tone="warn">
            <p className="font-semibold">{title}</p>
            {blocker.items.length > 0 && (
              <ul className="mt-1.5 grid list-disc gap-1 pl-5">
                {blocker.items.map((item) => (
                  <li key={item.title + item.date} className="[overflow-wrap:anywhere]">
                    <bdi lang={item.untranslated?.title}>{item.title}</bdi>
                    {item.date && <span>{`, ${formatLongDate(item.date)}`}</span>}
                  </li>
                ))}
                {more > 0 && (
                  <li>
                    <Trans>and {more} more</Trans>
                  </li>
                )}
              </ul>
            )}
            <p className="mt-1.5">{way}</p>
          </Alert>
        );
      })}
    </div>
  );
}
