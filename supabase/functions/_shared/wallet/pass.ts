import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { type Language, languageOf, SOURCE, withPrefix } from '../languages.ts';
import { mailLink } from '../link-targets.ts';
import { translator } from '../mail/context.ts';
import { formatsIn } from '../mail/formats.ts';
import { ticketToSign } from '../schemas.ts';
import { signTickets } from '../sign-tickets.ts';
import { walletLabels } from './labels.ts';

const text = z.string().nullish();
const passData = z.object({
  serial: z.string(),
  state: z.enum(['valid', 'cancelled', 'given']),
  language: z.string(),
  kind: z.enum(['experience', 'transport']),
  title: z.string(),
  territory_name: z.string(),
  booking_date: text,
  start_time: text,
  num_people: z.number().nullish(),
  meeting_point: text,
  pickup_location: text,
  pickup_directions: text,
  what_to_bring: text,
  starts_at: text,
  expires_at: text,
  /** Set only for a valid ticket. */
  ticket: ticketToSign.nullish(),
});
type PassData = z.infer<typeof passData>;

export interface Fact {
  key: 'date' | 'time' | 'people' | 'place' | 'directions' | 'bring' | 'status';
  label: string;
  value: string;
}

/** A pass's content for either wallet, in its reader's language. */
export interface Pass {
  serial: string;
  language: Language;
  state: PassData['state'];
  description: string;
  title: string;
  territory: string;
  facts: Fact[];
  /** The text of the ticket's QR code, or null if it is no longer valid. */
  qr: string | null;
  /** Instants in ISO 8601. */
  startsAt: string | null;
  expiresAt: string | null;
  bookings: { label: string; url: string };
}

/** Reads a pass as the service role, after the caller's right was checked. Returns null if there is no such pass. */
export async function readPass(
  deps: Pick<Dependencies, 'admin' | 'tickets' | 'mail'>,
  serial: string,
): Promise<Pass | null> {
  const found = passData.nullable().parse(await deps.admin('wallet_pass', { p_serial: serial }));
  if (!found) return null;
  const language = languageOf(found.language) ?? SOURCE;
  const labels = walletLabels(translator(language));
  return {
    serial: found.serial,
    language,
    state: found.state,
    description: labels.description(found.title),
    title: found.title,
    territory: found.territory_name,
    facts: factsOf(found, labels, language),
    qr: found.ticket ? await qrOf(deps, found.ticket) : null,
    startsAt: found.starts_at ?? null,
    expiresAt: found.expires_at ?? null,
    bookings: { label: labels.bookings, url: deps.mail.appUrl + withPrefix(mailLink.bookings(), language) },
  };
}

/** Dates and times are local to the territory, and written as stored. */
function factsOf(data: PassData, labels: ReturnType<typeof walletLabels>, language: Language): Fact[] {
  const formats = formatsIn(language.locale);
  const day = data.booking_date;
  const time = data.start_time ? formats.clock(data.start_time) : labels.anyTime;
  const facts: [Fact['key'], string, string | null | undefined][] = [
    ['time', labels.time, day && time],
    ['date', labels.date, day && formats.longDate(day)],
    data.kind === 'transport'
      ? ['place', labels.pickup, data.pickup_location]
      : ['place', labels.place, data.meeting_point],
    ['people', labels.people, data.num_people?.toString()],
    ['status', labels.status, labels.state[data.state]],
    ['directions', labels.directions, data.pickup_directions],
    ['bring', labels.bring, data.what_to_bring],
  ];
  return facts.flatMap(([key, label, value]) => (value?.trim() ? [{ key, label, value: value.trim() }] : []));
}

/** Returns exactly what the ticket's page shows (src/features/booking/tickets/signed.ts). */
async function qrOf(deps: Pick<Dependencies, 'admin' | 'tickets' | 'mail'>, ticket: z.infer<typeof ticketToSign>) {
  const address = deps.mail.appUrl + mailLink.ticket(ticket.booking_id, ticket.code);
  const [signed] = await signTickets(deps, [ticket]);
  return signed ? `${address}#${signed.statement}` : address;
}
