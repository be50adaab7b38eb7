import type { Sql } from 'postgres';
import { Attempts } from './attempts.ts';
import { authError } from './responses.ts';
import { hashed, readable } from './users.ts';

const WINDOW_MS = 5 * 60_000;

/**
 * Limits password guesses of a network, and hides whether an account exists. lite 0.10.0 has no limit. As in GoTrue
 * no limit counts for an account, because strangers could then keep its owner out.
 */
export class PasswordSignIns {
  private readonly networks: Attempts;
  private readonly sql: Sql;

  constructor(sql: Sql, perNetwork: number) {
    this.sql = sql;
    this.networks = new Attempts(perNetwork, WINDOW_MS);
  }

  /** Runs `signIn` if the password is right. Any other response is the same for every address. */
  async limit(
    { email, password, client }: { email: string; password: string; client: string },
    signIn: () => Promise<Response>,
  ): Promise<Response> {
    const forget = this.networks.begin(client);
    if (!forget) {
      return authError(429, 'over_request_rate_limit', 'Too many wrong passwords. Please wait five minutes.');
    }
    if (!(await isPassword(this.sql, email, password))) {
      return authError(400, 'invalid_credentials', 'Invalid login credentials');
    }
    forget();
    return signIn();
  }
}

let dummy: Promise<string> | undefined;
/** Returns a hash to compare with if there is no account, or none with a password. */
async function dummyHash(sql: Sql): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`select ${hashed(sql, 'nobody has this')} as hash`;
  return row?.hash ?? '';
}

/**
 * Returns whether this is the account's password. It compares one hash for every address, so that timing reveals
 * nothing. Postgres accepts only the bcrypt prefix "$2a$". lite writes "$2b$", which is equivalent for its
 * passwords.
 */
export async function isPassword(sql: Sql, email: string, password: string): Promise<boolean> {
  dummy ??= dummyHash(sql);
  const [row] = await sql<{ same: boolean; has_password: boolean }[]>`
    select substr(extensions.crypt(${readable(password)}, '$2a$' || substr(coalesce(nullif(u.encrypted_password, ''), ${await dummy}), 5)), 5)
        = substr(u.encrypted_password, 5) as same, u.encrypted_password is not null as has_password
    from (select 1) one left join auth.users u on u.email = ${readable(email.toLowerCase())} and u.deleted_at is null`;
  return row?.has_password === true && row.same && !password.includes('\0');
}
