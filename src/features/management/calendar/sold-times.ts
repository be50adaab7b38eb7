import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatTime } from '@/lib/format/dates';
import { listFormat } from '@/lib/i18n/intl';
import { soldTimesQuery } from './queries';

const MAX_NAMED = 10;

interface TimeField {
  /** The time as '08:00', or empty without a timetable. */
  value: string | null;
  stored: string | null;
  slotId?: string;
}

/** Returns the field name of a slot, which may be new. */
export const keptField = (
  id: string,
  start: string,
  slots: readonly { id: string; start_time: string | null }[] = [],
): TimeField => ({
  value: start,
  stored: slots.find((slot) => slot.id === id)?.start_time?.slice(0, 5) ?? null,
  slotId: id,
});

const both = listFormat({ type: 'conjunction' });

/**
 * Returns the note of a time field about sold dates that keep a different time, or undefined if there are none.
 * `serviceId` is undefined for a new service.
 */
export function useKeptTimes(serviceId: string | undefined): (field: TimeField) => string | undefined {
  const { data } = useQuery({ ...soldTimesQuery(serviceId ?? ''), enabled: serviceId !== undefined });
  return ({ value, stored, slotId }) => {
    if (serviceId === undefined || !value) return undefined;
    if (!data) return stored === null || value === stored ? undefined : t`Departures with bookings keep their time.`;
    const kept = data.filter((date) => {
      const isOfField = slotId === undefined || date.slot_id === slotId;
      return isOfField && date.start_time !== null && date.start_time.slice(0, 5) !== value;
    });
    if (kept.length === 0) return undefined;
    const named = kept.slice(0, MAX_NAMED).map((date) => {
      const day = formatDay(date.service_date);
      const time = formatTime(date.start_time);
      return t`${day} at ${time}`;
    });
    const rest = kept.length - named.length;
    if (rest > 0) named.push(plural(rest, { one: '# more date', other: '# more dates' }));
    const dates = both().format(named);
    return t`Departures with bookings keep their time: ${dates}. All other departures get the new time.`;
  };
}
