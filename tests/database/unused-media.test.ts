import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { userId } from './access/identities.ts';

fixtureForEachTest();

describe('unused media', () => {
  const uuid = (n: number) => `0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f1${n}`;
  const put = (name: string, age: string, bucket = 'media') =>
    fixture.sql.unsafe(`insert into storage.objects (bucket_id, name, created_at, owner_id)
      values ('${bucket}', '${name}', now() - interval '${age}', '${userId.staff}')`);
  const named = (bucket = 'media') =>
    fixture.as(
      { role: 'service_role' },
      async (sql) => (await sql`select service.abandoned_media(${bucket}) as names`)[0]?.names,
    );

  it('are listed after a week, with their variants, without used and recent ones', async () => {
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
    // Runs once an hour, although the reconciler asks every minute.
    expect(await named()).toEqual([]);
    await fixture.sql`update private.job_times set at = now() - interval '2 hours'`;
    expect(await named()).toHaveLength(3);
  });

  it("are listed after a day for a person's picture, unless their profile shows it, wherever it is stored", async () => {
    const face = (bucket: string, name: string) => `/storage/v1/object/public/${bucket}/${name}.webp`;
    const wear = (address: string) =>
      fixture.sql`update public.profiles set avatar_url = ${address} where id = ${userId.staff}`;
    const folder = `avatars/${userId.staff}`;
    await put(`${folder}/old.webp`, '25 hours', 'images');
    await put(`${folder}/shown.webp`, '30 days', 'images');
    await put(`${folder}/new.webp`, '23 hours', 'images');
    await put(`service-images/${userId.staff}/bus.webp`, '2 days', 'images');
    await put(`${folder}.webp`, '30 days');
    await wear(face('images', `${folder}/shown`));
    expect(await named('images')).toEqual([`service-images/${userId.staff}/bus.webp`, `${folder}/old.webp`]);
    expect(await named('images')).toEqual([]);
    await wear(face('media', folder));
    expect(await named()).toEqual([]);
    await fixture.sql`update private.job_times set at = now() - interval '2 hours'`;
    expect(await named('images')).toContain(`${folder}/shown.webp`);
  });

  it('never include passports', async () => {
    await put(`${userId.tourist}/p.webp`, '60 days', 'passports');
    await expect(named('passports')).rejects.toMatchObject({ hint: 'invalid_input' });
  });
});
