import type { WebSocket } from 'ws';
import { Channel } from './channel.ts';
import type { Hub } from './hub.ts';
import { type Broadcast, decodeFrame, encodeBroadcast, encodeFrame, type Frame, type Vsn } from './protocol.ts';
import type { Claims } from './token.ts';

const MAX_CHANNELS = 100;
// Anyone may connect, so the memory of a connection is limited.
const MAX_TOPIC_LENGTH = 255;
const MAX_WAITING_FRAMES = 300;
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;
const TOPIC_PREFIX = 'realtime:';

interface JoinConfig {
  private: boolean;
  ack: boolean;
  self: boolean;
}

/** Handles a client's web socket: reads and answers its frames, and holds its channels. */
export class Connection {
  readonly vsn: Vsn;
  lastSeen = Date.now();
  private readonly channels = new Map<string, Channel>();
  private readonly socket: WebSocket;
  private readonly hub: Hub;
  private readonly apiKey: string;
  // A client's frames are handled in order, because a broadcast must not overtake its join.
  private work: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(socket: WebSocket, hub: Hub, vsn: Vsn, apiKey: string) {
    this.socket = socket;
    this.hub = hub;
    this.vsn = vsn;
    this.apiKey = apiKey;
    socket.on('message', (data, isBinary) => this.onMessage(data as Buffer, isBinary));
    socket.on('close', () => this.onClose());
    socket.on('error', () => socket.terminate());
  }

  send(frame: Frame): void {
    this.write(encodeFrame(frame, this.vsn));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  private deliver(topic: string, broadcast: Broadcast): void {
    const data = encodeBroadcast(TOPIC_PREFIX + topic, broadcast, this.vsn);
    if (data !== undefined) this.write(data);
  }

  private write(data: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // The client doesn't read. After reconnecting it refetches its queries.
    if (this.socket.bufferedAmount > MAX_UNSENT_BYTES) this.terminate();
    else this.socket.send(data);
  }

  private onMessage(data: Buffer, isBinary: boolean): void {
    this.lastSeen = Date.now();
    const frame = decodeFrame(data, isBinary, this.vsn);
    if (!frame) {
      this.close(1003, 'malformed frame');
      return;
    }
    if (this.waiting >= MAX_WAITING_FRAMES) {
      this.close(1008, 'too many messages');
      return;
    }
    this.waiting += 1;
    this.work = this.work
      .then(() => this.handle(frame))
      .catch((error: Error) => {
        console.error(`Realtime: ${error.message}`);
        this.reply(frame, 'error', { reason: 'The server could not handle this message. Try again.' });
      })
      .finally(() => {
        this.waiting -= 1;
      });
  }

  private onClose(): void {
    // This waits for the current frames, so that a pending join leaves nothing behind.
    this.work = this.work.then(() => {
      for (const channel of this.channels.values()) channel.leave();
      this.channels.clear();
    });
    this.hub.disconnected(this);
  }

  private reply(frame: Frame, status: 'ok' | 'error', response: unknown = {}): void {
    const { joinRef, ref, topic } = frame;
    if (ref !== null) this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  private async handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix') return this.reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error');
    if (frame.event === 'phx_join') return await this.join(frame);
    const channel = this.channels.get(frame.topic);
    if (!channel) return this.reply(frame, 'error', { reason: 'unmatched topic' });
    switch (frame.event) {
      case 'phx_leave':
        this.drop(channel);
        this.reply(frame, 'ok');
        return this.send({ joinRef: channel.joinRef, ref: null, topic: frame.topic, event: 'phx_close', payload: {} });
      case 'access_token':
        return await this.refresh(channel, field(frame.payload, 'access_token'));
      case 'broadcast':
        return await this.broadcast(channel, frame);
      default: // presence is accepted but not tracked, because nothing uses it
        return this.reply(frame, 'ok');
    }
  }

  private async join(frame: Frame): Promise<void> {
    const topic = frame.topic.startsWith(TOPIC_PREFIX) ? frame.topic.slice(TOPIC_PREFIX.length) : '';
    if (topic === '' || topic.length > MAX_TOPIC_LENGTH)
      return this.reply(frame, 'error', { reason: 'unmatched topic' });
    if (this.channels.size >= MAX_CHANNELS)
      return this.reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    const claims = await this.claimsOf(frame.payload).catch((error: Error) => error);
    if (claims instanceof Error) return this.reply(frame, 'error', { reason: `InvalidJWTToken: ${claims.message}` });
    const config = joinConfig(frame.payload);
    // This is the same as on a hosted project without public access, because on a channel without policies anyone
    // could send anything.
    if (!config.private)
      return this.reply(frame, 'error', { reason: 'PrivateOnly: This project only allows private channels' });
    if (!(await this.hub.database.allows('read', topic, claims))) {
      return this.reply(frame, 'error', {
        reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      });
    }
    const earlier = this.channels.get(frame.topic);
    if (earlier) this.drop(earlier); // in Phoenix, a second join replaces the first
    const membership = { topic, joinRef: frame.joinRef, claims, ...config };
    const channel = new Channel(this.hub, membership, (broadcast) => this.deliver(topic, broadcast));
    channel.onExpiry = () => this.expel(channel, 'Access token has expired');
    this.channels.set(frame.topic, channel);
    await channel.enter().catch((error: Error) => {
      this.drop(channel);
      throw error;
    });
    this.reply(frame, 'ok', { postgres_changes: [] });
  }

  private claimsOf(payload: unknown): Promise<Claims> {
    const token = field(payload, 'access_token');
    return this.hub.identify(typeof token === 'string' && token !== '' ? token : this.apiKey);
  }

  private async refresh(channel: Channel, token: unknown): Promise<void> {
    const claims = await this.claimsOf({ access_token: token }).catch((error: Error) => error);
    if (claims instanceof Error) return this.expel(channel, claims.message);
    if (channel.private && !(await this.hub.database.allows('read', channel.topic, claims))) {
      return this.expel(channel, 'You do not have permissions to read from this Channel topic');
    }
    channel.renew(claims);
  }

  private async broadcast(channel: Channel, frame: Frame): Promise<void> {
    const event = field(frame.payload, 'event');
    if (typeof event !== 'string') return this.reply(frame, 'error', { reason: 'malformed broadcast' });
    if (!(await channel.maySend())) {
      if (channel.ack)
        this.reply(frame, 'error', {
          reason: 'Unauthorized: You do not have permissions to write to this Channel topic',
        });
      return;
    }
    this.hub.publish(
      channel.topic,
      channel.private,
      { type: 'broadcast', event, payload: field(frame.payload, 'payload') },
      channel,
    );
    if (channel.ack) this.reply(frame, 'ok');
  }

  private expel(channel: Channel, message: string): void {
    const topic = TOPIC_PREFIX + channel.topic;
    this.drop(channel);
    const payload = { extension: 'system', status: 'error', message, channel: channel.topic };
    this.send({ joinRef: channel.joinRef, ref: null, topic, event: 'system', payload });
    this.send({ joinRef: channel.joinRef, ref: null, topic, event: 'phx_close', payload: {} });
  }

  private drop(channel: Channel): void {
    channel.leave();
    this.channels.delete(TOPIC_PREFIX + channel.topic);
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function joinConfig(payload: unknown): JoinConfig {
  const config = field(payload, 'config');
  const broadcast = field(config, 'broadcast');
  return {
    private: field(config, 'private') === true,
    ack: field(broadcast, 'ack') === true,
    self: field(broadcast, 'self') === true,
  };
}
