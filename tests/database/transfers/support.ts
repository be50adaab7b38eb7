import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { createUsers, type Fixture } from '../booking/support/fixture.ts';
import { call, type Json } from '../departures/support.ts';

/** Matches one of these numbers, but not as digits within an id, a hash or a fraction of a second. */
export const numberOf = (...numbers: number[]): RegExp =>
  new RegExp(`(?<![0-9a-f.]|[0-9a-f]-)(${numbers.join('|').replaceAll('.', '\\.')})0?(?![0-9a-f]|-[0-9a-f])`);

export interface TransferJson {
  transfer_id: string;
  email: string;
  full_name: string;
  expires_at: string;
}

export interface Linked {
  refusal: { code: string } | null;
  mine: boolean;
  ticket: (Json & { version: string; num_people: number; amount_due: number | null }) | null;
}

export const addressOf = (user: string) => `${user}@example.test`;

/** Creates a tourist without a booking. */
export async function aFriend({ db }: Fixture, name = 'Ana Morales'): Promise<string> {
  const [friend = ''] = await createUsers(db.sql, 1);
  await db.sql`update public.profiles set full_name = ${name} where id = ${friend}`;
  return friend;
}

/** Invites a person to take the ticket, as its holder. */
export const start = (fixture: Fixture, giver: string, booking: string, email: string, more: Json = {}) =>
  call(fixture, giver, 'start_ticket_transfer', {
    p_booking_id: booking,
    p_email: email,
    p_full_name: 'Ana',
    ...more,
  }) as unknown as Promise<TransferJson>;

/** Returns the token of the emailed link. */
export async function tokenOf({ db }: Fixture, transfer: string): Promise<string> {
  const [row] = await db.sql`select payload ->> 'code' as code from private.outbox
    where template = 'transfer_invite' and payload ->> 'transfer_id' = ${transfer}`;
  return row?.code as string;
}

/** Invites a person. Returns the link's token. */
export async function invite(fixture: Fixture, giver: string, booking: string, friend: string, more: Json = {}) {
  return tokenOf(fixture, (await start(fixture, giver, booking, addressOf(friend), more)).transfer_id);
}

export const linked = (fixture: Fixture, who: string | null, token: string) =>
  call(fixture, who, 'ticket_transfer_by_link', { p_token: token }) as unknown as Promise<Linked>;

export const FORM = {
  whatsapp_number: '+50255599999',
  country: 'SV',
  speaks_spanish: false,
  hotel_name: 'Casa Perico',
  passport_images: [],
  waiver_version: waiverVersion,
};

/** Accepts the ticket as a person, with the version that the page showed. */
export async function accept(fixture: Fixture, who: string, token: string, more: Json = {}): Promise<Json> {
  const version = (await linked(fixture, who, token)).ticket?.version;
  return (await call(fixture, who, 'accept_ticket_transfer', {
    p_token: token,
    p: { ...FORM, version, ...more },
  })) as Json;
}

export const withdraw = (fixture: Fixture, who: string, transfer: string) =>
  call(fixture, who, 'withdraw_ticket_transfer', { p_transfer_id: transfer });

export const holderOf = async ({ db }: Fixture, booking: string): Promise<string> => {
  const [row] = await db.sql`select tourist_id from private.booking_facts where id = ${booking}`;
  return row?.tourist_id as string;
};
