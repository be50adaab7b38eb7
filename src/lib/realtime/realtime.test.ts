import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscribeToTopic } from './realtime.ts';

type Status = (status: string) => void;
type Heard = (message: { event: string }) => void;

/** The part of a client's channel that this module uses. Leaving reports CLOSED, as the real one does. */
class FakeChannel {
  status: Status = () => undefined;
  hear: Heard = () => undefined;
  on(_type: string, _filter: unknown, heard: Heard) {
    this.hear = heard;
    return this;
  }
  subscribe(status: Status) {
    this.status = status;
    return this;
  }
}

const client = vi.hoisted(() => ({
  joined: [] as FakeChannel[],
  open: new Map<string, FakeChannel>(),
  removed: 0,
  disconnected: 0,
  load: vi.fn(),
  rpc: vi.fn(),
}));

vi.mock('@/lib/api/supabase', () => ({
  supabase: async () => {
    await client.load();
    const realtime = {
      setAuth: () => Promise.resolve(),
      disconnect: () => {
        client.disconnected += 1;
        for (const channel of client.open.values()) channel.status('CHANNEL_ERROR');
        return Promise.resolve('ok');
      },
      channel: (topic: string) => {
        const known = client.open.get(topic);
        if (known) return known;
        const channel = new FakeChannel();
        client.open.set(topic, channel);
        client.joined.push(channel);
        return channel;
      },
      removeChannel: async (channel: FakeChannel) => {
        client.removed += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (const [topic, open] of client.open) if (open === channel) client.open.delete(topic);
        channel.status('CLOSED');
        return 'ok';
      },
    };
    return { realtime };
  },
  database: async () => ({ rpc: client.rpc }),
}));

const last = () => client.joined.at(-1) ?? new FakeChannel();
/** Does what the server's phx_close does: the client drops the channel and reports CLOSED. */
function closeFromServer() {
  const channel = last();
  client.open.clear();
  channel.status('CLOSED');
}

let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  client.joined.length = 0;
  client.open.clear();
  client.removed = 0;
  client.disconnected = 0;
});

afterEach(async () => {
  stop();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

describe('a topic', () => {
  it('is joined again when the server closes it: after 1, 2, 5 and then every 10 seconds', async () => {
    stop = subscribeToTopic('user:1', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    expect(client.joined).toHaveLength(1);
    for (const [round, delay] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
      closeFromServer();
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(client.joined).toHaveLength(round + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(client.joined).toHaveLength(round + 2);
    }
  });

  it("requests a territory topic's name, and again after it has changed", async () => {
    const onChange = vi.fn();
    const named = (data: string) => client.rpc.mockResolvedValueOnce({ data, error: null });
    named('territory:rio');
    stop = subscribeToTopic('territory:rio', { events: ['booking'], onChange });
    await vi.advanceTimersByTimeAsync(0);
    expect(client.rpc).toHaveBeenCalledWith('territory_topic', { p_territory_id: 'rio' });
    last().status('SUBSCRIBED');
    named('territory:rio:1');
    last().hear({ event: 'moved' });
    await vi.advanceTimersByTimeAsync(100);
    expect([...client.open.keys()]).toEqual(['territory:rio:1']);
    // Changes between the two joins are read again.
    last().status('SUBSCRIBED');
    expect(onChange.mock.calls).toEqual([[null], [null]]);
    // People whose role has ended don't get the name.
    client.rpc.mockResolvedValue({ data: null, error: { message: 'no', code: 'PT403' }, status: 403 });
    last().hear({ event: 'moved' });
    await vi.advanceTimersByTimeAsync(100);
    expect(client.open.size).toBe(0);
  });

  it.each(['CHANNEL_ERROR', 'TIMED_OUT'])('is joined again after %s, on a new channel', async (status) => {
    stop = subscribeToTopic('user:1', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    last().status(status);
    await vi.advanceTimersByTimeAsync(1000 + 50);
    expect(client.removed).toBe(1);
    expect(client.joined).toHaveLength(2);
    // Leaving the old channel has reported CLOSED, which must not cause a third join.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.joined).toHaveLength(2);
  });

  it('reports at each join that something may have been missed, and restarts its waiting times', async () => {
    const onChange = vi.fn();
    stop = subscribeToTopic('user:1', { events: ['message'], onChange });
    await vi.advanceTimersByTimeAsync(0);
    last().status('SUBSCRIBED');
    // No one received changes between the page's first read and the join.
    expect(onChange.mock.calls).toEqual([[null]]);
    for (let i = 0; i < 2; i += 1) {
      closeFromServer();
      await vi.advanceTimersByTimeAsync(1000);
      last().status('SUBSCRIBED');
    }
    expect(onChange.mock.calls).toEqual([[null], [null], [null]]);
  });

  it('stays left when we left it', async () => {
    stop = subscribeToTopic('user:1', { events: ['message'], onChange: () => undefined });
    const leave = subscribeToTopic('user:2', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.removed).toBe(1);
    expect(client.joined).toHaveLength(2);
  });

  it('is joined once for all listeners, each gets its own events, and the last one leaves it', async () => {
    const bell = vi.fn();
    const thread = vi.fn();
    const first = subscribeToTopic('user:3', { events: ['notification'], onChange: bell });
    const second = subscribeToTopic('user:3', { events: ['message'], onChange: thread });
    await vi.advanceTimersByTimeAsync(0);
    expect(client.joined).toHaveLength(1);
    last().hear({ event: 'message' });
    expect(bell).not.toHaveBeenCalled();
    expect(thread).toHaveBeenCalledExactlyOnceWith('message');
    first();
    await vi.advanceTimersByTimeAsync(100);
    expect(client.removed).toBe(0);
    second();
    await vi.advanceTimersByTimeAsync(100);
    expect(client.removed).toBe(1);
  });

  it('waits until the old channel is closed if it is left and wanted again at once', async () => {
    const leave = subscribeToTopic('user:4', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    leave();
    stop = subscribeToTopic('user:4', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(100);
    expect(client.joined).toHaveLength(2);
    expect(client.open.get('user:4')).toBe(last());
  });

  it('rejoins over a new socket when the network is back, and refetches once', async () => {
    const onChange = vi.fn();
    stop = subscribeToTopic('user:5', { events: ['message'], onChange });
    await vi.advanceTimersByTimeAsync(0);
    last().status('SUBSCRIBED');
    onChange.mockClear();
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    expect(client.disconnected).toBe(1);
    expect(client.joined).toHaveLength(2);
    expect(onChange).not.toHaveBeenCalled();
    last().status('SUBSCRIBED');
    expect(onChange.mock.calls).toEqual([[null]]);
    // The timer that the old channel's end started is cleared.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.joined).toHaveLength(2);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['takes long', () => undefined],
    ['fails', () => last().status('CHANNEL_ERROR')],
    ['cannot be tried', () => client.load.mockRejectedValue(new Error('no chunk'))],
  ])('is checked without a join that %s when there is a network again', async (how, happens) => {
    const onChange = vi.fn();
    stop = subscribeToTopic('user:7', { events: ['message'], onChange });
    await vi.advanceTimersByTimeAsync(0);
    last().status('SUBSCRIBED');
    onChange.mockClear();
    if (how === 'cannot be tried') happens();
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    happens();
    await vi.advanceTimersByTimeAsync(2000);
    expect(onChange.mock.calls).toEqual([[null]]);
    // Everything sent before the join is read together with it.
    client.load.mockReset();
    await vi.advanceTimersByTimeAsync(20_000);
    last().status('SUBSCRIBED');
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('is left unchanged if it recovered automatically', async () => {
    stop = subscribeToTopic('user:8', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    last().status('CHANNEL_ERROR');
    last().status('SUBSCRIBED');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.joined).toHaveLength(1);
  });

  it('retries at once when there is a network again', async () => {
    stop = subscribeToTopic('user:6', { events: ['message'], onChange: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    closeFromServer();
    globalThis.dispatchEvent(new Event('online'));
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    expect(client.joined).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.joined).toHaveLength(2);
  });
});
