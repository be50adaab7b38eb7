import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';
import type { TicketKey } from './proof';

/** Returns the tickets' public keys, which work phones store for offline checks. */
export const ticketKeysQuery = queryOptions({
  queryKey: ['ticket-keys'],
  queryFn: ({ signal }): Promise<TicketKey[]> =>
    run(
      (db) => db.from('ticket_keys').select('id, public_key, revoked_at').order('id').abortSignal(signal),
      msg`Failed to load data. Please try again later.`,
    ),
  ...persisted(),
});
