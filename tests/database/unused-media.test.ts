import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { userId } from './access/identities.ts';

fixtureForEachTest();

describe('media that nobody uses', () => {
  const uuid = (n: number) => `0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f1${n}`;
  const put = (name: string, age: string) =>
    fixture.sql.unsafe(`insert into storage.objects (bucket_id, name, created_at, owner_id)
      values ('media', '${name}', now() - interval '${age}', '${userId.staff}')`);
  const named = () =>
    fixture.as(
      { role: 'service_role' },
      async (sql) => (await sql`select public.abandoned_media() as names`)[0]?.names,
    );

  it('is named after a week, with its variants; what is shown, and what is young, is not', async () => {
    await put(`territory-media/${uuid(1)}.webp`, '8 days');
    await put(`territory-media/${uuid(1)}/w480.webp`, '8 days');
    await put(`territory-media/${uuid(2)}.webp`, '8 days');
    await put(`territory-media/${uuid(2)}/w480.webp`, '8 days');
    await put(`experience-media/${uuid(3)}.mp4`, '6 days');
    await put(`user-submissions/${userId.tourist}/${uuid(4)}.jpg`, '9 days');
    await fixture.sql.unsafe(`update public.territories
      set image_urls = array['/storage/v1/object/public/media/territory-media/${uuid(2)}.webp#v=2&c=000000'] where id = 'rio'`);
    expect(await named()).toEqual([
      `user-submissions/${userId.tourist}/${uuid(4)}.jpg`,
      `territory-media/${uuid(1)}.webp`,
      `territory-media/${uuid(1)}/w480.webp`,
    ]);
    // Once an hour: the reconciler asks each minute.
    expect(await named()).toEqual([]);
    await fixture.sql`update private.job_times set at = now() - interval '2 hours'`;
    expect(await named()).toHaveLength(3);
  });
});
