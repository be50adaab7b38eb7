import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDay, formatLongDate } from '@/lib/format/dates';
import { Card } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { DelayNote, StateNote } from './DepartureButton';
import type { DepartureRef, WeekDay, WeekService } from './queries';
import { SeatsBar } from './SeatsBar';
import type { Week } from './use-week';
import { dayLines, departureLabel, hourOf, type Line, percent, refOf, takenOf } from './week';

interface Props {
  week: Week;
  services: readonly WeekService[];
  onOpen: (ref: DepartureRef) => void;
}

/** Shows the week on a phone as seven days, with the departures of the chosen day by time. */
export function DayView({ week, services, onOpen }: Props) {
  const { dates, chosen, unledOnly } = week;
  // Departures without a guide or driver come first, whatever their day.
  const shown = unledOnly ? dates.filter((date) => dayLines(services, date, true).length > 0) : [chosen];
  return (
    <>
      {!unledOnly && <Strip week={week} />}
      {shown.map((date) => (
        <section key={date} aria-labelledby={`day-${date}`} aria-busy={week.stale || undefined} className="mt-4">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 id={`day-${date}`} className="text-lg font-bold">
              {formatLongDate(date).replace(/, \d+$/, '')}
            </h3>
            <DaySeats day={week.totals?.days.find((one) => one.service_date === date)} />
          </div>
          <Lines lines={dayLines(services, date, unledOnly)} onOpen={onOpen} />
        </section>
      ))}
    </>
  );
}

function DaySeats({ day }: { day: WeekDay | undefined }) {
  if (!day) return null;
  const { taken, seats } = day;
  return (
    <span className="nums text-sm text-ink-2">
      <Plural value={seats} one={`${taken} of # seat`} other={`${taken} of # seats`} />
    </span>
  );
}

function Strip({ week: { dates, chosen, today, totals, link } }: { week: Week }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Days of the week`} className="grid grid-cols-[repeat(auto-fit,minmax(2rem,1fr))] gap-1">
      {dates.map((date) => {
        const [weekday] = formatDay(date).split(', ');
        const sums = totals?.days.find((one) => one.service_date === date);
        return (
          <Link
            key={date}
            to={link({ day: date, week: dates[0] ?? '' })}
            replace
            preventScrollReset
            aria-current={date === chosen ? 'true' : undefined}
            className={cx(
              'grid min-h-16 content-start justify-items-center gap-0.5 rounded-md border border-line bg-surface py-1.5 text-center',
              'aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent-text',
              date === today && 'font-bold',
            )}
          >
            <span className="sr-only">{stripLabel(date, sums)}</span>
            <span aria-hidden="true" className="text-2xs">
              {weekday}
            </span>
            <span aria-hidden="true" className="nums text-base leading-5 font-bold">
              {Number(date.slice(8))}
            </span>
            <span
              aria-hidden="true"
              className="mt-1 block h-1 w-6 max-w-full overflow-hidden rounded-full bg-surface-3"
            >
              <span
                className={cx('block h-full', sums?.unled ? 'bg-warn' : 'bg-accent')}
                style={{ width: `${percent(sums?.taken ?? 0, sums?.seats ?? 0)}%` }}
              />
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

function stripLabel(date: string, day: WeekDay | undefined): string {
  const seats = day && plural(day.taken, { one: '# person', other: '# people' });
  const unled = day?.unled
    ? plural(day.unled, { one: '# departure needs a guide or driver', other: '# departures need a guide or driver' })
    : '';
  return [formatDay(date), seats, unled].filter(Boolean).join(', ');
}

function Lines({ lines, onOpen }: { lines: readonly Line[]; onOpen: Props['onOpen'] }) {
  if (lines.length === 0)
    return (
      <p className="card p-6 text-center text-ink-2">
        <Trans>No departures on this day.</Trans>
      </p>
    );
  return (
    <Card className="card-clip">
      <ul className="divide-y divide-line">
        {lines.map(({ service, departure }) => (
          <li key={`${service.service_id}-${departure.slot_id}`}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(refOf(service, departure))}
              className="row-focus block w-full hover:bg-surface-2"
            >
              <span className="sr-only">{departureLabel(service, departure)}</span>
              <span aria-hidden="true" className="flex flex-wrap items-center gap-2 px-3 py-3 text-left">
                <span className="nums min-w-17 flex-none text-sm whitespace-nowrap font-bold">{hourOf(departure)}</span>
                <span className="fit-words">
                  <span
                    lang={service.untranslated?.title}
                    className={cx('block font-semibold', departure.past && 'text-ink-2')}
                  >
                    {service.title}
                  </span>
                  {departure.leaders.length > 0 && !departure.unled && (
                    <span className="block text-xs text-ink-2">{departure.leaders.join(', ')}</span>
                  )}
                  <StateNote kind={service.kind} departure={departure} />
                  <DelayNote departure={departure} />
                  <SeatsBar departure={departure} />
                </span>
                <span className="nums text-sm text-ink-2">
                  <Trans>
                    <b className="font-semibold text-ink">{takenOf(departure)}</b> of {departure.capacity}
                  </Trans>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 text-ink-3" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
