import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { readConfig } from '../../supabase/local/config.ts';
import { newClient } from '../support/stack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'territorio-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keysIn = (name: string) => readConfig({ TERRITORIO_DATA_DIR: join(folder, name) }).keys;

it("creates a folder's keys at first use, readable only by its owner, and keeps them", () => {
  const keys = keysIn('a');
  expect(keys.publishable).toBe('sb_publishable_territorio_local');
  expect(readdirSync(folder)).toEqual([]);
  expect(keys.secret).toMatch(/^sb_secret_[0-9a-f]{64}$/);
  expect(readdirSync(join(folder, 'a'))).toEqual(['keys.json']);
  expect(statSync(join(folder, 'a', 'keys.json')).mode & 0o777).toBe(0o600);
  expect(keysIn('a')).toEqual(keys);
});

it('two folders share no key except those in every page', () => {
  const [one, other] = [keysIn('a'), keysIn('b')];
  const same = Object.keys(one).filter((name) => one[name as keyof typeof one] === other[name as keyof typeof one]);
  expect(same).toEqual(['publishable', 'stripePublishable']);
});

it('names a file that is no JSON, without overwriting it', () => {
  expect(keysIn('a').secret).not.toBe('');
  const file = join(folder, 'a', 'keys.json');
  writeFileSync(file, '{"secret":');
  expect(() => keysIn('a').secret).toThrow(`${file} cannot be read`);
  expect(readFileSync(file, 'utf8')).toBe('{"secret":');
});

it('the running stack accepts only its own secret key', async () => {
  const people = (key: string) => newClient({}, key).auth.admin.listUsers({ perPage: 1 });
  expect((await people(inject('stack').secretKey)).error).toBeNull();
  for (const key of ['sb_secret_territorio_local', inject('stack').publishableKey])
    expect((await people(key)).error?.status).toBeGreaterThanOrEqual(401);
});
