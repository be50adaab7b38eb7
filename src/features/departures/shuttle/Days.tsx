import type { ReactNode } from 'react';
import { byDate, dayWord } from '@/features/departures/days';
import { formatLongDate } from '@/lib/format/dates';
import type { Run } from './queries';

/** Runs under the dates they leave on. */
export function Days<R extends Run>({ runs, card }: { runs: readonly R[]; card: (run: R) => ReactNode }) {
  return byDate(runs).map(({ date, groups }) => {
    const word = dayWord(date, groups[0]?.time_zone ?? 'America/Guatemala');
    return (
      <section key={date} aria-labelledby={`day-${date}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id={`day-${date}`} className="flex flex-wrap items-baseline gap-x-3 text-lg font-bold">
          {word}
          <span className={word ? 'text-sm font-normal text-ink-2' : undefined}>{formatLongDate(date)}</span>
        </h2>
        {groups.map(card)}
      </section>
    );
  });
}
