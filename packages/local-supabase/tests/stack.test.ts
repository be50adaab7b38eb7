import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { freePorts } from '@territorio/local-server/ports';
import { keptSecrets, supabaseSecrets } from '@territorio/local-supabase/keys';
import { lockDataDir } from '@territorio/local-supabase/lock';
import type { Settings } from '@territorio/local-supabase/settings';
import { type Supabase, startSupabase } from '@territorio/local-supabase/stack';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';

// A project that has nothing to do with this repository, so that everything must come from its settings.
const dataDir = mkdtempSync(join(tmpdir(), 'local-supabase-'));
let settings: Settings;
let supabase: Supabase;
/** The services that were started and stopped, in order. */
const seen: string[] = [];

beforeAll(async () => {
  const [api = 0, database = 0, inbox = 0, smtp = 0] = await freePorts(4);
  settings = {
    project: fileURLToPath(new URL('project', import.meta.url)),
    dataDir,
    ports: { api, database, inbox, smtp },
    databasePassword: 'a/secret',
    keys: Object.assign(keptSecrets(dataDir, supabaseSecrets), { publishable: 'sb_publishable_notes' }),
    siteUrl: 'http://notes.test',
    emailFrom: 'Notes <notes@example.test>',
  };
  const service = async () => {
    seen.push('service');
    return { stop: async () => void seen.push('service stopped') };
  };
  supabase = await startSupabase(settings, {
    ephemeral: true,
    functionsEnv: { GREETING: 'Buenas' },
    services: [service],
    seed: async (url) => {
      seen.push('seed');
      const sql = postgres(url, { max: 1 });
      await sql`insert into public.notes (owner_id, text) values (gen_random_uuid(), 'of somebody else')`;
      await sql.end();
    },
  });
});
afterAll(async () => {
  await supabase.stop();
  expect(seen).toEqual(['service', 'seed', 'service stopped']);
  rmSync(dataDir, { recursive: true, force: true });
});

const newClient = () =>
  createClient(supabase.url, settings.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });

async function mailTo(address: string): Promise<{ subject: string; html: string; from: { address: string }[] }> {
  const list = async () => {
    const mails = await (await fetch(`http://127.0.0.1:${settings.ports.inbox}/email`)).json();
    return mails.find((mail: { to: { address: string }[] }) => mail.to[0]?.address === address);
  };
  await expect.poll(list).toBeDefined();
  return list();
}

test("a person signs up with the code of the project's email, and sees only their own rows", async () => {
  const client = newClient();
  const email = 'ana@example.test';
  expect((await client.auth.signUp({ email, password: 'a good password' })).error).toBeNull();
  const mail = await mailTo(email);
  expect(mail).toMatchObject({ subject: 'Welcome to Notes', from: [{ address: 'notes@example.test' }] });
  expect(mail.html).toContain('Confirm ana@example.test');
  const token = /<b>(\d{6})<\/b>/.exec(mail.html)?.[1] ?? '';
  expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
  expect((await client.from('notes').insert({ text: 'mine' })).error).toBeNull();
  expect((await client.from('notes').select('text')).data).toEqual([{ text: 'mine' }]);
});

test('an edge function has the secrets that it was given, and those of the platform', async () => {
  const { data } = await newClient().functions.invoke('hello');
  expect(data).toEqual({ greeting: 'Buenas', url: supabase.url });
});

test('the database has the password of the settings', async () => {
  const wrong = postgres(supabase.databaseUrl.replace('a%2Fsecret', 'postgres'), { max: 1 });
  await expect(wrong`select 1`).rejects.toThrow(/password authentication failed/);
});

test('an email without a template contains its link and its code', async () => {
  const email = 'eva@example.test';
  const admin = createClient(supabase.url, settings.keys.secret, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  });
  expect((await admin.auth.admin.inviteUserByEmail(email)).error).toBeNull();
  expect((await mailTo(email)).html).toMatch(
    /href="http:\/\/127\.0\.0\.1:\d+\/auth\/v1\/verify\?[^"]+".*<p>\d{6}<\/p>/s,
  );
});

test('a start on a used port names the variable and leaves nothing behind', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', () => done()));
  const address = taken.address();
  const api = typeof address === 'object' && address ? address.port : 0;
  const other = { ...settings, dataDir: join(dataDir, 'other'), ports: { ...settings.ports, api } };
  await expect(startSupabase(other)).rejects.toThrow(`Port ${api} for the API is in use`);
  await expect(startSupabase(other)).rejects.toThrow('API_PORT');
  lockDataDir(other.dataDir)();
  taken.close();
});
