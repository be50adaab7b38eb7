import type { Calendar } from './calendar.ts';
import { languageOfCountry, people } from './content/people.ts';
import type { Person } from './content/types.ts';
import { phoneOf, uuidOf } from './ids.ts';
import { avatarUrl } from './media.ts';
import { insertRows, type Row, type Sql, toJson } from './rows.ts';

/**
 * The bcrypt hash of `territorio` with cost 10, because hashing it for each account would take longer than the rest
 * of the seed.
 */
export const PASSWORD_HASH = '$2a$10$kHIU7zt3UzWYvOV4qv26C.A37dihMaQmzv4Kg6//nt9h4XpP9hGcy';

export const userId = (key: string) => uuidOf(`user/${key}`);
export const emailOf = (key: string) => `${key}@territorio.test`;

/** Returns a date for "member since". Teams are older than the oldest booking, and guests aren't. */
const joinedAt = (calendar: Calendar, person: Person, index: number) =>
  calendar.ago(24 * ((person.roles ? 400 : 140) + ((index * 7) % 90)));

// The accounts with which people try the demo. They have chosen no language, so the page's applies.
const NAMED_ON_THE_START_PAGE = ['tourist', 'guide', 'manager', 'staff', 'shuttle', 'driver', 'partner', 'admin'];
const chosenLanguage = ({ key, country }: Person) =>
  NAMED_ON_THE_START_PAGE.includes(key) ? null : languageOfCountry(country);

function authUser(person: Person, createdAt: Date): Row {
  return {
    id: userId(person.key),
    instance_id: '00000000-0000-0000-0000-000000000000',
    aud: 'authenticated',
    role: 'authenticated',
    email: emailOf(person.key),
    encrypted_password: PASSWORD_HASH,
    email_confirmed_at: createdAt,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: {
      full_name: person.name,
      email: emailOf(person.key),
      email_verified: true,
      sub: userId(person.key),
      language: chosenLanguage(person),
    },
    // The hosted auth service reads these as text and fails for null.
    confirmation_token: '',
    recovery_token: '',
    email_change: '',
    email_change_token_new: '',
    is_sso_user: false,
    is_anonymous: false,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function identity(person: Person, createdAt: Date): Row {
  const id = userId(person.key);
  return {
    id: uuidOf(`identity/${person.key}`),
    provider: 'email',
    provider_id: id,
    user_id: id,
    identity_data: {
      sub: id,
      email: emailOf(person.key),
      full_name: person.name,
      email_verified: true,
      phone_verified: false,
    },
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function profile(person: Person, createdAt: Date): Row {
  const face = typeof person.face === 'string' ? person.face : person.face && person.key;
  return {
    id: userId(person.key),
    full_name: person.name,
    avatar_url: face ? avatarUrl(face) : null,
    country: person.country,
    bio: person.bio ?? null,
    territory_id: person.territory ?? null,
    hotel_name: person.business ?? null,
    created_at: createdAt,
  };
}

/** Inserts only columns that exist, because hosted and embedded auth differ in a few. */
async function insertKnown(sql: Sql, schema: string, table: string, rows: readonly Row[]): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} and is_generated = 'NEVER'`;
  const known = new Set(columns.map(({ name }) => name));
  await insertRows(
    sql,
    `${schema}.${table}`,
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name)))),
  );
}

/** Sets this password for all demo accounts. It is hashed once, because bcrypt is slow. */
export async function setPassword(sql: Sql, password: string): Promise<void> {
  await sql`
    with made as materialized (select extensions.crypt(${password}, extensions.gen_salt('bf', 10)) as hash)
    update auth.users set encrypted_password = made.hash from made where encrypted_password = ${PASSWORD_HASH}`;
}

/** Inserts accounts, profiles and roles. The trigger on auth.users creates the profile and grants `tourist`. */
export async function seedPeople(sql: Sql, calendar: Calendar): Promise<void> {
  const dated = people.map((person, index) => ({ person, createdAt: joinedAt(calendar, person, index) }));
  await insertKnown(
    sql,
    'auth',
    'users',
    dated.map(({ person, createdAt }) => authUser(person, createdAt)),
  );
  await insertKnown(
    sql,
    'auth',
    'identities',
    dated.map(({ person, createdAt }) => identity(person, createdAt)),
  );
  await sql`
    update public.profiles p
    set full_name = s.full_name, avatar_url = s.avatar_url, country = s.country, bio = s.bio, territory_id = s.territory_id,
        hotel_name = s.hotel_name, created_at = s.created_at
    from jsonb_populate_recordset(null::public.profiles, ${toJson(
      sql,
      dated.map(({ person, createdAt }) => profile(person, createdAt)),
    )}::jsonb) s
    where s.id = p.id`;
  await sql`update private.account_owners set owned_since = now(), how = 'given' where owned_since is null`;
  const grants = dated.flatMap(({ person, createdAt }) => [
    ...(person.roles ?? []).map((role) => ({
      user_id: userId(person.key),
      role,
      territory_id: person.territory ?? null,
      granted_by: userId('admin'),
      business_name: role === 'travel_partner' ? person.business : null,
      commission_level: role === 'travel_partner' ? (person.commission ?? 10) : null,
      paused_at: role === 'tour_guide' && person.paused ? calendar.ago(20) : null,
      created_at: createdAt,
    })),
    ...Object.entries(person.alsoIn ?? {}).map(([territory, commission], index) => ({
      user_id: userId(person.key),
      role: 'travel_partner',
      territory_id: territory,
      granted_by: userId('admin'),
      business_name: person.business,
      commission_level: commission,
      paused_at: null,
      created_at: new Date(createdAt.getTime() + (index + 1) * 86_400_000),
    })),
  ]);
  await insertRows(sql, 'private.role_grants', grants);
  const numbers = dated
    .filter(({ person }) => person.roles?.includes('tour_guide'))
    .map(({ person }) => ({ user_id: userId(person.key), whatsapp_number: phoneOf(person.key) }));
  await insertRows(sql, 'private.guide_numbers', numbers);
  await insertRows(sql, 'private.payee_accounts', bankDetails(dated.map(({ person }) => person)));
}

const PAID_ROLES = ['tour_guide', 'travel_partner', 'territory_manager'];

/** Returns bank details of two in three payees. The bank doesn't exist, and no account begins with these zeros. */
function bankDetails(all: readonly Person[]): Row[] {
  return all
    .filter(({ roles }) => roles?.some((role) => PAID_ROLES.includes(role)))
    .flatMap(({ key, name, business }, index) =>
      index % 3 === 2
        ? []
        : [
            {
              user_id: userId(key),
              holder: business ?? name,
              kind: business ? 'company' : 'person',
              tax_number: null,
              bank: 'Banco Ficticio de Muestra',
              account_type: index % 2 ? 'savings' : 'monetary',
              currency_code: 'GTQ',
              account_number: `0000${String(1001 + index).padStart(6, '0')}`,
            },
          ],
    );
}
