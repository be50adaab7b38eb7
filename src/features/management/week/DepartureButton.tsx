import { CalendarX2, ClockAlert, Lock, UserRoundX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import type { WeekDeparture, WeekService } from './queries';
import { SeatsBar } from './SeatsBar';
import { type DepartureState, delayLabel, departureLabel, hourOf, stateLabel, stateOf, takenOf } from './week';

/** The appearance of each state. The legend uses it too. */
export const LOOKS: Record<DepartureState, string> = {
  cancelled: 'bg-danger-soft text-danger-text',
  past: 'text-ink-2 hover:bg-surface-2',
  open: 'hover:bg-surface-2',
  full: 'bg-success-soft',
  private: 'bg-success-soft',
  unled: 'bg-warn-soft text-warn-text',
  closed: 'bg-surface-2 text-ink-2',
};

const NOTES: Partial<Record<DepartureState, string>> = {
  cancelled: 'text-danger-text',
  full: 'text-success-text',
  private: 'text-success-text',
  unled: 'text-warn-text',
  closed: 'text-ink-2',
};

export const ICONS: Partial<Record<DepartureState, ReactNode>> = {
  cancelled: <CalendarX2 aria-hidden="true" />,
  unled: <UserRoundX aria-hidden="true" />,
  closed: <Lock aria-hidden="true" />,
  private: <Users aria-hidden="true" />,
};

/** Says in one line why no seats are for sale or who is missing. Shows nothing for a normal departure. */
export function StateNote({ kind, departure }: { kind: WeekService['kind']; departure: WeekDeparture }) {
  const state = stateOf(departure);
  const label = stateLabel(departure, kind);
  if (!label) return null;
  return (
    <span
      className={cx('flex items-center gap-1 text-2xs font-semibold [&>svg]:size-3.5 [&>svg]:flex-none', NOTES[state])}
    >
      {ICONS[state]}
      <span>{label}</span>
    </span>
  );
}

/** Shows the time at which a delayed departure is expected to leave. */
export function DelayNote({ departure }: { departure: WeekDeparture }) {
  const label = delayLabel(departure);
  if (!label) return null;
  return (
    <span className="flex items-start gap-1 text-2xs font-semibold text-warn-text [&>svg]:size-3.5 [&>svg]:flex-none">
      <ClockAlert aria-hidden="true" />
      <span className="nums">{label}</span>
    </span>
  );
}

interface Props {
  service: WeekService;
  departure: WeekDeparture;
  open: boolean;
  onOpen: () => void;
}

/** Shows a departure in the table with its time, its seats, and unusual states. */
export function DepartureButton({ service, departure, open, onOpen }: Props) {
  const state = stateOf(departure);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
      className={cx(
        'block min-h-11 w-full rounded-sm border border-transparent p-1.5 text-left aria-expanded:border-accent 2xl:p-2',
        LOOKS[state],
      )}
    >
      <span className="sr-only">{departureLabel(service, departure)}</span>
      <span aria-hidden="true" className="block">
        <span className="nums flex flex-wrap justify-between gap-x-1 text-xs">
          <strong className={state === 'past' ? 'font-medium' : 'font-semibold'}>{hourOf(departure)}</strong>
          <span className={cx(state !== 'unled' && state !== 'cancelled' && 'text-ink-2')}>
            {takenOf(departure)}/{departure.capacity}
          </span>
        </span>
        <SeatsBar departure={departure} />
        <StateNote kind={service.kind} departure={departure} />
        <DelayNote departure={departure} />
      </span>
    </button>
  );
}
