import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { freePorts } from '@territorio/local-server/ports';
import { migrate } from '@territorio/local-supabase/bootstrap';
import postgres from 'postgres';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { checkUp } from '../../scripts/doctor/check-up.ts';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { PROJECT } from '../../supabase/local/project.ts';
import { startStack } from '../../supabase/local/stack.ts';
import type { ChaosStack } from '../bench/chaos/chaos-stack.ts';
import { invoke, PASSWORD, type Person, rpc } from '../bench/chaos/people.ts';
import { Phones } from '../bench/chaos/phones.ts';
import { createSeedData, quietRequest } from '../bench/chaos/seed-data.ts';
import { Stops } from '../bench/stops.ts';
import { startHostedPostgres } from './hosted-postgres.ts';

// Runs the commands of docs/operations.md, Backups, from one stack to another, with a hosted project's rights. The
// Postgres of npm has no pg_dump.

const stops = new Stops();
afterAll(() => stops.all());

const CLIENT = {
  auth: { persistSession: false, autoRefreshToken: false },
  realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
};

const release = (() => {
  try {
    return Number(/\d+/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[0]);
  } catch {
    return 0;
  }
})();

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'territorio-restore-'));
  await stops.keep(() => rm(folder, { recursive: true, force: true }));
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const server = await startHostedPostgres(15);
  await stops.keep(server.stop);
  await migrate(server.url, PROJECT);
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: join(folder, 'data'), DATABASE_URL: server.adminUrl });
  const stack = await startStack(config, { ephemeral: true, timer: false });
  await stops.keep(stack.stop);
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => undefined });
  await stops.keep(() => sql.end());
  const chaos = { sql, api: stack.url, keys: config.keys, phones: await Phones.start(1, stops) } as ChaosStack;
  // Connects as `postgres`, which is not a superuser.
  return { ...stack, chaos, dataDir: config.dataDir, databaseUrl: server.url };
}

/** Runs the guide's code block with these words unchanged. */
async function runGuide(words: string, env: Record<string, string>, cwd: string) {
  const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const block = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map((found) => found[1] ?? '')
    .find((text) => text.includes(words));
  await promisify(execFile)('bash', ['-euc', block ?? 'false'], { cwd, env: { ...process.env, ...env } });
}

const PNG = await sharp({ create: { width: 120, height: 120, channels: 3, background: 'white' } })
  .png()
  .toBuffer();

const PICTURE = 'territories/lake.png';

/** Creates a person with a cash booking and a passport picture, and a public picture. */
async function bookSomething(stack: ChaosStack) {
  const seedData = await createSeedData(stack, 1);
  const who = seedData.tourists[0] as Person;
  const { body } = await invoke(stack, who, 'passport', PNG);
  expect(body).toMatchObject({ path: expect.any(String) });
  const request = quietRequest(seedData, 5, { payment_method: 'cash', num_people: 1, passport_images: [body.path] });
  const hold = await rpc(stack, who, 'create_hold', { p: request });
  const booked = await rpc(stack, who, 'book_cash', { p_hold_id: hold.body.hold_id });
  expect(booked.status).toBe(200);
  const client = createClient(stack.api, stack.keys.secret, CLIENT);
  const uploaded = await client.storage.from('media').upload(PICTURE, PNG, { contentType: 'image/png' });
  expect(uploaded.error).toBeNull();
  return { who, seedData, file: String(body.path), booking: String(booked.body.booking_id) };
}

test.skipIf(release < 15)('restores a backup on an empty stack', { tags: ['nightly'] }, async () => {
  const [from, to] = [await start(), await start()];
  const { who, seedData, file, booking } = await bookSomething(from.chaos);
  const folder = await mkdtemp(join(tmpdir(), 'territorio-copy-'));
  await stops.keep(() => rm(folder, { recursive: true, force: true }));
  await runGuide('pg_dump', { DATABASE_URL: from.databaseUrl }, folder);
  await runGuide('psql', { DATABASE_URL: to.databaseUrl }, folder);
  // Copies the buckets, which an S3 client does elsewhere.
  await cp(join(from.dataDir, 'storage'), join(to.dataDir, 'storage'), { recursive: true });

  expect((await checkUp(to.databaseUrl)).rows).toEqual([]);
  const client = (key: string) => createClient(to.url, key, CLIENT);
  const signIn = async (person: Person) => {
    const one = client(to.config.keys.publishable);
    const { error } = await one.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(error).toBeNull();
    return one;
  };
  const tourist = await signIn(who);
  expect((await tourist.from('bookings').select('id')).data).toEqual([{ id: booking }]);
  const { data } = await client(to.config.keys.secret).storage.from('passports').download(file);
  expect(data?.size).toBeGreaterThan(0);
  // The ticket is for another day. Staff find it by its code, and not by a wrong one.
  const ticket = await tourist.from('booking_codes').select('*').single();
  const guide = await signIn(seedData.staff);
  const look = (code: string) => guide.rpc('get_check_in', { p_booking_id: booking, p_code: code });
  expect((await look(String(ticket.data?.code))).data).toMatchObject({ booking_id: booking });
  expect((await look('wrong')).data).not.toMatchObject({ booking_id: booking });
  // The restored stack works: pictures load, and seats are sold.
  const picture = await fetch(`${to.url}/storage/v1/object/public/media/${PICTURE}`);
  expect([picture.status, Buffer.from(await picture.arrayBuffer())]).toEqual([200, PNG]);
  const request = quietRequest(seedData, 5, { payment_method: 'cash', num_people: 1, passport_images: [file] });
  const hold = await tourist.rpc('create_hold', { p: { ...request, idempotency_key: crypto.randomUUID() } });
  const booked = await tourist.rpc('book_cash', { p_hold_id: (hold.data as { hold_id: string }).hold_id });
  expect(booked.data).toMatchObject({ booking_id: expect.any(String) });
  expect((await checkUp(to.databaseUrl)).rows).toEqual([]);
});
