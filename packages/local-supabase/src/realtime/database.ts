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

  /** Returns whether the policies let this caller read or write a topic (see realtime.allows). */
  async allows(permission: Permission, topic: string, claims: Claims): Promise<boolean> {
    const rows = await this.sql<{ allowed: boolean }[]>`
      select realtime.allows(${permission}, ${topic}, ${this.sql.json(claims as postgres.JSONValue)}) as allowed`;
    return rows[0]?.allowed ?? false;
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
