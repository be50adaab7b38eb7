import { Trans, useLingui } from '@lingui/react/macro';
import { Columns3, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '@/lib/routing/paths';

export type BookingsView = 'list' | 'week';

/** Switches between a region's bookings as a list and as a week, which have their own addresses. */
export function ViewSwitch({ view }: { view: BookingsView }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`View`} className="inline-flex max-w-full flex-wrap rounded-md bg-surface-3 p-0.5">
      <Choice to={paths.territoryBookings} chosen={view === 'list'} icon={<List aria-hidden="true" />}>
        <Trans>List</Trans>
      </Choice>
      <Choice
        to={withQuery(paths.territoryBookings, { view: 'week' })}
        chosen={view === 'week'}
        icon={<Columns3 aria-hidden="true" />}
      >
        <Trans>Week</Trans>
      </Choice>
    </nav>
  );
}

interface ChoiceProps {
  to: string;
  chosen: boolean;
  icon: ReactNode;
  children: ReactNode;
}

function Choice({ to, chosen, icon, children }: ChoiceProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={chosen ? 'page' : undefined}
      className="inline-flex min-h-11 grow items-center gap-1.5 rounded-sm px-3.5 text-sm font-semibold text-ink-2 hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-xs [&>svg]:size-4"
    >
      {icon}
      <span>{children}</span>
    </Link>
  );
}
