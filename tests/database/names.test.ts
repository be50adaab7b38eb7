import { expect, it } from 'vitest';
import { names, notNames } from '../support/names.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { userId } from './access/identities.ts';

fixtureForEachTest();

it('tells names from what is none, as the form does', async () => {
  const plain = async (name: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_plain_name(${name}) as ok`)[0]?.ok;
  for (const name of names) expect([name, await plain(name)]).toEqual([name, true]);
  for (const name of notNames) expect([name, await plain(name)]).toEqual([name, false]);
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
