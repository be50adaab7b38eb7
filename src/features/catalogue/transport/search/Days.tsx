import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatDay } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import { otherDays } from './journeys';
import type { Day, Found } from './search-transport';

interface Props {
  found: Found;
  /** The requested date. While it loads, the results are still those of the previous date. */
  date: string;
  /** Returns the address of the same search on another date. */
  linkTo: (date: string) => string;
}

/** Shows the dates around the current one, with the lowest price of a seat. */
export function DayStrip({ found, date, linkTo }: Props) {
  const { t } = useLingui();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const link = current.current;
    const strip = link?.closest('ul');
    // Only the strip scrolls, and the page doesn't move.
    if (link && strip)
      strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  });
  return (
    <nav aria-label={t`Days`} className="-mx-4 sm:mx-0">
      <ul className="relative grid auto-cols-[minmax(6rem,1fr)] grid-flow-col gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:px-1">
        {found.days.map((day) => (
          <li key={day.date} className="grid">
            <Link
              ref={day.date === date ? current : undefined}
              to={linkTo(day.date)}
              aria-current={day.date === date ? 'date' : undefined}
              preventScrollReset
              className={cx(
                'grid min-h-16 content-center justify-items-center rounded-md border px-1 py-1.5 text-center',
                day.date === date ? 'border-ink bg-ink text-canvas' : 'border-line bg-surface hover:border-ink-2',
              )}
            >
              <span className={cx('text-[.8125rem] leading-tight', day.date !== date && 'text-ink-2')}>
                {formatDay(day.date)}
              </span>
              <DayPrice day={day} symbol={found.symbol} muted={day.date !== date} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DayPrice({ day, symbol, muted }: { day: Day; symbol: string | null; muted: boolean }) {
  const quiet = cx('text-[.8125rem]', muted && 'text-ink-2');
  if (day.journeys === 0) {
    return (
      <span className={quiet}>
        <Trans>None</Trans>
      </span>
    );
  }
  if (day.price === null || symbol === null) {
    return (
      <span className={quiet}>
        <Plural value={day.journeys} one="# option" other="# options" />
      </span>
    );
  }
  return <b className="nums text-[.9375rem]">{formatMoney(day.price, symbol)}</b>;
}

/** Suggests the nearest dates that have seats for the party, if the chosen one has none. */
export function OtherDays({ found, date, linkTo }: Props) {
  const days = otherDays(found.days, date);
  if (days.length === 0) return null;
  return (
    <ul className="mt-4 grid w-full gap-2 text-left">
      {days.map((day) => (
        <li key={day.date}>
          <Link
            to={linkTo(day.date)}
            preventScrollReset
            className="flex min-h-13 items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-1.5 hover:border-ink-2"
          >
            <span className="font-semibold">{formatDay(day.date)}</span>
            <span className="nums ml-auto text-sm text-ink-2">
              <Plural value={day.journeys} one="# departure" other="# departures" />
              {day.price !== null && found.symbol !== null && (
                <span> {<Trans>from {formatMoney(day.price, found.symbol)}</Trans>}</span>
              )}
            </span>
            <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
