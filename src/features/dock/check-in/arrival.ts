import { t } from '@lingui/core/macro';
import { formatMoment } from '@/lib/format/dates';

/** The check-in window, as the server returns it (docs/rules/dock.md, Check-in). */
export interface ArrivalWindow {
  check_in_from: string;
  no_show_from: string;
  arrival_until: string;
  time_zone: string;
}

/**
 * What can be set now: nothing yet, arrivals, no-shows too, or nothing any longer. It follows the phone's clock and
 * only decides which buttons are visible. The server checks each action.
 */
export type ArrivalPhase = 'early' | 'boarding' | 'left' | 'over';

export function arrivalPhase(window: ArrivalWindow, now: Date): ArrivalPhase {
  const at = now.getTime();
  if (at >= Date.parse(window.arrival_until)) return 'over';
  if (at < Date.parse(window.check_in_from)) return 'early';
  return at < Date.parse(window.no_show_from) ? 'boarding' : 'left';
}

/** Returns the text that replaces a missing button, or null if none is missing. */
export function arrivalNote(window: ArrivalWindow, phase: ArrivalPhase): string | null {
  const when = (at: string) => formatMoment(at, window.time_zone);
  if (phase === 'early') return t`Check-in opens on ${when(window.check_in_from)}`;
  if (phase === 'boarding') return t`No-shows can be marked from ${when(window.no_show_from)}`;
  if (phase === 'over') return t`Check-in closed on ${when(window.arrival_until)}`;
  return null;
}

/** The same as `check_in.undo_minutes` in the database, which decides. */
export const UNDO_MINUTES = 5;

/** Returns when the undo of an action made now ends. */
export const undoUntil = (): string => new Date(Date.now() + UNDO_MINUTES * 60_000).toISOString();
