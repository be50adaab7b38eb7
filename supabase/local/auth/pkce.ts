import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

type Challenge = { value: string; method: 's256' | 'plain' };

const PREFIX = 'pkce_';

/**
 * PKCE for links in e-mails, which lite 0.10.0 has for OAuth only. The link's token names a flow that holds the challenge of
 * the browser that asked; the link then gives a code instead of a session, and lite's own `grant_type=pkce` redeems it.
 */
export class PkceFlows {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** Returns the token for the link. */
  async guard(token: string, userId: string, challenge: Challenge, method: string): Promise<string> {
    const id = randomUUID();
    await this.sql`
      insert into auth.flow_state (id, user_id, authentication_method, provider_type, code_challenge, code_challenge_method)
      values (${id}, ${userId}, ${method === 'signup' ? 'email/signup' : method}, 'email', ${challenge.value}, ${challenge.method})`;
    return `${PREFIX}${id}_${token}`;
  }

  /** Splits a link's token; `flowId` is undefined for a link without PKCE. */
  parse(token: string): { token: string; flowId: string | undefined } {
    const match = /^pkce_([0-9a-f-]{36})_(.+)$/.exec(token);
    return match?.[2] ? { token: match[2], flowId: match[1] } : { token, flowId: undefined };
  }

  /** Trades the session that the link opened for a code; the five minutes that lite gives a code start now. */
  async issueCode(flowId: string, sessionId: string): Promise<string | undefined> {
    const code = randomUUID();
    return this.sql.begin(async (transaction) => {
      await transaction`delete from auth.sessions where id = ${sessionId}`;
      const [flow] = await transaction`
        update auth.flow_state set auth_code = ${code}, auth_code_issued_at = now(), created_at = now()
        where id = ${flowId} and auth_code is null returning id`;
      return flow ? code : undefined;
    });
  }
}
