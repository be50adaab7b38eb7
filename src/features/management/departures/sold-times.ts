import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { formatDay, formatTime } from '@/lib/format/dates';
import { listFormat } from '@/lib/i18n/intl';
import { soldTimesQuery } from './queries';

/** As many dates as are named one by one. */
const MAX_NAMED = 10;

interface TimeField {
  /** '08:00', as it is edited, and as it is stored; empty without a timetable. */
  value: string | null;
  stored: string | null;
  slotId?: string;
}

/** The field of a slot, which may be new. */
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
 * What the field of a departure time says about the dates that are sold: they keep theirs. `serviceId`: undefined for a new service.
 * The answer is undefined where no date keeps another time than the one in the field.
 */
export function useKeptTimes(
  kind: ServiceKind,
  serviceId: string | undefined,
): (field: TimeField) => string | undefined {
  const { data } = useQuery({ ...soldTimesQuery(kind, serviceId ?? ''), enabled: serviceId !== undefined });
  return ({ value, stored, slotId }) => {
    if (serviceId === undefined || !value) return undefined;
    if (!data) return value === stored ? undefined : t`Dates already sold keep their time.`;
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
    return t`Dates already sold keep their time: ${dates}. All other dates get the new time.`;
  };
}
