import { expect, it } from 'vitest';
import { emails, notEmails } from '../support/emails.ts';
import {
  addresses,
  blanks,
  copiedTexts,
  lines,
  names,
  notLines,
  notNames,
  notPersonNames,
  notTexts,
  personNames,
  texts,
} from '../support/names.ts';
import { withoutTriggers } from '../support/without-triggers.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';
import { PICTURED, saveOf } from './catalogue/support.ts';

fixtureForEachTest();

it('accepts the same names as the form', async () => {
  const plain = async (name: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_plain_name(${name}) as ok`)[0]?.ok;
  for (const name of names) expect([name, await plain(name)]).toEqual([name, true]);
  for (const name of [...notNames, ...blanks]) expect([name, await plain(name)]).toEqual([name, false]);
});

it('accepts the same names of people as the form, and no messages', async () => {
  const is = async (name: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_person_name(${name}) as ok`)[0]?.ok;
  for (const name of personNames) expect([name, await is(name)]).toEqual([name, true]);
  for (const name of notPersonNames) expect([name, await is(name)]).toEqual([name, false]);
});

it('accepts the same email addresses as the forms', async () => {
  const is = async (email: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_email(${email}) as ok`)[0]?.ok;
  for (const email of emails) expect([email, await is(email)]).toEqual([email, true]);
  for (const email of notEmails) expect([email, await is(email)]).toEqual([email, false]);
});

it('an invitation accepts no message as a name', async () => {
  const invite = (name: string) => `select public.create_invite('x@example.test', '{tour_guide}', 'rio', '${name}')`;
  expect(await fixture.refusal('manager', invite('Your account is blocked'))).toMatchObject({
    code: 'name_not_person',
  });
  expect(await fixture.refusal('manager', invite(`Ana ${'x'.repeat(60)}`))).toMatchObject({ code: 'name_not_person' });
  expect(await fixture.refusal('manager', invite('Ana López'))).toBeUndefined();
});

it.each([
  ['ana.caal+1@example.test', 'anacaal@example.test'],
  [' ANA@Example.Test ', 'ana@example.test'],
  ['a.n.a+x+y@googlemail.com', 'ana@gmail.com'],
])('counts the spelling %j as one mailbox', async (spelling, mailbox) => {
  expect(await fixture.look(`select private.mailbox_of('${spelling}') as is`)).toEqual([{ is: mailbox }]);
  const count = (address: string) => fixture.sql`select private.count_letter('names', ${address}, 2)`;
  await count(spelling);
  await count(mailbox);
  await expect(count(spelling)).rejects.toMatchObject({ hint: 'rate_limited_day' });
});

it('a profile, an invitation, a business and a new account refuse it', async () => {
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
  const signUp = (name: string) => fixture.sql`insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), 'n@example.test', ${fixture.sql.json({ full_name: name })})`;
  await expect(signUp('www.evil.test')).rejects.toMatchObject({
    code: 'PT400',
    hint: 'name_not_plain',
    detail: '{"field": "full_name"}',
  });
  await expect(signUp('Ana\u202e')).rejects.toMatchObject({ hint: 'name_not_plain' });
  await signUp(' Ana ');
  expect(await fixture.look(`select full_name from public.profiles where email = 'n@example.test'`)).toEqual([
    { full_name: 'Ana' },
  ]);
});

it("an account's data later take the same names as a new account, and may go without one", async () => {
  const rename = (full_name: string | null) => fixture.sql`
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${fixture.sql.json({ full_name })}
    where id = ${userId.tourist}`;
  await expect(rename('www.evil.test')).rejects.toMatchObject({ code: 'PT400', hint: 'name_not_plain' });
  await expect(rename('x'.repeat(121))).rejects.toMatchObject({ code: 'PT400', hint: 'invalid_input' });
  await expect(rename('Ana López')).resolves.toBeDefined();
  await expect(rename(null)).resolves.toBeDefined();
});

it('an invitation and a new account refuse a name that is too long', async () => {
  const name = (length: number) => 'x'.repeat(length);
  const signUp = async (letter: string, length: number) => {
    const id = `00000000-0000-4000-8000-0000000000${letter}${letter}`;
    await fixture.sql`insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, ${`${letter}@example.test`}, ${fixture.sql.json({ full_name: name(length) })})`;
    const [profile] = await fixture.look<{ full_name: string }>(
      `select full_name from public.profiles where id = '${id}'`,
    );
    return profile?.full_name;
  };
  expect(await signUp('a', 120)).toBe(name(120));
  await expect(signUp('b', 121)).rejects.toMatchObject({
    code: 'PT400',
    hint: 'invalid_input',
    detail: '{"field": "full_name"}',
  });
  await fixture.sql`insert into public.invites (code_hash, email, roles, territory_id)
    values (private.hash_code('long'), 'long@example.test', '{tour_guide}', 'rio')`;
  const accept = (length: number) => fixture.sql`select service.invited_account('long', ${name(length)})`;
  await expect(accept(121)).rejects.toMatchObject({ hint: 'invalid_input' });
  await expect(accept(120)).resolves.toHaveLength(1);
});

it('accepts the same titles and labels as the form', async () => {
  const plain = async (line: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_plain_line(${line}) as ok`)[0]?.ok;
  for (const line of lines) expect([line, await plain(line)]).toEqual([line, true]);
  for (const line of [...notLines, ...blanks]) expect([line, await plain(line)]).toEqual([line, false]);
});

it('accepts the same texts of several lines as the forms', async () => {
  const plain = async (text: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.is_plain_text(${text}) as ok`)[0]?.ok;
  for (const text of texts) expect([text, await plain(text)]).toEqual([text, true]);
  for (const text of notTexts) expect([text, await plain(text)]).toEqual([text, false]);
});

it('keeps the joiners of scripts and emoji in texts of several lines, and removes what nobody sees', async () => {
  for (const [text, kept] of copiedTexts) {
    const [row] = await fixture.sql<{ kept: string }[]>`select private.check_text(${text}) as kept`;
    expect(row?.kept).toBe(kept);
  }
});

/** Returns the refusal of an invisible character, with its field, or null for one of several translations. */
const lineRefused = (field: string | null) => ({
  status: 400,
  code: 'line_not_plain',
  message: 'Please remove the invisible characters',
  ...(field && { details: `{"field": "${field}"}` }),
});

it('titles of services, tags, places and referral links refuse it, while existing ones may stay', async () => {
  const bad = 'River\u202eyb';
  const experience = (change: object) => saveOf(id.experience, { ...PICTURED, ...change });
  for (const [field, statement] of [
    ['title', experience({ title: bad })],
    ['title', `update public.territory_transports set title = '${bad}' where id = '${id.transport}'`],
    ['destination', `update public.territory_transports set destination = '${bad}' where id = '${id.transport}'`],
    ['name', `insert into public.territory_tags (territory_id, name) values ('rio', '${bad}')`],
    ['name', `insert into public.pickup_locations (territory_id, name) values ('rio', '${bad}')`],
  ] as const)
    expect(await fixture.refusal('manager', statement), statement).toEqual(lineRefused(field));
  expect(await fixture.refusal('partner', `insert into public.referral_links (name) values ('${bad}')`)).toEqual(
    lineRefused('name'),
  );
  expect(await fixture.refusal('manager', experience({ title: 'رحلة 👩‍👩‍👧 evil.com' }))).toBeUndefined();
  await withoutTriggers(
    fixture.sql,
    (sql) => sql`update public.experiences set title = ${bad} where id = ${id.experience}`,
  );
  expect(await fixture.refusal('manager', experience({ title: bad, description: 'Else' }))).toBeUndefined();
});

it('texts of listings refuse it in every language, while existing ones may stay', async () => {
  const bad = 'Closed \u202enepo';
  const experience = (change: object) => saveOf(id.experience, { ...PICTURED, ...change });
  const transport = (set: string) => `update public.territory_transports set ${set} where id = '${id.transport}'`;
  for (const [field, statement] of [
    ['description', experience({ description: bad })],
    ['meeting_point', experience({ meeting_point: bad })],
    ['what_to_bring', experience({ what_to_bring: bad })],
    ['translations.es.description', experience({ translations: { es: { description: bad } } })],
    ['description', transport(`description = '${bad}'`)],
    ['translations.es.description', transport(`translations = '${JSON.stringify({ es: { description: bad } })}'`)],
  ] as const)
    expect(await fixture.refusal('manager', statement), statement).toEqual(lineRefused(field));
  expect(await fixture.refusal('manager', experience({ description: 'Two\nlines 👩‍👩‍👧' }))).toBeUndefined();
  await withoutTriggers(
    fixture.sql,
    (sql) => sql`update public.experiences set description = ${bad} where id = ${id.experience}`,
  );
  expect(await fixture.refusal('manager', experience({ description: bad, title: 'Else' }))).toBeUndefined();
});

it('finds the same websites in texts as the forms', async () => {
  const has = async (text: string) =>
    (await fixture.sql<{ ok: boolean }[]>`select private.has_web_address(${text}) as ok`)[0]?.ok;
  for (const text of addresses) expect([text, await has(text)]).toEqual([text, true]);
  for (const name of names) expect([name, await has(name)]).toEqual([name, false]);
});
