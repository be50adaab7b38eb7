import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import type { ChangeOptions, Step } from '@/features/booking/tickets/changes/queries';
import { isPhone } from '@/lib/format/phone-number';
import { isPlainName, nameNotPlain, optionalText, requiredName, requiredText } from '@/ui/form/text-rules';
import type { BookingDetail } from './queries';

const reason = () => requiredText(() => t`Please give a reason`, 500);

const change = z.object({
  people: z.number(),
  /** The positions of the named passengers who leave, starting at 1. */
  leaving: z.array(z.number()),
  /** The names of the people who join a transport booking. */
  joining: z.array(z.string()),
  /** The booking's own service, or another one of its kind. */
  service: z.string(),
  /** The new departure, as departureKey names it. Empty if the booking keeps its departure. */
  departure: z.string(),
  charge: z.enum(['difference', 'none']),
  reason: reason(),
});
export type ChangeValues = z.infer<typeof change>;

export const departureKey = ({ service_date, slot_id }: { service_date: string; slot_id: string }) =>
  [service_date, slot_id].join(' ');

/** Returns how many people join a transport booking and need a name. */
export const joiningCount = (values: Pick<ChangeValues, 'people'>, { kind, num_people }: ChangeOptions) =>
  kind === 'transport' ? Math.max(0, values.people - num_people) : 0;

/** Returns how many of the named passengers leave. */
export const leavingCount = (values: Pick<ChangeValues, 'people'>, { passengers, num_people }: ChangeOptions) =>
  passengers.length > 0 ? Math.max(0, num_people - values.people) : 0;

export const changeSchema = (booking: ChangeOptions) =>
  change.check(({ value, issues }) => {
    const add = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.departure === '' && value.service !== booking.service_id)
      add('departure', t`Please choose a departure of the new trip`);
    else if (value.people === booking.num_people && value.departure === '')
      add('departure', t`Please choose what to change`);
    if (value.leaving.length !== leavingCount(value, booking)) add('leaving', t`Please choose who isn't coming`);
    const count = joiningCount(value, booking);
    if (Array.from({ length: count }, (_, n) => value.joining[n] ?? '').some((name) => name.trim() === ''))
      add('joining', t`Please enter the name of everyone who's joining`);
  });

/** To another departure, or to another service: then its departure may still be missing, and the price is known. */
function moveOf({ service, departure }: Pick<ChangeValues, 'service' | 'departure'>, booking: ChangeOptions): Step[] {
  const [service_date = '', slot_id = ''] = departure.split(' ');
  const to = service_date ? { service_date, slot_id } : {};
  if (service !== booking.service_id) return [{ step: 'service', service_id: service, ...to }];
  return service_date ? [{ step: 'date', service_date, slot_id }] : [];
}

/** Returns the steps of a change that lead to these values. */
export function stepsOf(values: ChangeValues, booking: ChangeOptions): Step[] {
  const joining = joiningCount(values, booking);
  return [
    ...(values.people === booking.num_people
      ? []
      : [
          {
            step: 'party' as const,
            people: values.people,
            ...(leavingCount(values, booking) > 0 && { leaving: values.leaving }),
            ...(joining > 0 && {
              passengers: values.joining.slice(0, joining).map((name) => ({ name: name.trim() })),
            }),
          },
        ]),
    ...moveOf(values, booking),
  ];
}

const name = (missing: () => string) => requiredName(missing, 120);

/** The details that the team can correct. Only walk-ins have a name on the booking itself. */
export const detailsSchema = ({ walk_in }: { walk_in?: boolean | null | undefined }) =>
  z.object({
    whatsapp_number: z.string().check(z.refine(isPhone, { error: () => t`Please enter a valid WhatsApp number` })),
    hotel_name: optionalText(160).check(z.refine(isPlainName, { error: nameNotPlain })),
    hotel_address: optionalText(300).check(z.refine(isPlainName, { error: nameNotPlain })),
    guest_name: walk_in ? name(() => t`Please enter the person's name`) : z.string(),
    passengers: z.array(z.object({ name: name(() => t`Please enter the person's name`) })),
    reason: reason(),
  });
export type DetailsValues = z.infer<ReturnType<typeof detailsSchema>>;

/** Returns a booking's details as the form's values. */
export const detailsOf = (booking: BookingDetail): Details => ({
  whatsapp_number: booking.whatsapp_number,
  hotel_name: booking.hotel_name ?? '',
  hotel_address: booking.hotel_address ?? '',
  guest_name: booking.guest_name ?? '',
  passengers: booking.passengers.map(({ name }) => ({ name })),
});
export type Details = Omit<DetailsValues, 'reason'>;

/**
 * The values that the form opened with, and the stored values that the person has seen. Both are the same until the
 * person overwrites a colleague's change.
 */
export interface DetailsVersion {
  opened: Details;
  seen: Details;
}

/**
 * Returns the details that the person changed, with their previous values. The others aren't sent, because a
 * colleague may have changed them.
 */
export function changedDetails(values: Details, { opened, seen }: DetailsVersion) {
  const [now, before, known] = [values, opened, seen].map(detailsSent) as [Sent, Sent, Sent];
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field as keyof Sent]);
  const changed = Object.entries(now).filter(isChanged);
  return {
    details: Object.fromEntries(changed) as Partial<Sent>,
    seen: Object.fromEntries(changed.map(([field]) => [field, known[field as keyof Sent]])) as Partial<Sent>,
  };
}

/** Returns the details in the form in which the database reads them. */
const detailsSent = ({ passengers, ...details }: Details) => ({
  ...details,
  passengers: passengers.map(({ name }) => name),
});
type Sent = ReturnType<typeof detailsSent>;
