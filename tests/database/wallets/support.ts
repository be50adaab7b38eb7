import { createHash, randomBytes } from 'node:crypto';
import type { BookingContext } from '../booking/support/context.ts';
import type { Fixture } from '../booking/support/fixture.ts';
import { serviceRpc } from '../booking/support/rpc.ts';
import { call, type Json } from '../departures/support.ts';

export interface PassJson extends Json {
  serial: string;
  state: string;
  ticket?: { code: string; version: number };
}

/** Requests a pass of a booking. Returns its serial. */
export const addPass = (fixture: Fixture, who: string | null, booking: string, more: Json = {}) =>
  call(fixture, who, 'add_wallet_pass', {
    p_booking_id: booking,
    p_google: false,
    p_language: 'en',
    ...more,
  }) as unknown as Promise<string>;

export const passOf = ({ db }: Fixture, serial: string) =>
  serviceRpc(db)('wallet_pass', { p_serial: serial }) as Promise<PassJson | null>;

/** Returns Apple's name for a device, and its push token. */
export const device = (name: string) => ({
  p_device: createHash('sha256').update(name).digest('hex').slice(0, 32),
  p_push_token: randomBytes(32).toString('hex'),
});

export const register = ({ db }: Fixture, serial: string, one: ReturnType<typeof device>) =>
  serviceRpc(db)('register_wallet_device', { p_serial: serial, ...one });

export const serialsOn = ({ db }: Fixture, { p_device }: ReturnType<typeof device>) =>
  serviceRpc(db)('wallet_serials', { p_device }) as Promise<{ serials: string[]; tag: string } | null>;

/** Returns the queued wallet updates, oldest first: 'apple_pass queued', with the reason if it was discarded. */
export async function updates({ db }: Fixture): Promise<string[]> {
  const rows = await db.sql`select concat_ws(' ', template, state, last_error) as line from private.outbox
    where kind = 'wallet' order by id`;
  return rows.map(({ line }) => line as string);
}

export interface Claimed {
  id: number;
  data: Json;
}

export const claim = ({ db }: Fixture, p_limit = 50) =>
  serviceRpc(db)('claim_outbox', { p_limit, p_kind: 'wallet' }) as Promise<Claimed[]>;

export const finish = ({ db }: Fixture, id: number, p_outcome: string, p_error: string | null = null) =>
  serviceRpc(db)('finish_outbox', { p_id: id, p_outcome, p_error });

/** Creates a new code, which is the smallest change that creates a newer version of a ticket. */
export const reissue = ({ db }: Fixture, booking: string) =>
  db.sql`update public.booking_codes set code = md5(random()::text) where booking_id = ${booking}`;

/** Creates a booking whose pass is on a phone. */
export async function onPhone(context: BookingContext, booked: Json = {}) {
  const { fixture, user } = context;
  const booking = await context.bookCash(booked);
  const serial = await addPass(fixture, user, booking);
  const phone = device('phone');
  await register(fixture, serial, phone);
  return { booking, serial, phone };
}
