import type { Sql } from 'postgres';
import { authError } from './responses.ts';
import { readable } from './users.ts';

/**
 * The kinds of emails that have their own pause. Sign-in links and new-password links share a token, and so a
 * pause, as in GoTrue.
 */
export type EmailKind = 'confirmation' | 'recovery' | 'email_change';

/**
 * Implements GoTrue's max_frequency: one email per address and kind in a minute. It counts for every address, with
 * or without an account, so that the refusal reveals nothing.
 */
export class EmailPauses {
  private readonly sql: Sql;
  private readonly seconds: number;

  constructor(sql: Sql, seconds: number) {
    this.sql = sql;
    this.seconds = seconds;
  }

  /** Records a requested email. Returns a refusal if the last one was too recent. */
  async refuse(email: string, kind: EmailKind): Promise<Response | undefined> {
    await this.sql`delete from auth.email_pauses where asked_at < now() - make_interval(secs => ${this.seconds})`;
    const [first] = await this.sql`
      insert into auth.email_pauses (address, kind) values (${readable(email.toLowerCase())}, ${kind})
      on conflict do nothing returning 1 as first`;
    if (first) return undefined;
    const message = `For security purposes, you can only request this once every ${this.seconds} seconds`;
    return authError(429, 'over_email_send_rate_limit', message);
  }

  /** Answers a request for an email, unless the last one was too recent. A refused request sends none. */
  async between(email: string, kind: EmailKind, answer: () => Promise<Response>): Promise<Response> {
    const refusal = await this.refuse(email, kind);
    if (refusal) return refusal;
    const response = await answer();
    if (!response.ok) await this.end(email, kind);
    return response;
  }

  /** Ends a pause whose email was not sent. */
  async end(email: string, kind: EmailKind): Promise<void> {
    await this.sql`delete from auth.email_pauses where address = ${readable(email.toLowerCase())} and kind = ${kind}`;
  }
}
