import { useEffect } from 'react';
import { tripKeptUntil } from '@/features/booking/tickets/kept-tickets';
import { keepAppFiles } from '@/lib/offline/service-worker';
import { readJson, writeJson } from '@/lib/storage/storage';

/** A linked ticket as last seen. */
interface KeptLink<Ticket> {
  /** The token after the link's #. */
  code: string;
  ticket: Ticket;
  statement: string | null;
  /** When it was read, in ms. */
  readAt: number;
}

/** How often a visible ticket is refetched. */
export const TICKET_REFRESH_MS = 60_000;

/** As many as a family has. */
const MAX_KEPT = 8;

/**
 * Linked tickets for offline use. Their readers have no account here, so they are stored beside the link, until some
 * days after the trip. Signing out deletes them.
 */
export function keptLinks<Ticket extends object>(key: string, dateOf: (ticket: Ticket) => string) {
  const isList = (value: unknown): value is KeptLink<Ticket>[] =>
    Array.isArray(value) && value.every((one) => typeof one?.code === 'string' && typeof one.ticket === 'object');
  const all = () =>
    (readJson('local', key, isList) ?? []).filter(({ ticket }) => tripKeptUntil(dateOf(ticket)) > Date.now());
  return {
    find: (code: string): KeptLink<Ticket> | undefined => all().find((one) => one.code === code),
    /** null: no longer valid. */
    keep(code: string, kept: Omit<KeptLink<Ticket>, 'code'> | null): void {
      const others = all().filter((one) => one.code !== code);
      writeJson('local', key, [...others, ...(kept ? [{ code, ...kept }] : [])].slice(-MAX_KEPT));
    },
  };
}

/** A page's answer about a link. `ended`: no longer valid. */
interface ReadLink<Ticket> {
  ticket: Ticket | undefined;
  statement: string | null;
  readAt: number;
  ended: boolean;
}

/** Stores a link's data, and with the first one the app's files, so that the page opens offline. */
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
