import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { isRefusal } from '../database-errors.ts';
import type { Lite } from '../lite.ts';
import { readJson } from './context.ts';
import type { EmailKind, EmailPauses } from './email-pauses.ts';
import type { AuthMailer } from './mailer.ts';
import { type PasswordLengths, refusePassword } from './passwords.ts';
import { authError, refusedBy } from './responses.ts';
import { findUserByEmail, insertUser, newCode, rehearseInsert, tokenOf } from './users.ts';

export type AccountEmailsOptions = { sql: Sql; mailer: AuthMailer; pauses: EmailPauses; lengths: PasswordLengths };

/**
 * Handles the requests that send an email to any address. Each gives the same answer to every address, and before
 * it does the same work, so that neither reveals which addresses have accounts.
 */
export class AccountEmails {
  private readonly sql: Sql;
  private readonly mailer: AuthMailer;
  private readonly pauses: EmailPauses;
  private readonly lengths: PasswordLengths;
  private readonly pending = new Set<Promise<unknown>>();

  constructor({ sql, mailer, pauses, lengths }: AccountEmailsOptions) {
    this.sql = sql;
    this.mailer = mailer;
    this.pauses = pauses;
    this.lengths = lengths;
  }

  /**
   * lite 0.10.0 answers a second sign-up with 429, and never emails again. GoTrue sends another email to an
   * unconfirmed address, and for a confirmed one it invents a user without identities.
   */
  async signUp(request: Request, lite: Lite): Promise<Response> {
    const { email, password, data } = await readJson(request.clone());
    if (typeof email !== 'string') return lite.fetch(request);
    if (typeof password !== 'string' || password === '')
      return authError(400, 'validation_failed', 'Signup requires a valid password');
    const refused = refusePassword(password, this.lengths.first);
    if (refused) return refused;
    const known = await this.createUser(email, data, { password, pause: 'confirmation' });
    if (known instanceof Response) return known;
    const user = await findUserByEmail(this.sql, email);
    this.later(() => this.mailUnconfirmed(email));
    const sent = { confirmation_sent_at: new Date().toISOString() };
    return Response.json(known?.email_confirmed_at ? { ...madeUpUser(email, data), ...sent } : { ...user, ...sent });
  }

  /** Repeats the email of a sign-up. lite 0.10.0 refuses that, however old the first one is. */
  async resend(request: Request, lite: Lite): Promise<Response> {
    const { type, email } = await readJson(request.clone());
    if ((type !== 'signup' && type !== 'email_change') || typeof email !== 'string') return lite.fetch(request);
    const refusal = await this.pauses.refuse(email, type === 'signup' ? 'confirmation' : type);
    if (refusal) return refusal;
    this.later(() => (type === 'signup' ? this.mailUnconfirmed(email) : lite.fetch(request)));
    return Response.json({});
  }

  async recover(request: Request, lite: Lite): Promise<Response> {
    const { email } = await readJson(request.clone());
    if (typeof email !== 'string') return lite.fetch(request);
    const refusal = await this.pauses.refuse(email, 'recovery');
    if (refusal) return refusal;
    this.later(() => lite.fetch(request));
    return Response.json({});
  }

  /**
   * Sends a sign-in link. lite 0.10.0 considers a new address confirmed before its email is read, and reveals
   * missing accounts if none may be created.
   */
  async sendSignInLink(request: Request, lite: Lite): Promise<Response> {
    const { email, create_user: mayCreate = true, data } = await readJson(request.clone());
    if (typeof email !== 'string') return lite.fetch(request);
    const refusal = mayCreate
      ? await this.createUser(email, data, { pause: 'recovery' })
      : await this.pauses.refuse(email, 'recovery');
    if (refusal instanceof Response) return refusal;
    this.later(async () => {
      const user = await findUserByEmail(this.sql, email);
      if (user?.email_confirmed_at) await lite.fetch(request);
      else await this.mailUnconfirmed(email);
    });
    return Response.json({});
  }

  /**
   * Creates a user, or does the same work without a result if the address has one, and returns that user. Returns a
   * refusal if the last email to the address was too recent.
   */
  private async createUser(
    email: string,
    data: unknown,
    { password, pause }: { password?: string; pause: EmailKind },
  ): Promise<Record<string, unknown> | Response | undefined> {
    const refusal = await this.pauses.refuse(email, pause);
    if (refusal) return refusal;
    const known = await findUserByEmail(this.sql, email);
    const userMetadata = typeof data === 'object' && data !== null ? { ...data } : {};
    const user = { email, password, emailConfirmed: false, userMetadata, appMetadata: {} };
    try {
      await (known ? rehearseInsert(this.sql, user) : insertUser(this.sql, user));
    } catch (error) {
      // Two sign-ups at once: the second one finds the account of the first.
      if (isTaken(error)) return findUserByEmail(this.sql, email);
      // A refused form is corrected and sent again.
      await this.pauses.end(email, pause);
      if (isRefusal(error)) return refusedBy(error);
      throw error;
    }
    return known;
  }

  /** Does work that depends on the account after the answer, whose duration would otherwise reveal the account. */
  private later(work: () => Promise<unknown>): void {
    const done = work()
      .catch((error: unknown) => console.error('Auth: after the answer:', error))
      .finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  private async mailUnconfirmed(email: string): Promise<void> {
    const user = await findUserByEmail(this.sql, email);
    if (user && !user.email_confirmed_at) await this.mailConfirmation(user);
  }

  private async mailConfirmation(user: Record<string, unknown>): Promise<void> {
    const code = newCode();
    const token = tokenOf(String(user.email), code);
    await this.sql`
      update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${String(user.id)}`;
    await this.mailer.sendConfirmation(String(user.email), token, code, { userId: String(user.id) });
  }

  /** Resolves when the work after all answers is done. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Returns GoTrue's response to a sign-up with an address that has an account. */
function madeUpUser(email: string, data: unknown): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: typeof data === 'object' && data !== null ? data : {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
