import { tripKeptUntil } from '@/features/booking/tickets/kept-tickets';
import { readJson, writeJson } from '@/lib/storage/storage';
import type { LinkedPassenger } from './queries';

/** The ticket of a link as it was seen last. */
export interface KeptPassenger {
  code: string;
  ticket: LinkedPassenger;
  statement: string | null;
  /** When it was read, in ms. */
  readAt: number;
}

/** A family's; whose link is opened has no account here, so that it lies where the link itself does. A sign-out deletes it. */
const KEY = 'territorio-passenger-tickets';
const MAX_KEPT = 8;

const isList = (value: unknown): value is KeptPassenger[] =>
  Array.isArray(value) && value.every((one) => typeof one?.code === 'string' && typeof one.ticket === 'object');

const all = (): KeptPassenger[] =>
  (readJson('local', KEY, isList) ?? []).filter(({ ticket }) => tripKeptUntil(ticket.booking_date) > Date.now());

export const keptPassenger = (code: string): KeptPassenger | undefined => all().find((one) => one.code === code);

/** Keeps it for when there is no signal; null: it is good for nothing any more. */
export function keepPassenger(code: string, kept: Omit<KeptPassenger, 'code'> | null): void {
  const others = all().filter((one) => one.code !== code);
  writeJson('local', KEY, [...others, ...(kept ? [{ code, ...kept }] : [])].slice(-MAX_KEPT));
}
