import type { Hub } from './hub.ts';
import type { Broadcast } from './protocol.ts';
import type { Claims } from './token.ts';

const MAX_TIMER_MS = 2 ** 31 - 1;

interface Membership {
  topic: string;
  joinRef: string | null;
  claims: Claims;
  private: boolean;
  ack: boolean;
  self: boolean;
}

/** A client's membership of a topic, until its token expires. */
export class Channel {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly private: boolean;
  readonly ack: boolean;
  readonly self: boolean;
  readonly deliver: (broadcast: Broadcast) => void;
  onExpiry: () => void = () => undefined;
  private claims: Claims;
  private readonly hub: Hub;
  private expiry: NodeJS.Timeout | undefined;
  private writable: boolean | undefined;

  constructor(hub: Hub, membership: Membership, deliver: (broadcast: Broadcast) => void) {
    this.deliver = deliver;
    this.hub = hub;
    this.topic = membership.topic;
    this.joinRef = membership.joinRef;
    this.claims = membership.claims;
    this.private = membership.private;
    this.ack = membership.ack;
    this.self = membership.self;
  }

  async enter(): Promise<void> {
    await this.hub.add(this);
    this.renew(this.claims);
  }

  leave(): void {
    clearTimeout(this.expiry);
    this.hub.remove(this);
  }

  renew(claims: Claims): void {
    this.claims = claims;
    this.writable = undefined;
    clearTimeout(this.expiry);
    if (claims.exp === undefined) return;
    this.expiry = setTimeout(() => this.onExpiry(), Math.min(MAX_TIMER_MS, claims.exp * 1000 - Date.now()));
    this.expiry.unref();
  }

  /** The right is checked once per token. */
  async maySend(): Promise<boolean> {
    this.writable ??= await this.hub.database.allows('write', this.topic, this.claims);
    return this.writable;
  }
}
