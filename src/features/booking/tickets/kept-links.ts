import { useEffect } from 'react';
import { tripKeptUntil } from '@/features/booking/tickets/kept-tickets';
import { keepAppFiles } from '@/lib/offline/service-worker';
import { readJson, writeJson } from '@/lib/storage/storage';

/** A linked ticket as this device last saw it. */
interface KeptLink<Ticket> {
  /** The token after the # of the link. */
  code: string;
  ticket: Ticket;
  statement: string | null;
  /** When the ticket was read, in milliseconds. */
  readAt: number;
}

/** The milliseconds between refetches of a visible ticket. */
export const TICKET_REFRESH_MS = 60_000;

/** Enough for the tickets of a family. */
const MAX_KEPT = 8;

/**
 * Keeps linked tickets for offline use until some days after the trip. The readers have no account here, so each
 * ticket is stored under its link. Signing out deletes them.
 */
export function keptLinks<Ticket extends object>(key: string, dateOf: (ticket: Ticket) => string) {
  const isList = (value: unknown): value is KeptLink<Ticket>[] =>
    Array.isArray(value) && value.every((one) => typeof one?.code === 'string' && typeof one.ticket === 'object');
  const all = () =>
    (readJson('local', key, isList) ?? []).filter(({ ticket }) => tripKeptUntil(dateOf(ticket)) > Date.now());
  return {
    find: (code: string): KeptLink<Ticket> | undefined => all().find((one) => one.code === code),
    /** Pass null to delete a ticket that is no longer valid. */
    keep(code: string, kept: Omit<KeptLink<Ticket>, 'code'> | null): void {
      const others = all().filter((one) => one.code !== code);
      writeJson('local', key, [...others, ...(kept ? [{ code, ...kept }] : [])].slice(-MAX_KEPT));
    },
  };
}

/** What a page knows about a link. `ended` means that the link is no longer valid. */
interface ReadLink<Ticket> {
  ticket: Ticket | undefined;
  statement: string | null;
  readAt: number;
  ended: boolean;
}

/** Stores a link's data. The first one also stores the app's files, so that the page opens offline. */
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
