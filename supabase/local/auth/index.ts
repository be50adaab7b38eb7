import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { withRefusal } from '../database-errors.ts';
import type { Lite } from '../lite.ts';
import { handleAdmin } from './admin.ts';
import { CodeGuesses } from './code-guesses.ts';
import { readJson, withAuthRequest } from './context.ts';
import { LinkTokens } from './link-tokens.ts';
import { AuthMailer, type SendMail } from './mailer.ts';
import { methodOf, SessionMethods } from './methods.ts';
import { authError, refusedBy } from './responses.ts';
import { sessionOf } from './session.ts';
import { findUserByEmail, newCode, tokenOf } from './users.ts';
import { verifyLink } from './verify.ts';

export type AuthOptions = {
  databaseUrl: string;
  secretKey: string;
  jwtSecret: string;
  apiUrl: string;
  siteUrl: string;
  send: SendMail;
};

// GoTrue's max_frequency: one e-mail an address and minute.
const RESEND_SECONDS = 60;

/** What GoTrue has and lite's auth lacks, in front of it. Each part says which gap it closes. */
export class AuthShims {
  readonly mailer: AuthMailer;
  private readonly sql: Sql;
  readonly methods: SessionMethods;
  private readonly guesses = new CodeGuesses();
  readonly links: LinkTokens;
  private readonly secretKey: string;

  constructor(options: AuthOptions) {
    this.sql = postgres(options.databaseUrl, { max: 5, onnotice: () => undefined });
    this.methods = new SessionMethods(this.sql, options.jwtSecret);
    this.links = new LinkTokens(options.jwtSecret);
    this.mailer = new AuthMailer({
      apiUrl: options.apiUrl,
      siteUrl: options.siteUrl,
      send: options.send,
      links: this.links,
      languageOf: async (email) => {
        const user = await findUserByEmail(this.sql, email);
        return (user?.user_metadata as { language?: unknown } | undefined)?.language;
      },
    });
    this.secretKey = options.secretKey;
  }

  async handle(request: Request, lite: Lite): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/^\/auth\/v1/, '');
    const { sql, mailer, secretKey } = this;
    const admin = await withAuthRequest(request, () => handleAdmin(request, path, { sql, mailer, secretKey }));
    if (admin) return admin;
    const route = `${request.method} ${path}`;
    const method = methodOf(route, new URL(request.url));
    const { response, refusal } = await withRefusal(() =>
      withAuthRequest(request, () => this.route(request, route, lite)),
    );
    return refusal ? refusedBy(refusal) : this.methods.mark(response, method);
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }

  private async route(request: Request, route: string, lite: Lite): Promise<Response> {
    if (route === 'POST /signup') return (await this.repeatedSignUp(request.clone())) ?? lite.fetch(request);
    if (route === 'POST /resend') return (await this.resendConfirmation(request.clone())) ?? lite.fetch(request);
    if (route === 'POST /token') return (await this.refuseBanned(request.clone())) ?? lite.fetch(request);
    if (route === 'GET /verify') return verifyLink(request, lite, this);
    if (route === 'POST /verify') return this.verifyCode(request, lite);
    if (route === 'PUT /user') return this.updateUser(request, lite);
    return lite.fetch(request);
  }

  /**
   * lite 0.10.0 answers a second sign-up with 429, which tells nothing and never mails again. GoTrue: who has not confirmed
   * gets another e-mail; for a confirmed address it makes up a user without identities, so that nobody can probe for accounts.
   */
  private async repeatedSignUp(request: Request): Promise<Response | undefined> {
    const { email } = await readJson(request);
    const user = typeof email === 'string' ? await findUserByEmail(this.sql, email) : undefined;
    if (!user) return undefined;
    if (!user.email_confirmed_at) return (await this.mailConfirmation(user)) ?? Response.json(user);
    const now = new Date().toISOString();
    return Response.json({
      id: randomUUID(),
      aud: 'authenticated',
      role: '',
      email: user.email,
      phone: '',
      confirmation_sent_at: now,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      identities: [],
      created_at: now,
      updated_at: now,
      is_anonymous: false,
    });
  }

  /** lite 0.10.0 refuses every resend of a confirmation, however long ago the first one was. */
  private async resendConfirmation(request: Request): Promise<Response | undefined> {
    const { type, email } = await readJson(request);
    if (type !== 'signup' || typeof email !== 'string') return undefined;
    const user = await findUserByEmail(this.sql, email);
    if (!user || user.email_confirmed_at) return Response.json({});
    return (await this.mailConfirmation(user)) ?? Response.json({});
  }

  private async mailConfirmation(user: Record<string, unknown>): Promise<Response | undefined> {
    const code = newCode();
    const token = tokenOf(String(user.email), code);
    const [sent] = await this.sql`
      update auth.users set confirmation_token = ${token}, confirmation_sent_at = now()
      where id = ${String(user.id)}
        and (confirmation_sent_at is null or confirmation_sent_at < now() - make_interval(secs => ${RESEND_SECONDS}))
      returning id`;
    if (!sent) {
      const message = `For security purposes, you can only request this once every ${RESEND_SECONDS} seconds`;
      return authError(429, 'over_email_send_rate_limit', message);
    }
    await this.mailer.sendConfirmation(String(user.email), token, code, { userId: String(user.id) });
    return undefined;
  }

  /** lite 0.10.0 lets a banned user sign in with her password and refresh her session. */
  private async refuseBanned(request: Request): Promise<Response | undefined> {
    const { email, refresh_token: token } = await readJson(request);
    const [banned] = await this.sql`
      select 1 as found from auth.users u where u.banned_until > now() and (
        u.email = ${String(email ?? '').toLowerCase()}
        or u.id in (select t.user_id from auth.refresh_tokens t where t.token = ${String(token ?? '')}))`;
    return banned && authError(400, 'user_banned', 'User is banned');
  }

  /** The six digits of a letter. lite 0.10.0 lets anybody guess them without end, and takes a link's token as well. */
  private async verifyCode(request: Request, lite: Lite): Promise<Response> {
    const { token_hash: token, ...body } = await readJson(request.clone());
    if (token !== undefined) {
      const own = this.links.open(String(token));
      return own === undefined ? expired() : lite.fetch(verifyRequest(request, { ...body, token_hash: own }));
    }
    // Digits of another number would move the border between address and code in what lite hashes, and so count for nobody.
    if (!/^\d{6}$/.test(String(body.token ?? ''))) return expired();
    return this.guesses.limit(String(body.email ?? ''), () => lite.fetch(verifyRequest(request, body)));
  }

  /**
   * A new password ends the user's other sessions, as in GoTrue; in lite 0.10.0 a thief's session survives it. Also where the own one has
   * ended meanwhile: by its letter, which somebody else has just opened.
   */
  private async updateUser(request: Request, lite: Lite): Promise<Response> {
    const { password } = await readJson(request.clone());
    const session = sessionOf(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
    const response = await lite.fetch(request);
    if (response.ok && typeof password === 'string' && session) {
      const { id } = await readJson(response.clone());
      await this.sql`delete from auth.sessions where id <> ${session} and user_id = ${String(id)}`;
    }
    return response;
  }
}

/** GoTrue also takes "email" (any e-mail link) and "invite"; lite 0.10.0 has them under other names. */
function verifyRequest(request: Request, body: Record<string, unknown>): Request {
  const type = body.type === 'invite' ? 'signup' : body.type === 'email' ? 'magiclink' : body.type;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return new Request(request.url, { method: 'POST', headers, body: JSON.stringify({ ...body, type }) });
}

const expired = () => authError(403, 'otp_expired', 'Email link is invalid or has expired');
