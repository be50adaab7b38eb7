import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ROLES, type Role } from '@/features/profile/queries';
import { AppError, run } from '@/lib/errors';
import { invokeFunction } from '@/lib/functions';
import { i18n } from '@/lib/i18n';
import { db } from '@/lib/supabase';
import type { Database } from '@/types/database';

export const teamKeys = {
  all: ['team'] as const,
  members: (territoryId: string, roles: readonly Role[]) => [...teamKeys.all, territoryId, 'members', roles] as const,
  invites: (territoryId: string, role: Role) => [...teamKeys.all, territoryId, 'invites', role] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;
/** As many rows as the API gives at once. */
const PAGE = 1000;

type Row = Database['public']['Functions']['list_members']['Returns'][number];
/** Somebody who works in a region; `roles` are those that they hold there. The generated types do not know what may be null. */
export interface Member extends Omit<Row, 'roles' | 'avatar_url' | 'business_name'> {
  roles: Role[];
  avatar_url: string | null;
  business_name: string | null;
}

async function getMembers(territoryId: string, roles: readonly Role[], signal: AbortSignal): Promise<Member[]> {
  const all: Row[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const args = { p_territory_id: territoryId, p_roles: [...roles], p_limit: PAGE };
    const rows = await run(
      db.rpc('list_members', after === undefined ? args : { ...args, p_after_id: after }).abortSignal(signal),
      FAILED,
    );
    all.push(...rows);
    if (rows.length < PAGE) break;
  }
  const known = (held: readonly string[]) => ROLES.filter((role) => held.includes(role));
  return all
    .map((row) => ({ ...row, roles: known(row.roles) }))
    .sort((a, b) => a.full_name.localeCompare(b.full_name) || a.email.localeCompare(b.email));
}

/** Who holds any of these roles in a region, by name. */
export const membersQuery = (territoryId: string, roles: readonly Role[]) =>
  queryOptions({
    queryKey: teamKeys.members(territoryId, roles),
    queryFn: ({ signal }) => getMembers(territoryId, roles, signal),
    refetchOnWindowFocus: 'always',
  });

/** The roles that come with an account made by the manager, password and all. */
export type AccountRole = 'territory_staff' | 'shuttle_manager';

export interface NewMember {
  role: AccountRole;
  fullName: string;
  email: string;
  password: string;
}

const ADD_FAILED = {
  territory_staff: msg`Failed to add staff member`,
  shuttle_manager: msg`Failed to add shuttle manager`,
};
const NO_USER = { territory_staff: msg`Failed to create user account`, shuttle_manager: msg`Failed to create user` };

/** Makes the account and gives the role. An address that has an account already: code 'account_exists'. */
export async function createMember({ role, fullName, email, password }: NewMember): Promise<void> {
  const made = await invokeFunction<{ id?: unknown } | null>(
    'create-team-member',
    { role, full_name: fullName, email, password },
    { fallback: ADD_FAILED[role] },
  );
  if (typeof made?.id !== 'string') throw new AppError('no_user', i18n._(NO_USER[role]));
}

const REMOVE_FAILED: Partial<Record<Role, typeof FAILED>> = {
  territory_staff: msg`Failed to remove staff member`,
  shuttle_manager: msg`Failed to remove shuttle manager`,
  tour_guide: msg`Failed to remove tour guide`,
  travel_partner: msg`Failed to remove travel partner`,
};

interface Removal {
  userId: string;
  role: Role;
  territoryId: string;
}

/** Ends a role in a region; the account stays. */
export async function removeMember({ userId, role, territoryId }: Removal): Promise<void> {
  await run(
    db.rpc('revoke_role', { p_user_id: userId, p_role: role, p_territory_id: territoryId }),
    REMOVE_FAILED[role] ?? FAILED,
  );
}

const MANAGE_FAILED: Partial<Record<Role, typeof FAILED>> = {
  tour_guide: msg`Failed to manage guide`,
  travel_partner: msg`Failed to manage travel partner`,
};

export interface MemberChange {
  role: Role;
  userId: string;
  /** The person's `updated_at` as it was read; whoever saved after that is not overwritten. */
  seen: string;
  fullName: string;
  businessName?: string;
  commission?: number;
}

export async function saveMember({ role, userId, seen, fullName, businessName, commission }: MemberChange) {
  await run(
    db.rpc('save_member', {
      p_user_id: userId,
      p_seen: seen,
      p_full_name: fullName,
      ...(businessName === undefined ? {} : { p_business_name: businessName }),
      ...(commission === undefined ? {} : { p_commission_level: commission }),
    }),
    MANAGE_FAILED[role],
  );
}

export interface Invitation {
  role: Role;
  territoryId: string;
  email: string;
  fullName: string;
  businessName?: string | null;
  commission?: number | null;
}

/** Sends an invitation. An open one to the same person for the same role is replaced, and its link stops working. */
export async function sendInvite(invitation: Invitation): Promise<void> {
  const { role, territoryId, email, fullName, businessName, commission } = invitation;
  await run(
    db.rpc('create_invite', {
      p_email: email,
      p_roles: [role],
      p_territory_id: territoryId,
      p_full_name: fullName,
      ...(businessName ? { p_business_name: businessName } : {}),
      ...(typeof commission === 'number' ? { p_commission_level: commission } : {}),
    }),
    MANAGE_FAILED[role] ?? msg`Failed to send invitation`,
  );
}

export async function withdrawInvite(id: string): Promise<void> {
  await run(db.rpc('withdraw_invite', { p_invite_id: id }), msg`Failed to withdraw invitation`);
}

async function getInvites(territoryId: string, role: Role, signal: AbortSignal) {
  return run(
    db
      .from('invites')
      .select('id, email, full_name, business_name, commission_level, expires_at')
      .eq('territory_id', territoryId)
      .contains('roles', [role])
      .is('redeemed_at', null)
      .is('withdrawn_at', null)
      .order('created_at', { ascending: false })
      .limit(200)
      .abortSignal(signal),
    FAILED,
  );
}
export type OpenInvite = Awaited<ReturnType<typeof getInvites>>[number];

/** Invitations that nobody has taken up yet, the newest first; expired ones too, as they can be sent again. */
export const invitesQuery = (territoryId: string, role: Role) =>
  queryOptions({
    queryKey: teamKeys.invites(territoryId, role),
    queryFn: ({ signal }) => getInvites(territoryId, role, signal),
    refetchOnWindowFocus: 'always',
  });
