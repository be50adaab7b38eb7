import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Claims } from './token.ts';

export interface Message {
  id: string;
  topic: string;
  event: string;
  payload: unknown;
  private: boolean;
}

export type Permission = 'read' | 'write';

/** The realtime server's view of the database: who may do what on a topic, and the messages themselves. */
export class Database {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: 3,
      idleTimeoutMillis: 10_000,
      connectionTimeoutMillis: 5000,
    });
    this.pool.on('error', () => undefined); // an idle connection that dies is replaced by the next query
  }

  /**
   * Asks the policies of realtime.messages, the way hosted Realtime does: may this caller see, or insert, a row of the topic?
   * The probe row is rolled back.
   */
  async allows(permission: Permission, topic: string, claims: Claims): Promise<boolean> {
    const client = await this.pool.connect();
    const id = randomUUID();
    const probe = 'insert into realtime.messages (id, topic, extension, event, private) values ($1, $2, $3, $4, true)';
    const values = [id, topic, 'broadcast', 'probe'];
    try {
      await client.query('begin');
      if (permission === 'read') await client.query(probe, values);
      await client.query(
        `select set_config('role', $1, true), set_config('realtime.topic', $2, true),
           set_config('request.jwt.claims', $3, true), set_config('request.jwt.claim.sub', $4, true)`,
        [claims.role, topic, JSON.stringify(claims), typeof claims.sub === 'string' ? claims.sub : ''],
      );
      if (permission === 'write') return await client.query(probe, values).then(() => true, refusal);
      const found = await client
        .query('select 1 from realtime.messages where id = $1', [id])
        .then((r) => r.rowCount, refusal);
      return found === 1;
    } finally {
      const broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      client.release(broken);
    }
  }

  /** In the order of the ids, which is the order of the commits that announced them. */
  async messages(ids: string[]): Promise<Message[]> {
    const { rows } = await this.pool.query<Message>(
      `select m.id, m.topic, coalesce(m.event, '') as event, m.payload, coalesce(m.private, false) as private
       from unnest($1::uuid[]) with ordinality as wanted (id, position) join realtime.messages m using (id)
       where m.extension = 'broadcast' order by position`,
      [ids],
    );
    return rows;
  }

  async prune(): Promise<void> {
    await this.pool.query('select realtime.prune_messages()');
  }

  async end(): Promise<void> {
    await this.pool.end();
  }
}

/** 42501: refused by a policy or a missing grant. Any other error is ours, and the caller may try again. */
function refusal(error: { code?: string }): false {
  if (error.code === '42501') return false;
  throw error;
}
