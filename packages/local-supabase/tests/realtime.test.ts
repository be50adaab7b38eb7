import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { Database } from '../src/realtime/database.ts';
import {
  ana,
  eva,
  type Harness,
  inOneHour,
  type Joined,
  joinTopic,
  keys,
  payloads,
  settle,
  startHarness,
  token,
  tokenOf,
} from './realtime-harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.disconnectAll());
afterAll(() => harness.stop());

describe('a private channel', () => {
  test.each(['2.0.0', '1.0.0'])('delivers to its owner, in order, over vsn %s', async (vsn) => {
    const owner = await joinTopic(harness.connect(tokenOf(ana), vsn), `user:${ana}`);
    expect(owner.statuses).toEqual(['SUBSCRIBED']);
    for (let n = 0; n < 50; n += 1) await harness.send(`user:${ana}`, { n });
    await expect.poll(() => owner.received.length).toBe(50);
    expect(payloads(owner)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(owner.received[0]).toMatchObject({ event: 'changed', payload: { id: expect.any(String) } });
  });

  test('refuses a stranger, a visitor and a forged, foreign or expired token', async () => {
    const refused = [
      harness.connect(tokenOf(eva)),
      harness.connect(),
      harness.connect(token({ role: 'authenticated', sub: ana, exp: inOneHour() }, 'another secret')),
      harness.connect(token({ role: 'authenticated', sub: ana, exp: 1_000_000 })),
      harness.connect(token({ role: 'postgres', sub: ana, exp: inOneHour() })),
      harness.connect(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${tokenOf(ana).split('.')[1]}.x`),
    ];
    const joined = await Promise.all(refused.map((client) => joinTopic(client, `user:${ana}`)));
    expect(joined.map(({ statuses }) => statuses[0])).toEqual(refused.map(() => 'CHANNEL_ERROR'));
    expect(joined[0]?.errors[0]).toContain('Unauthorized: You do not have permissions to read from this Channel topic');
    await harness.send(`user:${ana}`, { n: 1 });
    await settle();
    expect(joined.flatMap(({ received }) => received)).toEqual([]);
  });

  test('can be open to visitors if a policy allows it', async () => {
    const guest = await joinTopic(harness.connect(), 'board:rio-dulce');
    await harness.send('board:rio-dulce', { n: 1 });
    await expect.poll(() => payloads(guest)).toEqual([1]);
  });

  test('receives nothing of a transaction that rolled back, and nothing of other topics', async () => {
    const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);
    await harness.sql
      .begin(async (tx) => {
        await tx`select realtime.send('{"n":1}', 'changed', ${`user:${ana}`}, true)`;
        throw new Error('roll back');
      })
      .catch(() => undefined);
    await harness.send(`user:${eva}`, { n: 2 });
    await harness.send(`user:${ana}`, { n: 3 });
    await expect.poll(() => payloads(owner)).toEqual([3]);
    expect(await harness.sql`select 1 from realtime.messages where event = 'probe'`).toHaveLength(0);
  });

  test('carries a message larger than a NOTIFY', async () => {
    const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);
    await harness.send(`user:${ana}`, { n: 1, text: 'x'.repeat(100_000) });
    await expect.poll(() => owner.received.length).toBe(1);
  });

  test('carries row changes of a trigger', async () => {
    const guest = await joinTopic(harness.connect(), 'board:bookings');
    await harness.sql`insert into bookings values (7, 'ordered')`;
    await harness.sql`update bookings set status = 'paid'`;
    await expect.poll(() => guest.received.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE']);
    expect(guest.received[1]?.payload).toMatchObject({
      operation: 'UPDATE',
      table: 'bookings',
      schema: 'public',
      record: { id: 7, status: 'paid' },
      old_record: { id: 7, status: 'ordered' },
    });
  });
});

describe('private and public channels', () => {
  test('nobody joins a public channel, so that none relays what strangers send to each other', async () => {
    for (const topic of ['board:x', `user:${ana}`, 'anything'])
      for (const client of [harness.connect(), harness.connect(tokenOf(ana))])
        expect(await joinTopic(client, topic, { private: false })).toMatchObject({
          statuses: ['CHANNEL_ERROR'],
          errors: [expect.stringContaining('PrivateOnly')],
        });
  });

  test('a private channel receives no public messages', async () => {
    const closed = await joinTopic(harness.connect(), 'board:x', { private: true });
    await harness.send('board:x', { n: 1 }, false);
    await harness.send('board:x', { n: 2 }, true);
    await expect.poll(() => payloads(closed)).toEqual([2]);
  });
});

describe('a realtime session', () => {
  test('a token without the right ends the channel, a new one keeps it', async () => {
    const client = harness.connect(tokenOf(ana));
    const owner = await joinTopic(client, `user:${ana}`);
    await client.setAuth(token({ role: 'authenticated', sub: ana, exp: inOneHour() + 1 }));
    await harness.send(`user:${ana}`, { n: 1 });
    await expect.poll(() => payloads(owner)).toEqual([1]);
    await client.setAuth(tokenOf(eva));
    await expect.poll(() => owner.statuses.at(-1)).toBe('CLOSED');
    await harness.send(`user:${ana}`, { n: 2 });
    await settle();
    expect(payloads(owner)).toEqual([1]);
  });

  test('a token that expires ends the channel', async () => {
    const client = harness.connect(token({ role: 'authenticated', sub: ana, exp: Math.floor(Date.now() / 1000) + 4 }));
    const owner = await joinTopic(client, `user:${ana}`);
    expect(owner.statuses).toEqual(['SUBSCRIBED']);
    await expect.poll(() => owner.statuses.at(-1), { timeout: 15_000 }).toBe('CLOSED');
  });

  test('leaving stops the delivery', async () => {
    const client = harness.connect(tokenOf(ana));
    const owner = await joinTopic(client, `user:${ana}`);
    const other = await joinTopic(client, 'board:stay');
    expect(await owner.channel.unsubscribe()).toBe('ok');
    await harness.send(`user:${ana}`, { n: 1 });
    await harness.send('board:stay', { n: 2 });
    await expect.poll(() => payloads(other)).toEqual([2]);
    expect(owner.received).toEqual([]);
  });

  test('heartbeats are answered', async () => {
    const client = harness.connect();
    await joinTopic(client, 'board:beat');
    const beats: string[] = [];
    client.onHeartbeat((status) => beats.push(status));
    await client.sendHeartbeat();
    await expect.poll(() => beats).toContain('ok');
  });

  test('an unknown API key gets no socket', async () => {
    const socket = new WebSocket(`${harness.url.replace('http', 'ws')}/websocket?apikey=wrong&vsn=2.0.0`);
    const message = await new Promise((resolve) => socket.once('error', (error) => resolve(error.message)));
    expect(message).toContain('403');
  });

  const openSocket = async () => {
    const socket = new WebSocket(
      `${harness.url.replace('http', 'ws')}/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`,
    );
    await new Promise((resolve) => socket.once('open', resolve));
    return socket;
  };

  test("a topic can't be longer than the longest of ours", async () => {
    const joined = (length: number) => joinTopic(harness.connect(), `board:${'x'.repeat(length - 6)}`);
    expect((await joined(255)).statuses).toEqual(['SUBSCRIBED']);
    expect(await joined(256)).toMatchObject({ statuses: ['CHANNEL_ERROR'], errors: [expect.stringMatching(/topic/)] });
  });

  test.each<[string, number, (socket: WebSocket) => void]>([
    [
      'more messages than it waits for',
      1008,
      (socket) => {
        for (let n = 0; n < 1000; n += 1)
          socket.send(
            JSON.stringify([`${n}`, `${n}`, `realtime:board:${n}`, 'phx_join', { config: { private: true } }]),
          );
      },
    ],
    ['a message that is too large', 1009, (socket) => socket.send('x'.repeat(65 * 1024))],
  ])('%s closes a connection with %i', async (_, code, flood) => {
    const socket = await openSocket();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    flood(socket);
    expect(await closed).toBe(code);
    const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);
    await harness.send(`user:${ana}`, { n: 1 });
    await expect.poll(() => payloads(owner)).toEqual([1]);
  });

  test('invalid data closes only the socket that sent it', async () => {
    const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);
    const socket = await openSocket();
    socket.send(Buffer.from([3, 200]));
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1003);
    await harness.send(`user:${ana}`, { n: 1 });
    await expect.poll(() => payloads(owner)).toEqual([1]);
  });
});

describe('a message from a client', () => {
  test('reaches the others if the insert policy allows it, JSON and binary', async () => {
    const anaJoined = await joinTopic(harness.connect(tokenOf(ana)), 'board:talk', {
      private: true,
      broadcast: { ack: true },
    });
    const evaJoined = await joinTopic(harness.connect(tokenOf(eva)), 'board:talk');
    expect(await anaJoined.channel.send({ type: 'broadcast', event: 'hi', payload: { n: 'é' } })).toBe('ok');
    expect(
      await anaJoined.channel.send({ type: 'broadcast', event: 'raw', payload: new Uint8Array([1, 2, 3]).buffer }),
    ).toBe('ok');
    await expect.poll(() => evaJoined.received.length).toBe(2);
    expect(evaJoined.received[0]).toEqual({ event: 'hi', payload: { n: 'é' } });
    expect([...new Uint8Array(evaJoined.received[1]?.payload as unknown as ArrayBuffer)]).toEqual([1, 2, 3]);
    expect(anaJoined.received).toEqual([]);
  });

  test('reaches nobody otherwise', async () => {
    const guest = await joinTopic(harness.connect(), 'board:talk', { private: true, broadcast: { ack: true } });
    const evaJoined = await joinTopic(harness.connect(tokenOf(eva)), 'board:talk');
    expect(await guest.channel.send({ type: 'broadcast', event: 'hi', payload: {} })).toBe('error');
    await settle();
    expect(evaJoined.received).toEqual([]);
  });
});

test('clients rejoin their channels automatically after a restart of Postgres', async () => {
  const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);

  await harness.restartPostgres();
  await expect
    .poll(() => owner.statuses.filter((status) => status === 'SUBSCRIBED').length, { timeout: 15_000 })
    .toBe(2);
  await harness.send(`user:${ana}`, { n: 1 });
  await expect.poll(() => payloads(owner)).toEqual([1]);
});

test('checks rights on topics again after Postgres stopped during such checks, and no error escapes', async () => {
  const database = new Database(harness.databaseUrl);
  const allowed = () => database.allows('read', `user:${ana}`, { role: 'authenticated', sub: ana });
  let [answers, stopped] = [0, false];
  const asking = [1, 2, 3].map(async () => {
    while (!stopped) answers += await allowed().then(Number, () => settle().then(() => 0));
  });
  for (let restart = 0; restart < 2; restart++) {
    const before = answers;
    await expect.poll(() => answers, { timeout: 25_000 }).toBeGreaterThan(before + 10);
    await harness.restartPostgres();
  }
  stopped = true;
  await Promise.all(asking);
  await expect.poll(() => allowed().catch(() => undefined), { timeout: 25_000 }).toBe(true);
  await database.end();
});

test('asks clients to rejoin after messages that could not be read, and they read what they missed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const owner = await joinTopic(harness.connect(tokenOf(ana)), `user:${ana}`);
  await harness.sql.begin(async (tx) => {
    await tx`select realtime.send('{"n":1}', 'changed', ${`user:${ana}`}, true)`;
    await tx`set constraints all immediate`;
    await tx`alter table realtime.messages rename column payload to lost`;
  });
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  await harness.sql`alter table realtime.messages rename column lost to payload`;
  await expect.poll(() => owner.statuses.filter((status) => status === 'SUBSCRIBED').length).toBe(2);
  await harness.send(`user:${ana}`, { n: 2 });
  await expect.poll(() => payloads(owner)).toEqual([2]);
});

test('does not announce a message without a listener, but one of a transaction that began before the join', async () => {
  const listeners = () => harness.sql`select topic, private from realtime.listeners`;
  await expect.poll(listeners).toEqual([]);
  let joined: Joined | undefined;
  await harness.sql.begin(async (tx) => {
    await tx`select realtime.send('{"n":1}', 'changed', 'board:late', true)`;
    joined = await joinTopic(harness.connect(), 'board:late');
  });
  await expect.poll(() => joined && payloads(joined)).toEqual([1]);
  expect(await listeners()).toEqual([{ topic: 'board:late', private: true }]);
  await joined?.channel.unsubscribe();
  await expect.poll(listeners).toEqual([]);
});

test('the server stops while a client is connected', async () => {
  const second = await harness.startSecond();
  const socket = new WebSocket(`${second.url.replace('http', 'ws')}/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.pause(); // never answers the server's close
  const started = performance.now();
  await second.stop();
  expect(performance.now() - started).toBeLessThan(10_000);
  socket.terminate();
});

test('old messages are pruned', async () => {
  await harness.sql`insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '4 days')`;
  await harness.sql`insert into realtime.messages (topic, extension) values ('new', 'broadcast')`;
  await harness.sql`select realtime.prune_messages()`;
  expect(await harness.sql`select topic from realtime.messages where topic in ('old', 'new')`).toEqual([
    { topic: 'new' },
  ]);
});
