import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { ROLES, type Role } from '@/features/account/profile/queries';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeNames, nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { adminKeys, LOAD_FAILED } from '../queries';

export interface PeopleFilters {
  q: string;
  role: Role | '';
  region: string;
}

const SIZE = 50;

const grantShape = z.object({
  role: z.enum(ROLES),
  territory_id: z.nullable(z.string()),
  territory_name: z.nullable(z.string()),
  territory_names: z.nullable(namesShape),
});
const inOwnLanguage = ({ territory_names, ...grant }: z.infer<typeof grantShape>) => ({
  ...grant,
  territory_name: nameIn(grant.territory_name, territory_names),
});
export type Grant = ReturnType<typeof inOwnLanguage>;

export interface Person {
  id: string;
  full_name: string;
  email: string;
  avatar_url: string | null;
  business_name: string | null;
  created_at: string;
  grants: Grant[];
}

interface Cursor {
  at: string;
  id: string;
}

async function getPage({ q, role, region }: PeopleFilters, cursor: Cursor | null, signal: AbortSignal) {
  const args = {
    p_limit: SIZE,
    ...(q.trim() ? { p_search: q.trim() } : {}),
    ...(role ? { p_role: role } : {}),
    ...(region ? { p_territory_id: region } : {}),
    ...(cursor ? { p_after_created: cursor.at, p_after_id: cursor.id } : {}),
  };
  const found = await run((db) => db.rpc('list_people', args).abortSignal(signal), LOAD_FAILED);
  const rows: Person[] = found.map((row) => ({
    ...row,
    grants: readAnswer(z.array(grantShape), row.grants).map(inOwnLanguage),
  }));
  return pageOf(rows, SIZE, ({ created_at: at, id }): Cursor => ({ at, id }));
}

/** Returns everyone with an account and their roles, newest first. */
export const peopleQuery = (filters: PeopleFilters) =>
  pagedQuery(adminKeys.people(filters), (cursor: Cursor | null, signal) => getPage(filters, cursor, signal));

/** Returns one person independently of the list's filter, or null if the account no longer exists. */
export const personQuery = ({ id, email }: Pick<Person, 'id' | 'email'>) => {
  const filters: PeopleFilters = { q: email, role: '', region: '' };
  return queryOptions({
    queryKey: [...adminKeys.people(filters), 'one', id] as const,
    queryFn: async ({ signal }) => (await getPage(filters, null, signal)).rows.find((row) => row.id === id) ?? null,
  });
};

/** Returns the person with this email address, or null if there is none. */
export const personByEmailQuery = (email: string) => {
  const filters: PeopleFilters = { q: email, role: '', region: '' };
  return queryOptions({
    queryKey: [...adminKeys.people(filters), 'by-email'] as const,
    queryFn: async ({ signal }) =>
      (await getPage(filters, null, signal)).rows.find((row) => row.email.toLowerCase() === email) ?? null,
  });
};

const ROLES_FAILED = msg`Failed to update roles`;

/** Grants a role that applies everywhere. */
export async function grantRole({ userId, role }: { userId: string; role: Role }): Promise<void> {
  await run((db) => db.rpc('grant_role', { p_user_id: userId, p_role: role }), ROLES_FAILED);
}

interface Offer {
  email: string;
  role: Role;
  territoryId: string;
}

/** Offers a region's role, which the person has after accepting the invitation. */
export async function offerRole({ email, role, territoryId }: Offer): Promise<void> {
  await run(
    (db) => db.rpc('create_invite', { p_email: email, p_roles: [role], p_territory_id: territoryId }),
    ROLES_FAILED,
  );
}

async function getOffers(email: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('invites')
        .select('id, roles, expires_at, territory:territories(name, names)')
        .eq('email', email)
        .is('redeemed_at', null)
        .is('withdrawn_at', null)
        .gt('expires_at', new Date().toISOString())
        .order('created_at')
        .limit(50)
        .abortSignal(signal),
    LOAD_FAILED,
  );
  return rows.map((row) => ({ ...row, territory: row.territory && localizeNames(row.territory, ['name']) }));
}
export type RoleOffer = Awaited<ReturnType<typeof getOffers>>[number];

/** Returns the invitations that a person hasn't answered. */
export const offersQuery = (email: string) =>
  queryOptions({ queryKey: adminKeys.offers(email), queryFn: ({ signal }) => getOffers(email, signal) });

export async function withdrawOffer(id: string): Promise<void> {
  await run((db) => db.rpc('withdraw_invite', { p_invite_id: id }), ROLES_FAILED);
}

interface Removal {
  userId: string;
  role: Role;
  territoryId: string | null;
}

export async function revokeRole({ userId, role, territoryId }: Removal): Promise<void> {
  const place = territoryId ? { p_territory_id: territoryId } : {};
  await run((db) => db.rpc('revoke_role', { p_user_id: userId, p_role: role, ...place }), ROLES_FAILED);
}
