import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Claims } from './token.ts';

export interface Message {
  id: string;
  topic: string;
  event: string;
  payload: unknown;
  private: boolean;
}

export type Permission = 'read' | 'write';

/** Ends a transaction that only checked policies. */
const ROLL_BACK = new Error('The probe row is rolled back.');

/** The realtime server's access to the database, for rights on topics and messages. */
export class Database {
  private readonly sql: postgres.Sql;

  constructor(url: string) {
    // `fetch_types` is off, because if Postgres dies during that query of the library's own, ours never gets a
    // response.
    this.sql = postgres(url, {
      max: 3,
      idle_timeout: 10,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => undefined,
    });
  }

  /**
   * Checks the policies of realtime.messages as hosted Realtime does: whether this caller may see or insert a row
   * of the topic. The probe row is rolled back.
   */
  async allows(permission: Permission, topic: string, claims: Claims): Promise<boolean> {
    const id = randomUUID();
    const sub = typeof claims.sub === 'string' ? claims.sub : '';
    let allowed = false;
    const probe = this.sql.begin(async (tx) => {
      const insertProbe = () => tx`
        insert into realtime.messages (id, topic, extension, event, private) values (${id}, ${topic}, 'broadcast', 'probe', true)`;
      if (permission === 'read') await insertProbe();
      await tx`
        select set_config('role', ${claims.role}, true), set_config('realtime.topic', ${topic}, true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('request.jwt.claim.sub', ${sub}, true)`;
      if (permission === 'write') await insertProbe();
      else if ((await tx`select 1 from realtime.messages where id = ${id}`).length === 0) throw ROLL_BACK;
      allowed = true;
      throw ROLL_BACK;
    });
    await probe.catch((error: postgres.PostgresError) => {
      // 42501 means that a policy or missing grant refused it. Any other error is ours and can be retried.
      if (error !== ROLL_BACK && error.code !== '42501') throw error;
    });
    return allowed;
  }

  /** Returns messages by id, which is the order of the commits that announced them. */
  async messages(ids: string[]): Promise<Message[]> {
    return [
      ...(await this.sql<Message[]>`
        select m.id, m.topic, coalesce(m.event, '') as event, m.payload, coalesce(m.private, false) as private
        from unnest(string_to_array(${ids.join(',')}, ',')::uuid[]) with ordinality as wanted (id, position) join realtime.messages m using (id)
        where m.extension = 'broadcast' order by position`),
    ];
  }

  async prune(): Promise<void> {
    await this.sql`select realtime.prune_messages()`;
  }

  async end(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }
}
