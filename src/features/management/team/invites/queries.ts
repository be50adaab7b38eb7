import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { i18n } from '@/lib/i18n/i18n';
import { localizeNames } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';
import { MANAGE_FAILED, teamKeys } from '../queries';

const FAILED = msg`Failed to load data. Please try again later.`;

export type AccountRole = 'territory_staff' | 'shuttle_manager';

export interface NewMember {
  role: AccountRole;
  territoryId: string;
  fullName: string;
  email: string;
}

const ADD_FAILED = {
  territory_staff: msg`Failed to add staff member`,
  shuttle_manager: msg`Failed to add shuttle manager`,
};
const NO_USER = { territory_staff: msg`Failed to create user account`, shuttle_manager: msg`Failed to create user` };

/** Invites a person. Their account and role begin when they have chosen a password and accepted. */
export async function createMember({ role, territoryId, fullName, email }: NewMember): Promise<void> {
  const made = await run(
    (db) =>
      db.rpc('create_invite', { p_email: email, p_roles: [role], p_territory_id: territoryId, p_full_name: fullName }),
    ADD_FAILED[role],
  );
  if (typeof made !== 'object' || !made || !('invite_id' in made)) throw new AppError('no_user', i18n._(NO_USER[role]));
}

export interface Invitation {
  role: Role;
  territoryId: string;
  email: string;
  fullName: string;
  businessName?: string | null;
  commission?: number | null;
}

/**
 * Sends an invitation. It replaces an open one to the same person for the same role, whose link then stops working.
 * Without a commission, the one offered before stays. `failed` replaces the form's text for a failure.
 */
export async function sendInvite(invitation: Invitation, failed?: MessageDescriptor): Promise<void> {
  const { role, territoryId, email, fullName, businessName, commission } = invitation;
  await run(
    (db) =>
      db.rpc('create_invite', {
        p_email: email,
        p_roles: [role],
        p_territory_id: territoryId,
        p_full_name: fullName,
        ...(businessName ? { p_business_name: businessName } : {}),
        ...(typeof commission === 'number' ? { p_commission_level: commission } : {}),
      }),
    failed ?? MANAGE_FAILED[role] ?? msg`Failed to send invitation`,
  );
}

export async function withdrawInvite(id: string): Promise<void> {
  await run((db) => db.rpc('withdraw_invite', { p_invite_id: id }), msg`Failed to withdraw invitation`);
}

const INVITES_PAGE = 20;
type InviteCursor = Pick<Database['public']['Tables']['invites']['Row'], 'created_at' | 'id'>;

async function invitesPage(territoryId: string, role: Role, cursor: InviteCursor | null, signal: AbortSignal) {
  // The timestamp is quoted because it contains a plus sign.
  const after =
    cursor && `created_at.lt."${cursor.created_at}",and(created_at.eq."${cursor.created_at}",id.lt.${cursor.id})`;
  const rows = await run((db) => {
    const open = db
      .from('invites')
      .select(
        'id, email, full_name, business_name, expires_at, created_at, territory:territories(name, names, time_zone)',
      )
      .eq('territory_id', territoryId)
      .contains('roles', [role])
      .is('redeemed_at', null)
      .is('withdrawn_at', null);
    return (after ? open.or(after) : open)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(INVITES_PAGE)
      .abortSignal(signal);
  }, FAILED);
  const named = rows.map((row) => ({ ...row, territory: row.territory && localizeNames(row.territory, ['name']) }));
  return pageOf(named, INVITES_PAGE, ({ created_at, id }) => ({ created_at, id }));
}
export type OpenInvite = Awaited<ReturnType<typeof invitesPage>>['rows'][number];

/** Returns the open invitations, newest first. Expired ones don't contain an email address. */
export const invitesQuery = (territoryId: string, role: Role) => ({
  ...pagedQuery(teamKeys.invites(territoryId, role), (cursor: InviteCursor | null, signal) =>
    invitesPage(territoryId, role, cursor, signal),
  ),
  refetchOnWindowFocus: 'always' as const,
});
