import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { storedUser } from '@/lib/api/session';

export const roleRequestKeys = {
  all: ['role-requests'] as const,
  in: (territoryId: string | null) => [...roleRequestKeys.all, territoryId] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;

async function getRequests(territoryId: string | null, signal: AbortSignal) {
  const rows = await run((db) => {
    const pending = db
      .from('role_requests')
      .select(
        'id, user_id, role, territory_id, created_at, territory:territories(time_zone), person:profile_cards!role_requests_card_fkey(full_name, avatar_url, country), contact:profiles!role_requests_user_id_fkey(email)',
      )
      .eq('status', 'pending');
    // Managers decide the requests of their territory, and admins all others.
    const own = territoryId
      ? pending.eq('territory_id', territoryId).not('role', 'in', '(admin,territory_manager)')
      : pending;
    return own.order('created_at').order('id').limit(100).abortSignal(signal);
  }, FAILED);
  const me = storedUser()?.id ?? '';
  const decidesOwn = territoryId === null && rows.some((row) => row.user_id === me) && (await isOnlyAdmin(me, signal));
  return rows.map((row) => ({
    ...row,
    // The generated types don't know what policies hide.
    contact: row.contact as { email: string } | null,
    /** People can't decide on their own role. */
    isOwn: row.user_id === me && !decidesOwn,
  }));
}

/** Returns whether no other admin exists who could decide. */
async function isOnlyAdmin(me: string, signal: AbortSignal): Promise<boolean> {
  const others = await run(
    (db) => db.from('profiles').select('id').contains('roles', ['admin']).neq('id', me).limit(1).abortSignal(signal),
    FAILED,
  );
  return others.length === 0;
}
/** Only admins can read `contact`, and managers if the person works in their territory. */
export type RoleRequest = Awaited<ReturnType<typeof getRequests>>[number];

/** Returns the role requests in a territory, or anywhere for admins (null), oldest first and page by page. */
export const roleRequestsQuery = (territoryId: string | null) =>
  queryOptions({
    queryKey: roleRequestKeys.in(territoryId),
    queryFn: ({ signal }) => getRequests(territoryId, signal),
    refetchOnWindowFocus: 'always',
  });

interface Decision {
  id: string;
  approve: boolean;
  /** Chosen by an admin if the request has no territory. */
  territoryId?: string | undefined;
  /** The reason, which the person will see. */
  reason?: string;
}

export async function decideRequest({ id, approve, territoryId, reason }: Decision): Promise<void> {
  await run(
    (db) =>
      db.rpc('decide_role_request', {
        p_request_id: id,
        p_approve: approve,
        ...(territoryId ? { p_territory_id: territoryId } : {}),
        ...(reason ? { p_reason: reason } : {}),
      }),
    msg`Failed to update roles`,
  );
}
