import postgres, { type Sql } from 'postgres';
import { withRefusal } from '../database-errors.ts';
import type { Lite } from '../lite.ts';
import { readProjectConfig } from '../project.ts';
import { AccountEmails } from './account-emails.ts';
import { handleAdmin } from './admin.ts';
import { Attempts } from './attempts.ts';
import { isOddBody, readJson, withAuthRequest } from './context.ts';
import { EmailPauses } from './email-pauses.ts';
import { asksForEmail, RequestLimits, readLimits } from './limits.ts';
import { LinkTokens } from './link-tokens.ts';
import { AuthMailer, type EmailLanguage, type EmailText, type SendMail } from './mailer.ts';
import { methodOf, SessionMethods } from './methods.ts';
import { type PasswordLengths, readPasswordLengths, refusePassword } from './passwords.ts';
import type { RedirectRules } from './redirects.ts';
import { authError, refusedBy } from './responses.ts';
import { sessionOf } from './session.ts';
import { isPassword, PasswordSignIns } from './sign-in.ts';
import { address, findUserByEmail, readable } from './users.ts';
import { verifyLink } from './verify.ts';

export type AuthOptions = {
  project: string;
  databaseUrl: string;
  secretKey: string;
  jwtSecret: string;
  apiUrl: string;
  send: SendMail;
  emailText?: EmailText | undefined;
  emailLanguage?: EmailLanguage | undefined;
  /** The fewest characters of a password that replaces another, if that is more than config.toml says. */
  laterPasswordLength?: number | undefined;
} & RedirectRules;

// Wrong guesses of the six digits are counted per account. GoTrue counts only per network, and networks are cheap.
// A stranger who guesses blocks the owner's digits for a while, but not the email's link.
const MAX_WRONG_CODES = 5;
const CODES_WINDOW_MS = 15 * 60_000;
const MAX_ADDRESS = 320;
/** The routes that send an email to any address. Each refuses an invalid one, as GoTrue does. */
const EMAIL_ROUTES = new Set([
  ...['signup', 'resend', 'recover', 'otp', 'magiclink'].map((path) => `POST /${path}`),
  'PUT /user',
]);

/**
 * Features of GoTrue that lite's auth lacks, handled before requests reach it. Each part names the gap that it
 * closes.
 */
export class AuthShims {
  readonly mailer: AuthMailer;
  private readonly sql: Sql;
  readonly methods: SessionMethods;
  private readonly codes = new Attempts(MAX_WRONG_CODES, CODES_WINDOW_MS);
  private readonly passwords: PasswordSignIns;
  private readonly emails: AccountEmails;
  private readonly lengths: PasswordLengths;
  private readonly pauses: EmailPauses;
  private readonly limits: RequestLimits;
  readonly links: LinkTokens;
  private readonly secretKey: string;
  readonly redirects: RedirectRules;

  constructor(options: AuthOptions) {
    this.sql = postgres(options.databaseUrl, { max: 5, onnotice: () => undefined });
    this.methods = new SessionMethods(this.sql, options.jwtSecret);
    this.links = new LinkTokens(options.jwtSecret);
    const config = readProjectConfig(options.project);
    this.mailer = new AuthMailer({
      project: options.project,
      templates: config.auth.email.template,
      emailText: options.emailText,
      emailLanguage: options.emailLanguage,
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
    const { siteUrl, redirectUrls, hosts } = options;
    this.redirects = { siteUrl, redirectUrls, hosts };
    const limits = readLimits(config);
    this.passwords = new PasswordSignIns(this.sql, limits.signInsPerNetwork);
    this.lengths = readPasswordLengths(config, options.laterPasswordLength);
    this.pauses = new EmailPauses(this.sql, limits.emailPauseSeconds);
    const { sql, mailer, pauses, lengths } = this;
    this.emails = new AccountEmails({ sql, mailer, pauses, lengths });
    this.limits = new RequestLimits(limits);
  }

  /** `client` is the request's network address. */
  async handle(request: Request, lite: Lite, client: string): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/^\/auth\/v1/, '');
    const route = `${request.method} ${path}`;
    const refused = this.limits.refuse(route, client);
    if (refused) return refused;
    const answer = () => this.answer(request, path, { lite, client });
    return asksForEmail(route, await readJson(request.clone())) ? this.limits.sendEmail(answer) : answer();
  }

  private async answer(request: Request, path: string, caller: { lite: Lite; client: string }): Promise<Response> {
    const { sql, mailer, secretKey, redirects, lengths } = this;
    const admin = await withAuthRequest(request, redirects, () =>
      handleAdmin(request, path, { sql, mailer, secretKey, lengths }),
    );
    if (admin) return admin;
    if (await isOddBody(request.clone())) return authError(400, 'validation_failed', 'Could not read the request');
    const route = `${request.method} ${path}`;
    const method = methodOf(route, new URL(request.url));
    const { response, refusal } = await withRefusal(() =>
      withAuthRequest(request, redirects, () => this.route(request, route, caller)),
    );
    return refusal ? refusedBy(refusal) : this.methods.mark(response, method);
  }

  async close(): Promise<void> {
    await this.emails.idle();
    await this.mailer.idle();
    await this.sql.end({ timeout: 5 });
  }

  private async route(
    request: Request,
    route: string,
    { lite, client }: { lite: Lite; client: string },
  ): Promise<Response> {
    const { email } = await readJson(request.clone());
    // No account has it, and limits and pauses would remember its whole length.
    if (typeof email === 'string' && email.length > MAX_ADDRESS)
      return authError(400, 'validation_failed', 'Unable to validate email address');
    if (EMAIL_ROUTES.has(route) && typeof email === 'string' && !address.safeParse(email).success)
      return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
    if (route === 'POST /signup') return this.emails.signUp(request, lite);
    if (route === 'POST /resend') return this.emails.resend(request, lite);
    if (route === 'POST /recover') return this.emails.recover(request, lite);
    if (route === 'POST /otp' || route === 'POST /magiclink') return this.emails.sendSignInLink(request, lite);
    if (route === 'POST /token') return this.openSession(request, lite, client);
    if (route === 'GET /verify') return verifyLink(request, lite, this);
    if (route === 'POST /verify') return this.verifyCode(request, lite);
    if (route === 'PUT /user') return this.updateUser(request, lite);
    return lite.fetch(request);
  }

  private async openSession(request: Request, lite: Lite, client: string): Promise<Response> {
    const { email, password, refresh_token: token } = await readJson(request.clone());
    const grant = new URL(request.url).searchParams.get('grant_type');
    const open = async () => (await this.refuseBanned(String(email ?? ''), String(token ?? ''))) ?? lite.fetch(request);
    if (grant !== 'password' || typeof email !== 'string' || typeof password !== 'string') return open();
    return this.passwords.limit({ email, password, client }, open);
  }

  /** lite 0.10.0 lets banned users sign in and refresh sessions. */
  private async refuseBanned(email: string, token: string): Promise<Response | undefined> {
    const [banned] = await this.sql`
      select 1 as found from auth.users u where u.banned_until > now() and (
        u.email = ${readable(email.toLowerCase())}
        or u.id in (select t.user_id from auth.refresh_tokens t where t.token = ${readable(token)}))`;
    return banned && authError(400, 'user_banned', 'User is banned');
  }

  /** Checks an email's six digits. lite 0.10.0 allows endless guessing, and accepts a link's token as well. */
  private async verifyCode(request: Request, lite: Lite): Promise<Response> {
    const { token_hash: token, ...body } = await readJson(request.clone());
    if (token !== undefined) {
      const own = this.links.open(String(body.type), String(token));
      return own === undefined ? expired() : lite.fetch(verifyRequest(request, { ...body, token_hash: own }));
    }
    // Another number of digits would move the border between address and code in lite's hash, and count for no one.
    if (!/^\d{6}$/.test(String(body.token ?? ''))) return expired();
    const email = String(body.email ?? '');
    const forget = this.codes.begin(email.toLowerCase());
    if (!forget) return authError(429, 'over_request_rate_limit', 'Too many wrong codes');
    const response = await lite.fetch(verifyRequest(request, body));
    if (response.ok) forget();
    return response;
  }

  /**
   * Updates a user. A new password ends the user's other sessions, as in GoTrue, while in lite 0.10.0 a thief's
   * session survives. This works even if the user's own session has ended because someone else opened its email.
   */
  private async updateUser(request: Request, lite: Lite): Promise<Response> {
    const { password, email } = await readJson(request.clone());
    // lite checks the session first, so that the refusals below are about the caller's own account. As in GoTrue, the
    // pause of a new address's email counts for the account.
    const { url, headers } = request;
    const found = await lite.fetch(new Request(url, { headers }));
    if (!found.ok) return found;
    const { email: current } = await readJson(found);
    const refused = typeof password === 'string' ? await this.refuseNewPassword(String(current), password) : undefined;
    if (refused) return refused;
    return typeof email === 'string' && email !== '' && email.toLowerCase() !== current
      ? this.pauses.between(String(current), 'email_change', () => this.passOn(request, lite, password))
      : this.passOn(request, lite, password);
  }

  /**
   * Refuses a new password that is shorter than `laterPasswordLength`. The current one gets lite's own refusal
   * ("same_password"), because the first password may be shorter and is sent again to confirm it.
   */
  private async refuseNewPassword(email: string, password: string): Promise<Response | undefined> {
    const refused = refusePassword(password, this.lengths.later);
    if (refused?.status !== 422 || refusePassword(password, this.lengths.first)) return refused;
    return (await isPassword(this.sql, email, password)) ? undefined : refused;
  }

  private async passOn(request: Request, lite: Lite, password: unknown): Promise<Response> {
    const session = sessionOf(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
    const response = await lite.fetch(request);
    if (response.ok && typeof password === 'string' && session) {
      const { id } = await readJson(response.clone());
      await this.sql`delete from auth.sessions where id <> ${session} and user_id = ${String(id)}`;
    }
    return response;
  }
}

/**
 * Maps types of emails. GoTrue also accepts "email" (of any email) and "invite", which lite 0.10.0 names
 * differently. Its "magiclink" would accept a sign-up's digits too.
 */
function verifyRequest(request: Request, body: Record<string, unknown>): Request {
  const type = LITE_TYPES.get(String(body.type)) ?? body.type;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return new Request(request.url, { method: 'POST', headers, body: JSON.stringify({ ...body, type }) });
}

const LITE_TYPES = new Map([
  ['invite', 'signup'],
  ['magiclink', 'recovery'],
  ['email', 'magiclink'],
]);

const expired = () => authError(403, 'otp_expired', 'Email link is invalid or has expired');
