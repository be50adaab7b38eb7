import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { ROLES, type Role } from '@/features/account/profile/roles';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { nameIn } from '@/lib/i18n/listing-texts';

export const inviteKeys = {
  mine: (userId: string) => ['invites', userId] as const,
};

const roles = z.array(z.enum(ROLES));

async function getMyInvites(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('my_invites').abortSignal(signal), msg`Failed to load invitations`);
  // The generated types don't know which values can be null.
  return rows.map((row) => ({
    id: row.id,
    territoryName: nameIn(row.territory_name as string | null, row.territory_names),
    roles: readAnswer(roles, row.roles),
    expiresAt: row.expires_at,
    timeZone: row.time_zone as string | null,
  }));
}
export type MyInvite = Awaited<ReturnType<typeof getMyInvites>>[number];

/** Returns the invitations that the signed-in person hasn't answered. */
export const myInvitesQuery = (userId: string) =>
  queryOptions({
    queryKey: inviteKeys.mine(userId),
    queryFn: ({ signal }) => getMyInvites(signal),
    refetchOnWindowFocus: 'always',
  });

const accepted = z.object({ granted: roles });

/** Accepts an invitation and returns the roles it granted, in order. */
export async function acceptInvite(id: string): Promise<Role[]> {
  const answer = await run((db) => db.rpc('accept_invite', { p_invite_id: id }), msg`Failed to accept the invitation`);
  return readAnswer(accepted, answer).granted;
}

export async function declineInvite(id: string): Promise<void> {
  await run((db) => db.rpc('decline_invite', { p_invite_id: id }), msg`Failed to decline the invitation`);
}
