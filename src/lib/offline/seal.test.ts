import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inStore, KEYS } from './database.ts';
import { MAX_AGE_MS } from './persisted.ts';
import { dropKeys, seal, sealingKey, unseal } from './seal.ts';

// jsdom doesn't provide it.
beforeEach(() => vi.stubGlobal('crypto', webcrypto));

afterEach(async () => {
  vi.useRealTimers();
  await dropKeys();
});

const soon = () => Date.now() + MAX_AGE_MS;

const sealed = async (text: string, userId = 'elmer') => (await seal(await sealingKey(userId, soon()), text)).buffer;

it('reads sealed data again, only for its person, and it looks random', async () => {
  const bytes = await sealed('Anna, 2 guests');
  expect(new TextDecoder().decode(bytes)).not.toContain('Anna');
  expect(await unseal('elmer', bytes)).toBe('Anna, 2 guests');
  await sealingKey('rony', soon());
  expect(await unseal('rony', bytes)).toBeNull();
  expect(new Uint8Array(await sealed('Anna, 2 guests'))).not.toEqual(new Uint8Array(bytes));
});

it("can't read data once its key is deleted, with a new key, or when it was altered", async () => {
  const bytes = await sealed('Anna');
  const altered = bytes.slice(0);
  new Uint8Array(altered)[20] = (new Uint8Array(altered)[20] ?? 0) ^ 1;
  expect(await unseal('elmer', altered)).toBeNull();
  expect(await unseal('elmer', new ArrayBuffer(3))).toBeNull();
  await dropKeys();
  expect(await unseal('elmer', bytes)).toBeNull();
  await sealingKey('elmer', soon());
  expect(await unseal('elmer', bytes)).toBeNull();
});

it("can't read data after its time, when its key is deleted", async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const bytes = await sealed('Anna');
  vi.setSystemTime(Date.now() + MAX_AGE_MS - 1000);
  expect(await unseal('elmer', bytes)).toBe('Anna');
  vi.setSystemTime(Date.now() + 2000);
  expect(await unseal('elmer', bytes)).toBeNull();
  expect(await inStore(KEYS, 'readonly', (keys) => keys.count())).toBe(0);
});

it('lets no script read the key out of the browser', async () => {
  const key = await sealingKey('elmer', soon());
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});
