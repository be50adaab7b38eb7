import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addDays, formatWeek } from '@/lib/format/dates';
import { LinkButton } from '@/ui/Button';
import type { Week } from './use-week';

/** Shows the current week with links to its neighbours, and the number of departures without a guide or driver. */
export function WeekBar({ week }: { week: Week }) {
  const { t } = useLingui();
  const { monday, link } = week;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav aria-label={t`Week`} className="flex flex-wrap items-center gap-1 max-lg:w-full">
        <h2 className="nums mr-auto text-lg font-bold lg:order-2 lg:mx-2" aria-live="polite">
          {formatWeek(monday)}
        </h2>
        <Link
          preventScrollReset
          className="icon-btn icon-btn-line lg:order-1"
          aria-label={t`Previous week`}
          to={link({ week: addDays(monday, -7), day: '' })}
        >
          <ChevronLeft aria-hidden="true" />
        </Link>
        <Link
          preventScrollReset
          className="icon-btn icon-btn-line lg:order-3"
          aria-label={t`Next week`}
          to={link({ week: addDays(monday, 7), day: '' })}
        >
          <ChevronRight aria-hidden="true" />
        </Link>
        <LinkButton
          preventScrollReset
          variant="ghost"
          className="px-2 max-sm:-ml-2 lg:order-4"
          to={link({ week: '', day: '' })}
        >
          <Trans>Today</Trans>
        </LinkButton>
      </nav>
      <Unled week={week} />
    </div>
  );
}

/** A filter that shows how many departures have no guide or driver. */
function Unled({ week: { totals, unledOnly, link } }: { week: Week }) {
  const unled = totals?.week.unled ?? 0;
  if (unledOnly)
    return (
      <LinkButton preventScrollReset variant="ghost" to={link({ show: '' })}>
        <Trans>Show all departures</Trans>
      </LinkButton>
    );
  if (unled === 0) return null;
  return (
    <Link
      preventScrollReset
      to={link({ show: 'unled' })}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-warn-text underline underline-offset-4 [&>svg]:size-4 [&>svg]:flex-none"
    >
      <TriangleAlert aria-hidden="true" />
      <span>
        {plural(unled, {
          one: '# departure needs a guide or driver',
          other: '# departures need a guide or driver',
        })}
      </span>
    </Link>
  );
}
