import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { detailsOf } from '@/lib/api/details';
import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

/** The departure of the ticket. */
export const departureShape = {
  title: z.string(),
  titles: namesShape,
  service_date: z.string(),
  start_time: z.nullish(z.string()),
  time_zone: z.string(),
  /** The name of the guide or drivers. */
  led_by: z.nullish(z.string()),
};
const departure = z.object(departureShape);
export type TicketDeparture = ReturnType<typeof localizeTitle<z.infer<typeof departure>>>;

/** Returns for example 'Tomorrow, Mon, Nov 23, 8:00 AM, with Marta'. */
export function departureText({ service_date, start_time, time_zone, led_by }: TicketDeparture, now: Date): string {
  const when = [dayName(service_date, time_zone, now), formatDay(service_date), start_time && formatTime(start_time)];
  const text = when.filter(Boolean).join(', ');
  return led_by ? t`${text}, with ${led_by}` : text;
}

export function readDeparture(value: unknown): TicketDeparture | null {
  const { data } = departure.safeParse(value);
  return data ? localizeTitle(data) : null;
}

export const belongsElsewhere = (error: unknown): TicketDeparture | null => readDeparture(detailsOf(error));
