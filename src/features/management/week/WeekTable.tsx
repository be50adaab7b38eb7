import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/media/Poster';
import { onArrowKey } from './arrow-keys';
import { DepartureButton } from './DepartureButton';
import type { DepartureRef, WeekService } from './queries';
import type { Week } from './use-week';
import { type Group, groupsOf, isSame, percent, refOf, usualOf } from './week';

/** Returns the heading above several services. An unknown type uses its own name. */
function headingOf({ type, services: [first] }: Group): string {
  const known: Record<string, string> = {
    boat: t({ message: 'Boat', context: 'heading' }),
    shuttle: t({ message: 'Shuttle', context: 'heading' }),
    car: t({ message: 'Car', context: 'heading' }),
  };
  return type === null ? t`Experiences` : (known[first?.type_id ?? ''] ?? type);
}

interface Props {
  week: Week;
  services: readonly WeekService[];
  opened: DepartureRef | null;
  onOpen: (ref: DepartureRef) => void;
}

/** Shows services by day, as a table with headers so that screen readers announce both. */
export function WeekTable({ week, services, opened, onOpen }: Props) {
  const { dates, today } = week;
  return (
    <table className="w-full table-fixed" aria-busy={week.stale || undefined} onKeyDown={onArrowKey}>
      <caption className="sr-only">
        <Trans>Departures by service and day: seats taken out of the total</Trans>
      </caption>
      <colgroup>
        <col className="w-38 2xl:w-68" />
      </colgroup>
      <thead className="sticky top-[4.5rem] z-10">
        <tr>
          <th scope="col" className={HEAD}>
            <span className="sr-only">
              <Trans>Service</Trans>
            </span>
          </th>
          {dates.map((date) => (
            <Day key={date} date={date} isToday={date === today} />
          ))}
        </tr>
      </thead>
      {groupsOf(services).map((group) => (
        <tbody key={group.type ?? ''}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={8}
              className="border-b border-line bg-surface-2 px-3 pt-2.5 pb-1.5 text-left text-2xs font-bold text-ink-2"
            >
              {headingOf(group)}
            </th>
          </tr>
          {group.services.map((service) => (
            <tr key={service.service_id}>
              <Service service={service} />
              {dates.map((date) => (
                <td
                  key={date}
                  className={cx(
                    'space-y-1 border-b border-l border-line p-1 align-top 2xl:p-1.5',
                    date === today && 'bg-accent-soft/50',
                  )}
                >
                  {service.departures
                    .filter((one) => one.service_date === date && (!week.unledOnly || one.unled))
                    .map((departure) => (
                      <DepartureButton
                        key={departure.slot_id}
                        service={service}
                        departure={departure}
                        open={isSame(opened, refOf(service, departure))}
                        onOpen={() => onOpen(refOf(service, departure))}
                      />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
      {week.totals && <Totals totals={week.totals} />}
    </table>
  );
}

const HEAD = 'h-12 border-b border-line bg-surface px-2.5 text-left font-normal';

function Day({ date, isToday }: { date: string; isToday: boolean }) {
  const [weekday] = formatDay(date).split(', ');
  return (
    <th
      scope="col"
      aria-current={isToday ? 'date' : undefined}
      className={cx(HEAD, isToday && 'border-t-3 border-t-accent bg-accent-soft! text-accent-text')}
    >
      <span className="sr-only">{formatDay(date)}</span>
      <span aria-hidden="true">
        <span className="text-xs">{weekday}</span>{' '}
        <span className="nums text-sm font-bold">{Number(date.slice(8))}</span>
      </span>{' '}
      {isToday && (
        <span className="text-2xs font-bold">
          <Trans>Today</Trans>
        </span>
      )}
    </th>
  );
}

function Service({ service }: { service: WeekService }) {
  const { t } = useLingui();
  const { leaders, seats } = usualOf(service);
  const [leader] = leaders;
  const several =
    service.kind === 'transport'
      ? plural(leaders.length, { one: '# driver', other: '# drivers' })
      : plural(leaders.length, { one: '# guide', other: '# guides' });
  const parts = [
    leaders.length > 1 ? several : leader,
    plural(seats, { one: '# seat', other: '# seats' }),
    !service.visible && t`Hidden`,
  ];
  return (
    <th scope="row" className="border-b border-line px-3 py-2 text-left align-top font-normal">
      <div className="flex gap-2.5">
        <Poster
          picture={parseImage(service.image)}
          alt=""
          sizes="4rem"
          className="h-10.5 w-14 flex-none rounded-sm bg-surface-3 max-2xl:hidden!"
        />
        <div className="min-w-0">
          <span className="block text-xs font-semibold wrap-anywhere" lang={service.untranslated?.title}>
            {service.title}
          </span>
          <span className="mt-0.5 block text-2xs text-ink-2 wrap-anywhere">{parts.filter(Boolean).join(' · ')}</span>
        </div>
      </div>
    </th>
  );
}

function Totals({ totals }: { totals: NonNullable<Week['totals']> }) {
  const { taken, seats } = totals.week;
  return (
    <tfoot>
      <tr className="bg-surface-2 text-xs">
        <th scope="row" className="px-3 py-2.5 text-left align-top font-semibold">
          <span className="nums block">
            <Trans>
              {taken} of {seats}
            </Trans>
          </span>
          <span className="block text-2xs font-normal text-ink-2">
            <Trans>seats this week</Trans>
          </span>
        </th>
        {totals.days.map((day) => (
          <td
            key={day.service_date}
            className="nums border-l border-line px-2.5 py-2.5 text-right align-top text-ink-2"
          >
            <span className="block">
              <Trans>
                <b className="font-semibold text-ink">{day.taken}</b> of {day.seats}
              </Trans>
            </span>
            <span className="block text-2xs">
              <Trans>{percent(day.taken, day.seats)}% taken</Trans>
            </span>
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
