import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaFiles, type PassportFiles, passportFiles } from '../../supabase/functions/_shared/files.ts';
import { type Services, startServices } from './services.ts';

let services: Services;
let passports: PassportFiles;
beforeAll(async () => {
  services = await startServices();
  passports = passportFiles(services.admin);
});
afterAll(() => services.stop());

const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const otherPicture = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 9, 9, 9]);
const objectsNamed = (name: string) =>
  services.db.sql<{ bucket_id: string }[]>`select bucket_id, metadata ->> 'mimetype' as type,
    metadata ->> 'cacheControl' as cache from storage.objects where name = ${name}`;

/** Returns a storage that always refuses. */
const refusing = (message: string) => {
  const asked: string[] = [];
  const client = createClient('http://storage.test', 'key', {
    global: {
      fetch: async (url) => {
        asked.push(String(url));
        return Response.json({ statusCode: '500', error: 'Refused', message }, { status: 500 });
      },
    },
  });
  return { client, asked };
};

describe('passports', () => {
  test('are stored under their name with their type, uncached, and never overwritten', async () => {
    const name = `${randomUUID()}/a.jpg`;
    await passports.put(name, picture, 'image/jpeg');
    expect(await objectsNamed(name)).toMatchObject([
      { bucket_id: 'passports', type: 'image/jpeg', cache: 'max-age=0' },
    ]);
    await expect(passports.put(name, otherPicture, 'image/jpeg')).rejects.toThrow(/exists/i);
    const kept = await services.admin.storage.from('passports').download(name);
    expect(new Uint8Array((await kept.data?.arrayBuffer()) ?? [])).toEqual(picture);
  });

  test('are opened by a link for its duration, and a missing one has no link', async () => {
    const name = `${randomUUID()}/a.jpg`;
    await passports.put(name, picture, 'image/jpeg');
    const link = await passports.sign(name, 60);
    const opened = await fetch(link ?? '');
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(picture);
    const token = new URL(link ?? '').searchParams.get('token') ?? '';
    const { exp, iat } = JSON.parse(atob(token.split('.')[1] ?? '')) as { exp: number; iat: number };
    expect(exp - iat).toBe(60);
    expect(await passports.sign(`${randomUUID()}/none.jpg`, 60)).toBeNull();
  });

  test('count as removed if removed or missing', async () => {
    const names = [`${randomUUID()}/a.jpg`, `${randomUUID()}/b.jpg`];
    for (const name of names) await passports.put(name, picture, 'image/jpeg');
    await passports.remove([...names, `${randomUUID()}/none.jpg`]);
    for (const name of names) expect(await objectsNamed(name)).toEqual([]);
  });

  test('send no empty request to storage', async () => {
    const { client, asked } = refusing('broken');
    await passportFiles(client).remove([]);
    expect(asked).toEqual([]);
  });

  test.each(['broken', 'Object not found, it seems', 'The resource does not exist'])(
    'report a failure: %s',
    async (message) => {
      const failing = passportFiles(refusing(message).client);
      await expect(failing.put('a', picture, 'image/jpeg')).rejects.toThrow(message);
      await expect(failing.remove(['a'])).rejects.toThrow(message);
      if (message === 'broken') await expect(failing.sign('a', 60)).rejects.toThrow(message);
      // The storage service has two responses for a missing object.
      else expect(await failing.sign('a', 60)).toBeNull();
    },
  );
});

test('removes unused pictures and videos from their own bucket', async () => {
  const name = `${randomUUID()}/a.jpg`;
  await passports.put(name, picture, 'image/jpeg');
  await services.admin.storage.from('media').upload(name, picture, { contentType: 'image/jpeg' });
  await mediaFiles(services.admin).remove('media', [name]);
  expect(await objectsNamed(name)).toMatchObject([{ bucket_id: 'passports' }]);
  await expect(mediaFiles(refusing('broken').client).remove('media', [name])).rejects.toThrow('broken');
});
