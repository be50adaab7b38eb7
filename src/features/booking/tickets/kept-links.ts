import { useEffect } from 'react';
import { tripKeptUntil } from '@/features/booking/tickets/kept-tickets';
import { keepAppFiles } from '@/lib/offline/service-worker';
import { readJson, writeJson } from '@/lib/storage/storage';

/** The ticket of a link as it was seen last. */
interface KeptLink<Ticket> {
  /** What stands behind the # of the link. */
  code: string;
  ticket: Ticket;
  statement: string | null;
  /** When it was read, in ms. */
  readAt: number;
}

/** How often a ticket that is looked at is read again. */
export const TICKET_REFRESH_MS = 60_000;

/** A family's. */
const MAX_KEPT = 8;

/**
 * Tickets of links for when there is no signal. Whose link is opened has no account here, so that they lie where the link itself does, until a
 * while after their day. A sign-out deletes them.
 */
export function keptLinks<Ticket extends object>(key: string, dateOf: (ticket: Ticket) => string) {
  const isList = (value: unknown): value is KeptLink<Ticket>[] =>
    Array.isArray(value) && value.every((one) => typeof one?.code === 'string' && typeof one.ticket === 'object');
  const all = () =>
    (readJson('local', key, isList) ?? []).filter(({ ticket }) => tripKeptUntil(dateOf(ticket)) > Date.now());
  return {
    find: (code: string): KeptLink<Ticket> | undefined => all().find((one) => one.code === code),
    /** null: it is good for nothing any more. */
    keep(code: string, kept: Omit<KeptLink<Ticket>, 'code'> | null): void {
      const others = all().filter((one) => one.code !== code);
      writeJson('local', key, [...others, ...(kept ? [{ code, ...kept }] : [])].slice(-MAX_KEPT));
    },
  };
}

/** What a page has read of a link. `ended`: it is good for nothing any more. */
interface ReadLink<Ticket> {
  ticket: Ticket | undefined;
  statement: string | null;
  readAt: number;
  ended: boolean;
}

/** Keeps what is read of a link, and with the first of it the app's files: the page opens without a signal from then on. */
export function useKeptLink<Ticket extends object>(
  { keep }: ReturnType<typeof keptLinks<Ticket>>,
  code: string,
  { ticket, statement, readAt, ended }: ReadLink<Ticket>,
): void {
  useEffect(() => {
    if (ended) keep(code, null);
    else if (ticket) keep(code, { ticket, statement, readAt });
  }, [keep, code, ticket, statement, readAt, ended]);
  const seen = ticket !== undefined;
  useEffect(() => {
    if (seen) void keepAppFiles().catch(() => undefined);
  }, [seen]);
}
