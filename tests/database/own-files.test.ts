import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';
import { saveOf } from './catalogue/support.ts';

sharedFixture();

const uuid = '0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f11';
const own = `/storage/v1/object/public/media/user-submissions/${userId.tourist}/${uuid}.jpg`;
const quoted = (address: string) => `'${address.replaceAll("'", "''")}'`;
const listed = (addresses: string[]) => `array[${addresses.map(quoted).join(', ')}]::text[]`;

/** The table's constraint or the function that writes it refuses. */
const REFUSED = { code: expect.stringMatching(/^(23514|invalid_input)$/) };

/** Each column that shows pictures or videos, and a person who may write it. */
const columns: [string, Who, (addresses: string[]) => string][] = [
  [
    'profiles.avatar_url',
    'tourist',
    ([a = '']) => `update public.profiles set avatar_url = ${quoted(a)} where id = '${userId.tourist}'`,
  ],
  [
    'territories.image_urls',
    'manager',
    (a) => `update public.territories set image_urls = ${listed(a)} where id = 'rio'`,
  ],
  [
    'territories.video_urls',
    'staff',
    (a) => `update public.territories set video_urls = ${listed(a)} where id = 'rio'`,
  ],
  ['experiences.image_urls', 'staff', (a) => saveOf(id.experience, { image_urls: a })],
  ['experiences.video_urls', 'staff', (a) => saveOf(id.experience, { image_urls: [own], video_urls: a })],
  [
    'territory_transports.image_urls',
    'shuttle',
    (a) => `update public.territory_transports set image_urls = ${listed(a)} where id = '${id.transport}'`,
  ],
  [
    'user_submissions.media_urls',
    'tourist',
    (a) => `select public.submit_content(${listed(a)}, array_fill('image'::text, array[${a.length}]), 'c', 'l', 'rio')`,
  ],
];
const foreign = [
  'https://evil.example/a.png',
  'http://evil.example/a.png',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  '/rest/v1/rpc/lookup_referral_link?p_code=x',
  '/storage/v1/object/public/media/../../../rest/v1/x.png',
  '/storage/v1/object/public/elsewhere/a.png',
  '/storage/v1/object/public/media/a.html',
  `${own} https://evil.example/a.png`,
  `${own}#"><script>`,
  `${own}\nhttps://evil.example/a.png`,
  `https://evil.example${own}`,
  `${own}#${'a'.repeat(2000)}`,
];

describe.each(columns)('%s', (_, who, write) => {
  it('is a file of our own', async () => {
    expect(await fixture.refusal(who, write([own]))).toBeUndefined();
    expect(await fixture.refusal(who, write([`${own}#v=2&s=480,720&c=55978a&alt=Lancha%20leaving`]))).toBeUndefined();
  });

  it.each(foreign)('is never %s', async (address) => {
    expect(await fixture.refusal(who, write([address]))).toMatchObject(REFUSED);
  });
});

it.each(columns.slice(1))('allows at most 20 in %s', async (_, who, write) => {
  expect(await fixture.refusal(who, write(Array<string>(20).fill(own)))).toBeUndefined();
  expect(await fixture.refusal(who, write(Array<string>(21).fill(own)))).toMatchObject(REFUSED);
});

it.each([
  ['the face', 'images/avatars'],
  ['a photo', 'media/user-submissions'],
])('refuses %s of someone else as a picture', async (_, folder) => {
  const face = `/storage/v1/object/public/${folder}/${userId.staff}/${uuid}.jpg`;
  const wear = (who: Who, person: string) =>
    fixture.refusal(who, `update public.profiles set avatar_url = '${face}' where id = '${person}'`);
  expect(await wear('tourist', userId.tourist)).toMatchObject(REFUSED);
  expect(await wear('staff', userId.staff)).toBeUndefined();
});

it.each(['avatars', 'territory-media', 'experience-media'])(
  'refuses a file of media/%s that belongs to someone else',
  async (folder) => {
    const face = `/storage/v1/object/public/media/${folder}/${uuid}.jpg`;
    const wear = `update public.profiles set avatar_url = '${face}' where id = '${userId.tourist}'`;
    expect(await fixture.refusal('tourist', wear)).toMatchObject(REFUSED);
  },
);

it('accepts a profile without a picture', async () => {
  const statement = `update public.profiles set avatar_url = null where id = '${userId.tourist}'`;
  expect(await fixture.refusal('tourist', statement)).toBeUndefined();
});

it('refuses an upload that was signed while they had a role that has ended', async () => {
  // Writes such a row with the storage service's own rights, in the name of the person whose upload was signed.
  const put = (folder: string, person: string) =>
    fixture.sql`insert into storage.objects (bucket_id, name, owner_id)
      values ('media', ${`${folder}/${crypto.randomUUID()}.png`}, ${person})`.then(
      () => 'stored',
      (error: Error) => error.message,
    );
  expect(await put('territory-media', userId.staff)).toBe('stored');
  await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${userId.staff} and role = 'territory_staff'`;
  expect(await put('territory-media', userId.staff)).toBe('upload_role_ended');
  expect(await put(`user-submissions/${userId.staff}`, userId.staff)).toBe('stored');
});
