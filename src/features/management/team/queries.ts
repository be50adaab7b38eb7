import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ROLES, type Role } from '@/features/account/profile/queries';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { isUuid } from '@/lib/format/uuid';
import type { Database } from '@/types/database';

export const teamKeys = {
  all: ['team'] as const,
  members: (territoryId: string, roles: readonly Role[]) => [...teamKeys.all, territoryId, 'members', roles] as const,
  found: (territoryId: string, roles: readonly Role[], filters: MemberFilters) =>
    [...teamKeys.members(territoryId, roles), filters] as const,
  one: (territoryId: string, role: Role, id: string) => [...teamKeys.members(territoryId, [role]), 'one', id] as const,
  commission: (territoryId: string) => [...teamKeys.all, territoryId, 'commission'] as const,
  invites: (territoryId: string, role: Role) => [...teamKeys.all, territoryId, 'invites', role] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;
/** All data of a guide's or partner's form is below this key. */
export const MANAGE_FAILED: Partial<Record<Role, typeof FAILED>> = {
  tour_guide: msg`Failed to manage guide`,
  travel_partner: msg`Failed to manage travel partner`,
};
const PAGE_SIZE = 50;
/** The largest number of rows that the server returns. */
const MAX_ROWS = 100;

type Args = Database['public']['Functions']['list_members']['Args'];
type Row = Database['public']['Functions']['list_members']['Returns'][number];
/** A person of a territory, with their roles there. The generated types don't know which columns can be null. */
export interface Member extends Omit<Row, 'roles' | 'avatar_url' | 'business_name' | 'active_links' | 'sort_key'> {
  roles: Role[];
  avatar_url: string | null;
  business_name: string | null;
  /** The number of a partner's referral links, or null for other roles. */
  active_links: number | null;
}

export interface MemberFilters {
  /** Matches the beginnings of words in the name, email address and business. */
  q: string;
  /** The column, which is 'name', 'business' or 'commission'. */
  sort: { id: string; desc: boolean };
}
const BY_NAME: MemberFilters = { q: '', sort: { id: 'name', desc: false } };

const known = (held: readonly string[]) => ROLES.filter((role) => held.includes(role));
const toMember = ({ sort_key: _, ...row }: Row): Member => ({ ...row, roles: known(row.roles) });

const list = (args: Args, signal: AbortSignal) => run((db) => db.rpc('list_members', args).abortSignal(signal), FAILED);

type Cursor = Pick<Row, 'sort_key' | 'id'>;

async function membersPage(args: Args, cursor: Cursor | null, signal: AbortSignal) {
  const after = cursor && { p_after_key: cursor.sort_key, p_after_id: cursor.id };
  const rows = await list({ ...args, ...after, p_limit: PAGE_SIZE }, signal);
  const { next } = pageOf(rows, PAGE_SIZE, ({ sort_key, id }) => ({ sort_key, id }));
  return { rows: rows.map(toMember), next };
}

/** Returns people who have any of these roles in a territory, page by page. */
export const membersQuery = (territoryId: string, roles: readonly Role[], filters = BY_NAME) => {
  const { q, sort } = filters;
  const search = q.trim() ? { p_search: q.trim() } : {};
  const args = { p_territory_id: territoryId, p_roles: [...roles], p_sort: sort.id, p_desc: sort.desc, ...search };
  return {
    ...pagedQuery(teamKeys.found(territoryId, roles, filters), (cursor: Cursor | null, signal) =>
      membersPage(args, cursor, signal),
    ),
    refetchOnWindowFocus: 'always' as const,
  };
};

/** Returns everyone with a role in a territory by name, for selects. */
export const everyMemberQuery = (territoryId: string, role: Role) =>
  queryOptions({
    queryKey: [...teamKeys.members(territoryId, [role]), 'every'] as const,
    queryFn: async ({ signal }) => {
      const all: Row[] = [];
      for (;;) {
        const last = all.at(-1);
        const after = last && { p_after_key: last.sort_key, p_after_id: last.id };
        const args = { p_territory_id: territoryId, p_roles: [role], ...after, p_limit: MAX_ROWS };
        const rows = await list(args, signal);
        all.push(...rows);
        if (rows.length < MAX_ROWS) return all.map(toMember);
      }
    },
    staleTime: 0,
  });

/** Returns one person for editing, or null if there is none. */
export const memberQuery = (territoryId: string, role: Role, id: string) =>
  queryOptions({
    queryKey: teamKeys.one(territoryId, role, id),
    queryFn: async ({ signal }): Promise<Member | null> => {
      if (!isUuid(id)) return null;
      const rows = await list({ p_territory_id: territoryId, p_roles: [role], p_id: id }, signal);
      return rows.map(toMember)[0] ?? null;
    },
    refetchOnWindowFocus: 'always',
  });

/**
 * Returns whether a person with this email address already has the role there. A failure has the invitation's text.
 */
export async function isMember(territoryId: string, role: Role, email: string): Promise<boolean> {
  const args = { p_territory_id: territoryId, p_roles: [role], p_search: email, p_limit: MAX_ROWS };
  const rows = await run((db) => db.rpc('list_members', args), MANAGE_FAILED[role] ?? FAILED);
  return rows.some((row) => row.email.toLowerCase() === email.toLowerCase());
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

/** Ends a role in a territory. The account stays. */
export async function removeMember({ userId, role, territoryId }: Removal): Promise<void> {
  await run(
    (db) => db.rpc('revoke_role', { p_user_id: userId, p_role: role, p_territory_id: territoryId }),
    REMOVE_FAILED[role] ?? FAILED,
  );
}

/** The allowed commission in percent, and whether the reader may set it. */
export interface CommissionRules {
  highest: number;
  usual: number;
  may_set: boolean;
}

export const commissionRulesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: teamKeys.commission(territoryId),
    queryFn: async ({ signal }) =>
      (await run(
        (db) => db.rpc('commission_rules', { p_territory_id: territoryId }).abortSignal(signal),
        FAILED,
      )) as unknown as CommissionRules,
  });

export interface MemberChange {
  territoryId: string;
  userId: string;
  /** The person's `updated_at` from when they were read, so that later changes aren't overwritten. */
  expectedVersion: string;
  /** The idempotency key of the save. */
  key: string;
  businessName: string;
  /** Omitted by people who may not set it. */
  commission?: number;
}

/** Saves a partner's agreement with a territory. Only partners can change their own names. */
export async function saveMember(change: MemberChange): Promise<void> {
  const { territoryId, userId, expectedVersion, key, businessName, commission } = change;
  await run(
    (db) =>
      db.rpc('save_member', {
        p_user_id: userId,
        p_territory_id: territoryId,
        p_expected_version: expectedVersion,
        p_business_name: businessName,
        ...(commission === undefined ? {} : { p_commission_level: commission }),
      }),
    msg`Failed to manage travel partner`,
    key,
  );
}

export interface GuideChange {
  territoryId: string;
  userId: string;
  /** Works as in MemberChange. */
  expectedVersion: string;
  key: string;
  paused: boolean;
}

/** Saves whether a guide takes new bookings in a territory. */
export async function saveGuide({ territoryId, userId, expectedVersion, key, paused }: GuideChange): Promise<void> {
  await run(
    (db) =>
      db.rpc('save_guide', {
        p_user_id: userId,
        p_territory_id: territoryId,
        p_expected_version: expectedVersion,
        p_paused: paused,
      }),
    msg`Failed to manage guide`,
    key,
  );
}
