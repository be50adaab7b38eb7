import { t } from '@lingui/core/macro';
import { formatMoment } from '@/lib/format/dates';

/** When arrivals of a departure are set, as the server says it (docs/product.md, Check-in). */
export interface ArrivalWindow {
  check_in_from: string;
  no_show_from: string;
  arrival_until: string;
  time_zone: string;
}

/**
 * What can be set now: nothing yet, that somebody came, that somebody did not come either, nothing any more. By the clock of the
 * phone, to show the right buttons; the server's decides.
 */
export type ArrivalPhase = 'early' | 'boarding' | 'left' | 'over';

export function arrivalPhase(window: ArrivalWindow, now: Date): ArrivalPhase {
  const at = now.getTime();
  if (at >= Date.parse(window.arrival_until)) return 'over';
  if (at < Date.parse(window.check_in_from)) return 'early';
  return at < Date.parse(window.no_show_from) ? 'boarding' : 'left';
}

/** What stands where a button is missing; null where none is. */
export function arrivalNote(window: ArrivalWindow, phase: ArrivalPhase): string | null {
  const when = (at: string) => formatMoment(at, window.time_zone);
  if (phase === 'early') return t`Check-in opens on ${when(window.check_in_from)}`;
  if (phase === 'boarding') return t`No-shows can be marked from ${when(window.no_show_from)}`;
  if (phase === 'over') return t`Arrivals could be set until ${when(window.arrival_until)}`;
  return null;
}

/** As `check_in.undo_minutes` of the database, which decides. */
export const UNDO_MINUTES = 5;

/** Until when what is done now may be taken back. */
export const undoUntil = (): string => new Date(Date.now() + UNDO_MINUTES * 60_000).toISOString();

interface Arrival {
  check_in_status: string;
  checked_in_at: string | null;
  checked_in_by: string | null;
}

/** Whether this person has just set an arrival, and may take it back. */
export const canUndo = (
  { check_in_status, checked_in_at, checked_in_by }: Arrival,
  userId: string,
  now: Date,
): boolean =>
  check_in_status !== 'pending' &&
  checked_in_by === userId &&
  checked_in_at !== null &&
  now.getTime() < Date.parse(checked_in_at) + UNDO_MINUTES * 60_000;
