import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, identityOf, userId } from './access/identities.ts';

fixtureForEachTest();

const uuid = '0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f11';
const other = '0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f12';
const address = (name: string) => `/storage/v1/object/public/media/${name}#v=2&c=000000`;
const put = (name: string) =>
  fixture.sql`insert into storage.objects (bucket_id, name, owner_id) values ('media', ${name}, ${userId.staff})`;
/** Returns the files that remain in the bucket after their owner has deleted everything they can. */
async function leftAfter(who: 'staff' | 'admin'): Promise<string[]> {
  await fixture.as(identityOf(who), (sql) => sql`delete from storage.objects where bucket_id = 'media'`);
  const rows = await fixture.look<{ name: string }>(
    `select name from storage.objects where bucket_id = 'media' order by name`,
  );
  return rows.map((row) => row.name);
}

it.each([
  ['experience-media', `update public.experiences set image_urls = $1 where id = '${id.experience}'`],
  ['experience-media', `update public.experiences set video_urls = $1 where id = '${id.experience}'`],
  ['territory-media', `update public.territories set image_urls = $1 where id = 'rio'`],
  ['transport-media', `update public.territory_transports set image_urls = $1 where id = '${id.transport}'`],
])(
  'keeps a picture of %s that a row shows, with its variants, and lets a person delete one that no row shows',
  async (folder, statement) => {
    const shown = `${folder}/${uuid}`;
    for (const name of [
      `${shown}.webp`,
      `${shown}/w480.webp`,
      `${folder}/${other}.webp`,
      `${folder}/${other}/w480.webp`,
    ])
      await put(name);
    await fixture.sql.unsafe(statement, [[address(`${shown}.webp`)]]);
    expect(await leftAfter('staff')).toEqual([`${shown}.webp`, `${shown}/w480.webp`]);
    expect(await leftAfter('admin')).toEqual([`${shown}.webp`, `${shown}/w480.webp`]);
    await fixture.sql.unsafe(statement, [['/art/rio-dulce.svg']]);
    expect(await leftAfter('staff')).toEqual([]);
  },
);

it('a review photo that its author removes does not pass its place to another one', async () => {
  const name = `user-submissions/${userId.tourist}/${uuid}.webp`;
  const insert = `insert into storage.objects (bucket_id, name, owner_id) values ('media', '${name}', '${userId.tourist}')`;
  const take = () =>
    fixture.as(identityOf('tourist'), (sql) => sql`delete from storage.objects where name = ${name} returning 1`);
  const put = () => fixture.refusal('tourist', insert);
  // Until the file is visible, the upload can be retried.
  expect(await put()).toBeUndefined();
  expect(await take()).toHaveLength(1);
  expect(await put()).toBeUndefined();
  const review = `update public.reviews set photo_urls = $1 where author_id = '${userId.tourist}'`;
  await fixture.sql.unsafe(review, [[`/storage/v1/object/public/media/${name}`]]);
  expect(await take()).toHaveLength(1);
  expect(await put()).toMatchObject({ code: '42501' });
  await fixture.sql.unsafe(review, [[]]);
  expect(await put()).toBeUndefined();
  await take();
  await fixture.sql`insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location)
    values (${userId.tourist}, 'rio', ${[address(name)]}, '{image}', 'c', 'l')`;
  expect(await put()).toMatchObject({ code: '42501' });
});
