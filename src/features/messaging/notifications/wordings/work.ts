import { plural, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { formatDay, formatTime, weekdayName } from '@/lib/format/dates';
import { inOrder, WEEK } from '@/lib/format/week';
import { listFormat } from '@/lib/i18n/intl';
import { region, regionOf, service, titleOf, type Wording, wording } from './wording';

const list = listFormat({ type: 'unit', style: 'short' });
const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join('. ');

const slot = { ...service, time: z.nullish(z.string()), date: z.nullish(z.string()), bookings: z.number() };
const upcoming = (bookings: number): string =>
  plural(bookings, { 0: 'no upcoming bookings', one: '# upcoming booking', other: '# upcoming bookings' });

/** Returns for example 'Canyon by Lancha at 7:00 AM on Sat, Nov 28'. */
function slotName(params: {
  title: string;
  titles: Record<string, string>;
  time?: string | null | undefined;
  date?: string | null | undefined;
}) {
  const title = titleOf(params);
  const time = params.time && formatTime(params.time);
  const date = params.date && formatDay(params.date);
  const at = time ? t`${title} at ${time}` : title;
  return date ? t`${at} on ${date}` : at;
}

const leads = z.object({ name: z.nullish(z.string()), experiences: z.number(), bookings: z.number() });
function leadsWhat({ experiences, bookings }: z.output<typeof leads>): string {
  const led = plural(experiences, { one: '# experience', other: '# experiences' });
  const toCome = plural(bookings, { one: '# upcoming booking', other: '# upcoming bookings' });
  return t`${led} and ${toCome}`;
}

const day = z.object({ ...service, date: z.string(), time: z.string(), guide: z.string(), name: z.string() });
const run = z.object({ ...service, time: z.nullish(z.string()) });
const runOnDay = z.object({ ...service, time: z.nullish(z.string()), date: z.string() });

const driverAnswer = z.object({ ...runOnDay.shape, name: z.string(), drivers: z.string() });

const runName = (params: z.output<typeof run>): string => slotName(params);
/** Returns for example 'To Flores, Sat, Nov 28 at 11:59 PM'. */
function runOn(params: z.output<typeof runOnDay>): string {
  const named = `${titleOf(params)}, ${formatDay(params.date)}`;
  const time = params.time && formatTime(params.time);
  return time ? t`${named} at ${time}` : named;
}

const runDays = z.object({ ...service, time: z.nullish(z.string()), days: z.array(z.string()) });
/** Returns for example 'To Flores at 11:59 PM, every Monday, Friday'. */
function runEvery(params: z.output<typeof runDays>): string {
  const name = runName(params);
  const days = inOrder(params.days);
  if (days.length === WEEK.length) return t`${name}, every day`;
  const named = list().format(days.map(weekdayName));
  return t`${name}, every ${named}`;
}

/** The wordings for guides, drivers and shuttle managers. */
export const workWordings = {
  guide_now: wording(z.object(slot), (params) => {
    const [name, count] = [slotName(params), upcoming(params.bookings)];
    return { title: t`You're now the guide`, message: t`${name}: ${count}` };
  }),
  guide_no_more: wording(z.object(slot), (params) => {
    const [name, count] = [slotName(params), upcoming(params.bookings)];
    return { title: t`You're no longer the guide`, message: t`${name}: ${count}` };
  }),
  no_guide_left: wording(z.object({ ...slot, declined_by: z.nullish(z.string()) }), (params) => {
    const [name, count] = [slotName(params), upcoming(params.bookings)];
    const who = params.declined_by;
    const message = t`${name}: ${count} without a guide`;
    return { title: t`No guide is available`, message: who ? `${message}. ${t`${who} declined`}` : message };
  }),
  slots_unguided: wording(z.object({ slots: z.number() }), ({ slots }) => ({
    title: t`No guide is available`,
    message: plural(slots, {
      one: 'New bookings for # time slot have no guide',
      other: 'New bookings for # time slots have no guide',
    }),
  })),
  guide_left: wording(leads, (params) => {
    const what = leadsWhat(params);
    const any = params.experiences + params.bookings > 0;
    return {
      title: t`A guide has left`,
      message: any ? t`${what}. Please check who leads these trips now.` : `${what}.`,
    };
  }),
  guide_back: wording(leads, (params) => {
    const what = leadsWhat(params);
    const name = params.name || t`A guide`;
    return { title: t`A guide is back`, message: t`${name} is back as a guide: ${what}.` };
  }),
  guide_paused: wording(z.object(region), (params) => {
    const place = regionOf(params);
    return {
      title: t`You're paused`,
      message: t`${place}: new bookings go to other guides. You keep the trips you already lead.`,
    };
  }),
  guide_resumed: wording(z.object(region), (params) => {
    const place = regionOf(params);
    return { title: t`You're accepting new bookings again`, message: t`${place}: new bookings come to you again.` };
  }),
  date_declined: wording(day, (params) => {
    const { name, guide } = params;
    const [title, date, time] = [titleOf(params), formatDay(params.date), formatTime(params.time)];
    return {
      title: t`A guide has declined a date`,
      message: t`${guide} leads ${title} on ${date} at ${time} instead of ${name}`,
    };
  }),
  date_taken_again: wording(day, (params) => {
    const { name } = params;
    const [title, date, time] = [titleOf(params), formatDay(params.date), formatTime(params.time)];
    return {
      title: t`A guide is leading a date again`,
      message: t`${name} leads ${title} on ${date} at ${time} again`,
    };
  }),
  run_given: wording(runDays, (params) => ({ title: t`You have a new run`, message: runEvery(params) })),
  run_taken: wording(runDays, (params) => ({ title: t`A run is no longer yours`, message: runEvery(params) })),
  run_given_on: wording(runOnDay, (params) => ({ title: t`You have a new run`, message: runOn(params) })),
  run_taken_on: wording(runOnDay, (params) => ({ title: t`A run is no longer yours`, message: runOn(params) })),
  runs_planned: wording(z.object({ ...region, from: z.string(), to: z.string() }), (params) => {
    const [place, from, to] = [regionOf(params), formatDay(params.from), formatDay(params.to)];
    return { title: t`Your runs have changed`, message: t`${place}: please check your runs from ${from} to ${to}` };
  }),
  run_declined: wording(driverAnswer, (params) => {
    const { name, drivers } = params;
    const declined = runOn(params);
    return {
      title: t`A driver has declined a date`,
      message: drivers
        ? t`${name} can't drive ${declined}. Still driving: ${drivers}.`
        : t`${name} can't drive ${declined}. It has no driver now.`,
    };
  }),
  run_accepted: wording(driverAnswer, (params) => {
    const { name } = params;
    const accepted = runOn(params);
    return { title: t`A driver is driving a date again`, message: t`${name} is driving ${accepted} again` };
  }),
  run_ended: wording(run, (params) => {
    const title = titleOf(params);
    return { title: t`A run is no longer yours`, message: t`${title} is no longer offered` };
  }),
  run_moved: wording(z.object({ ...run.shape, before: z.nullish(z.string()) }), (params) => {
    const name = runName(params);
    const before = params.before ? formatTime(params.before) : t`no set time`;
    return { title: t`A run has a new departure time`, message: t`${name}, previously at ${before}` };
  }),
  run_cancelled: wording(runOnDay, (params) => {
    const name = runOn(params);
    return { title: t`Run cancelled`, message: t`${name} has been cancelled` };
  }),
  run_restored: wording(runOnDay, (params) => ({ title: t`A cancelled run is going ahead`, message: runOn(params) })),
  no_passengers: wording(runOnDay, (params) => {
    const name = runOn(params);
    return { title: t`All passengers have cancelled`, message: t`${name}: no bookings are left after a cancellation` };
  }),
  driver_active: wording(z.object(region), (params) => {
    const place = regionOf(params);
    return { title: t`You're active again`, message: t`${place}: you're active again and can see your runs` };
  }),
  driver_inactive: wording(z.object(region), (params) => {
    const place = regionOf(params);
    return {
      title: t`You've been deactivated`,
      message: t`${place}: you have no runs until you're active again`,
    };
  }),
  driver_removed: wording(z.object(region), (params) => {
    const place = regionOf(params);
    return { title: t`You're no longer a driver`, message: t`${place}: you no longer have any runs` };
  }),
  tomorrow: wording(
    z.object({ departures: z.number(), guests: z.number(), unled: z.number(), requests: z.number() }),
    ({ departures, guests, unled, requests }) => {
      const leaving = plural(departures, { one: '# departure', other: '# departures' });
      const people = plural(guests, { one: '# guest', other: '# guests' });
      const asked = plural(requests, { one: '# role request', other: '# role requests' });
      return {
        title: t`Tomorrow`,
        message: joined([
          departures > 0 ? t`${leaving}, ${people}` : null,
          unled > 0 ? t`${unled} without a guide or driver` : null,
          requests > 0 ? t`${asked} to decide` : null,
        ]),
      };
    },
  ),
} satisfies Record<string, Wording>;
