import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { JSONValue, Row, Sql } from 'postgres';
import { z } from 'zod';

type Json = Record<string, unknown>;

export type NewUser = {
  id?: string | undefined;
  email: string;
  password?: string | undefined;
  emailConfirmed: boolean;
  userMetadata: Json;
  appMetadata: Json;
};

/** Inserts a user with an email identity. Triggers on `auth.users` create the profile. */
export async function insertUser(sql: Sql, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID();
  const email = user.email.toLowerCase();
  const metadata = { ...user.userMetadata, email, email_verified: user.emailConfirmed, phone_verified: false, sub: id };
  const appMetadata = { ...user.appMetadata, provider: 'email', providers: ['email'] };
  // One statement: the driver would write to a closed connection if Postgres stopped during a transaction of two.
  await sql`
    with inserted as (
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
      values (${id}, ${email}, ${hashed(sql, user.password)}, ${user.emailConfirmed ? new Date() : null},
        ${sql.json(metadata as JSONValue)}, ${sql.json(appMetadata as JSONValue)}))
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json(metadata as JSONValue)}, now())`;
  return id;
}

/**
 * Does the work of inserting a user, with all triggers, and undoes it. A trigger refuses it as it would refuse the
 * insert.
 */
export async function rehearseInsert(sql: Sql, user: NewUser): Promise<void> {
  await sql`select auth.rehearse_insert(${hashed(sql, user.password)}, ${sql.json(user.userMetadata as JSONValue)})`;
}

/**
 * The addresses that GoTrue accepts, which are those of HTML's email fields, with a dot in the domain and at most 64
 * characters before the @. They have no quoted names, and other alphabets only in Punycode.
 */
export const address = z.email({
  pattern:
    /^(?=[^@]{1,64}@)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/,
});

/** Hashes with bcrypt as lite does, but in the database, because bcryptjs would block all other requests. */
export function hashed(sql: Sql, password: string | undefined) {
  // This is lite's own setting and its default.
  const cost = Number(process.env.LITE_AUTH_BCRYPT_COST || 10);
  return password === undefined
    ? sql`null`
    : sql`extensions.crypt(${password}, extensions.gen_salt('bf', ${cost}::int))`;
}

/** Returns the text without null characters, which Postgres refuses. */
export const readable = (text: string): string => text.replaceAll('\0', '');

/** Returns an email's six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Returns the link token of a code, as lite computes and checks it. */
export const tokenOf = (email: string, code: string): string =>
  createHash('sha256')
    .update(email.toLowerCase() + code)
    .digest('hex');

/** Returns a one-time token for a link. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

export async function findUser(sql: Sql, id: string): Promise<Json | undefined> {
  const [row] = await sql`${selectUsers(sql)} where u.id = ${id} and u.deleted_at is null`;
  return row && toUser(row);
}

export async function findUserByEmail(sql: Sql, email: string): Promise<Json | undefined> {
  const [row] = await sql`${selectUsers(sql)} where u.email = ${email.toLowerCase()} and u.deleted_at is null`;
  return row && toUser(row);
}

export async function listUsers(sql: Sql, page: number, perPage: number): Promise<{ users: Json[]; total: number }> {
  const rows = await sql`
    ${selectUsers(sql)} where u.deleted_at is null order by u.created_at desc, u.id limit ${perPage} offset ${(page - 1) * perPage}`;
  const [count] = await sql`select count(*)::int as total from auth.users where deleted_at is null`;
  return { users: rows.map(toUser), total: Number(count?.total ?? 0) };
}

function selectUsers(sql: Sql) {
  return sql`
    select u.*, coalesce((
      select jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data, 'provider', i.provider,
        'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email))
      from auth.identities i where i.user_id = u.id), '[]') as identities
    from auth.users u`;
}

/** Returns a row of auth.users as GoTrue shows it, without password and tokens. */
function toUser(row: Row): Json {
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    phone: row.phone ?? '',
    email_confirmed_at: row.email_confirmed_at ?? undefined,
    confirmed_at: row.confirmed_at ?? undefined,
    confirmation_sent_at: row.confirmation_sent_at ?? undefined,
    invited_at: row.invited_at ?? undefined,
    recovery_sent_at: row.recovery_sent_at ?? undefined,
    last_sign_in_at: row.last_sign_in_at ?? undefined,
    banned_until: row.banned_until ?? undefined,
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities,
    created_at: row.created_at,
    updated_at: row.updated_at,
    is_anonymous: row.is_anonymous,
  };
}
