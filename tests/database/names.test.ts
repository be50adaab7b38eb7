import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { userId } from './access/identities.ts';

fixtureForEachTest();

// The same cases as beside the field: src/ui/form/text-rules.test.ts
const NAMES = [
  'Ana López',
  'J.R. Pérez',
  'Mr.John',
  'Café & Co.',
  'Hotel Luna, No. 5',
  'O-Brien Núñez',
  '李小龍',
  'نورا',
  'St. Comas',
];
const NONE = [
  'Ana\u202eanA',
  'Ana\u2066',
  'A\u200bna',
  'Ana\u0007',
  'https://evil.test',
  'www.evil.test',
  'Win at evil.com',
  'EVIL.COM/x',
  'a.gt',
];

it('tells names from what is none, as the form does', async () => {
  const plain = async (name: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_plain_name(${name}) as ok`)[0]?.ok;
  for (const name of NAMES) expect([name, await plain(name)]).toEqual([name, true]);
  for (const name of NONE) expect([name, await plain(name)]).toEqual([name, false]);
});

it('a profile, an invitation and a business refuse it, and an account begins without it', async () => {
  const refused = { status: 400, code: 'name_not_plain' };
  expect(
    await fixture.refusal(
      'tourist',
      `update public.profiles set full_name = 'Win at evil.com' where id = '${userId.tourist}'`,
    ),
  ).toMatchObject({ code: '23514' });
  const invite = (name: string, business: string) =>
    `select public.create_invite('x@example.test', '{travel_partner}', 'rio', '${name}', '${business}')`;
  expect(await fixture.refusal('manager', invite('Win at evil.com', 'Hotel'))).toMatchObject(refused);
  expect(await fixture.refusal('manager', invite('Ana', 'Hotel\u202e'))).toMatchObject(refused);
  const id = '00000000-0000-4000-8000-0000000000ab';
  await fixture.sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, 'n@example.test', '{"full_name": "www.evil.test"}')`;
  expect(await fixture.look(`select full_name from public.profiles where id = '${id}'`)).toEqual([{ full_name: '' }]);
});
