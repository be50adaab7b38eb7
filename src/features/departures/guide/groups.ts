import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { findBy } from '@/features/departures/people';

/** The first and last day of a month ('2026-11'), as the function takes them. */
export function monthRange(month: string): { p_from: string; p_to: string } {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return { p_from: `${month}-01`, p_to: end.toISOString().slice(0, 10) };
}

const WEEKDAYS = [
  ['monday', msg`Mon`],
  ['tuesday', msg`Tue`],
  ['wednesday', msg`Wed`],
  ['thursday', msg`Thu`],
  ['friday', msg`Fri`],
  ['saturday', msg`Sat`],
  ['sunday', msg`Sun`],
] as const;

/** 'Mon, Wed, Fri', from Monday on; 'Every day' for all seven. */
export function weekdays(days: readonly string[]): string {
  const chosen = WEEKDAYS.filter(([name]) => days.includes(name));
  if (chosen.length === WEEKDAYS.length) return t`Every day`;
  return chosen.map(([, short]) => i18n._(short)).join(', ');
}

interface Named {
  id: string;
  tourist: { full_name: string } | null;
}

/** By name, so that a guest is found where the eye looks, and stays there when somebody else is checked in. */
export function sortGuests<G extends Named>(guests: readonly G[]): G[] {
  const name = (guest: G) => guest.tourist?.full_name ?? '';
  return guests.toSorted((a, b) => name(a).localeCompare(name(b)) || a.id.localeCompare(b.id));
}

/** Guests whose name or hotel has these letters. */
export function findGuests<G extends Named & { hotel_name: string | null }>(guests: readonly G[], search: string): G[] {
  return findBy(guests, search, (guest) => [guest.tourist?.full_name, guest.hotel_name]);
}
