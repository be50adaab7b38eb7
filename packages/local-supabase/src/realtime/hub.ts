import type { Database } from './database.ts';
import type { Broadcast } from './protocol.ts';
import type { Claims } from './token.ts';

interface Client {
  readonly lastSeen: number;
  close(code: number, reason: string): void;
  terminate(): void;
}

interface Member {
  readonly topic: string;
  readonly private: boolean;
  /** True if it receives its own broadcasts. */
  readonly self: boolean;
  deliver(broadcast: Broadcast): void;
}

type ListenTo = (topic: string, isPrivate: boolean, on: boolean) => Promise<void>;

/** Keeps the listeners of each topic. Private and public channels of one name are different topics. */
export class Hub {
  readonly database: Database;
  readonly identify: (token: string) => Promise<Claims>;
  readonly connections = new Set<Client>();
  /** Announces topics to the database. It is set once there is a connection. */
  listenTo: ListenTo = () => Promise.reject(new Error('not connected to the database'));
  private readonly members = new Map<string, Set<Member>>();
  private readonly announced = new Set<string>();
  private announcing: Promise<void> = Promise.resolve();

  constructor(database: Database, identify: (token: string) => Promise<Claims>) {
    this.database = database;
    this.identify = identify;
  }

  /** Resolves when messages to the topic will arrive from now on. */
  async add(member: Member): Promise<void> {
    const key = memberKey(member.topic, member.private);
    const members = this.members.get(key) ?? new Set();
    this.members.set(key, members.add(member));
    await this.announce(member.topic, member.private);
  }

  remove(member: Member): void {
    const key = memberKey(member.topic, member.private);
    const members = this.members.get(key);
    members?.delete(member);
    if (members?.size === 0) this.members.delete(key);
    // If this fails, the connection and its announcements no longer exist.
    this.announce(member.topic, member.private).catch(() => undefined);
  }

  publish(topic: string, isPrivate: boolean, broadcast: Broadcast, sender?: Member): void {
    for (const member of this.members.get(memberKey(topic, isPrivate)) ?? []) {
      if (member !== sender || member.self) member.deliver(broadcast);
    }
  }

  /** Messages were missed, or the connection is new. Clients rejoin and refetch, which covers both. */
  startOver(): void {
    this.announced.clear();
    this.closeAll(1012, 'messages were missed');
  }

  closeAll(code: number, reason: string): void {
    for (const connection of this.connections) connection.close(code, reason);
  }

  disconnected(client: Client): void {
    this.connections.delete(client);
  }

  /**
   * Tells the database whether the topic has members. It runs one at a time, because a leave must not overtake a
   * join.
   */
  private announce(topic: string, isPrivate: boolean): Promise<void> {
    const key = memberKey(topic, isPrivate);
    const update = this.announcing.then(async () => {
      const wanted = this.members.has(key);
      if (wanted === this.announced.has(key)) return;
      await this.listenTo(topic, isPrivate, wanted);
      if (wanted) this.announced.add(key);
      else this.announced.delete(key);
    });
    this.announcing = update.catch(() => undefined);
    return update;
  }
}

const memberKey = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${topic}`;
