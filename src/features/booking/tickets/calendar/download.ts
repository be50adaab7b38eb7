import { plural, t } from '@lingui/core/macro';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { formatTimeOn } from '@/lib/format/dates';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { bookingCalendar } from '../../../../../supabase/functions/_shared/calendar.ts';
import { getCalendarEvent } from './queries';

/** Returns a file name that is valid on every system, from the title's letters and digits. */
export const fileName = (title: string): string =>
  `${
    title
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase() || 'booking'
  }.ics`;

/** Builds the calendar file from the booking's current data and downloads it. */
export async function downloadCalendar({ id }: Pick<TicketRow, 'id'>): Promise<void> {
  const event = await getCalendarEvent(id);
  const people = plural(event.numPeople, { one: '# person', other: '# people' });
  const { hotel, pickupLocal: at, startLocal } = event;
  const time = at && formatTimeOn(at, startLocal.slice(0, 10));
  const pickup = hotel && time ? [t`Pickup at ${hotel}: about ${time}`] : [];
  const text = bookingCalendar({
    ...event,
    url: location.origin + withPrefix(paths.bookings, currentLanguage()),
    description: [...pickup, t`${people}. Your ticket with the QR code is in My Bookings.`].join('\n'),
  });
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(event.title);
  link.click();
  // Some browsers read the object URL only after the click handler has run.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
