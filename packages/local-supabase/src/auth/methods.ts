import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { sessionOf } from './session.ts';

/** How a session was opened, as in GoTrue's token claim `amr`. */
type Method = 'password' | 'otp';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Adds the claims `amr` and `aal`, which lite 0.10.0 omits: how and when the session was opened. As in GoTrue they
 * are stored in auth.mfa_amr_claims, so that a renewed token has the same.
 */
export class SessionMethods {
  private readonly sql: Sql;
  private readonly jwtSecret: string;

  constructor(sql: Sql, jwtSecret: string) {
    this.sql = sql;
    this.jwtSecret = jwtSecret;
  }

  /** Returns the response with claims added to its access token. */
  async mark(response: Response, method: Method | undefined): Promise<Response> {
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const again = (body: string) => new Response(body, { status: response.status, headers });
    const session: unknown = text === '' ? null : JSON.parse(text);
    if (typeof session !== 'object' || session === null || !('access_token' in session)) return again(text);
    return again(
      JSON.stringify({ ...session, access_token: await this.markToken(String(session.access_token), method) }),
    );
  }

  async markToken(token: string, method: Method | undefined): Promise<string> {
    const session = sessionOf(token);
    if (!session) return token;
    if (method) {
      await this.sql`
        insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, ${method})
        on conflict (session_id, authentication_method) do update set updated_at = now()`;
    }
    const amr = await this.sql`
      select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
      from auth.mfa_amr_claims where session_id = ${session} order by updated_at desc`;
    const [header = '', payload = ''] = token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const signed = `${header}.${encode({ ...claims, aal: 'aal1', amr: [...amr] })}`;
    return `${signed}.${createHmac('sha256', this.jwtSecret).update(signed).digest('base64url')}`;
  }
}

/** Returns how this request opens a session, or undefined if it renews one or opens none. */
export function methodOf(route: string, url: URL): Method | undefined {
  if (route === 'POST /verify') return 'otp';
  if (route === 'POST /signup') return 'password';
  const isPassword = route === 'POST /token' && url.searchParams.get('grant_type') === 'password';
  return isPassword ? 'password' : undefined;
}
