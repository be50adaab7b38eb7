import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, identityOf, userId, type Who } from '../access/identities.ts';
import { form } from './support.ts';

fixtureForEachTest();

/** Sends a request with a key in its header, as a form does. Returns the number of rows. */
const send = (who: Who, key: string, statement: string) =>
  fixture.as(identityOf(who), async (sql) => {
    await sql`select set_config('request.headers', ${JSON.stringify({ 'idempotency-key': key })}, true)`;
    return (await sql.unsafe(statement)).length;
  });
const ownSave = (who: Who, key: string) => fixture.ask<boolean | null>(who, `select public.own_save('${key}')`);
const version = async (table: string, row: string) =>
  (await fixture.look<{ v: string }>(`select updated_at::text as v from ${table} where id = '${row}'`))[0]?.v ?? '';

const partner = `(select updated_at from public.list_members('rio', p_id => '${userId.partner}'))`;

/**
 * For each kind of record that a form saves with an expected version, sending the same statement again changes
 * nothing.
 */
const records = {
  territory: async (text: string) =>
    `update public.territories set description = '${text}'
      where id = 'rio' and updated_at = '${await version('public.territories', 'rio')}' returning id`,
  tag: async (text: string) =>
    `update public.territory_tags set name = '${text}'
      where id = '${id.tag}' and updated_at = '${await version('public.territory_tags', id.tag)}' returning id`,
  pickup: async (text: string) =>
    `update public.pickup_locations set directions = '${text}'
      where id = 'pu_home' and updated_at = '${await version('public.pickup_locations', 'pu_home')}' returning id`,
  transport: async (text: string) =>
    `update public.territory_transports set title = '${text}'
      where id = '${id.transport}' and updated_at = '${await version('public.territory_transports', id.transport)}' returning id`,
  experience: async (text: string) => {
    const p = JSON.stringify(form({ title: text, timeslots: [] }));
    const seen = await version('public.experiences', id.experience);
    return `select public.save_service('experience', '${id.experience}', 'rio', '${seen}', '${p}')`;
  },
  partner: async (text: string) => {
    const seen = await fixture.ask<string>('manager', `select ${partner}::text`);
    return `select public.save_member('${userId.partner}', 'rio', '${seen}', '${text}')`;
  },
};

/** Returns whether the row was stored, or how it was refused. No row also means a conflict. */
const outcome = (sent: Promise<number>) =>
  sent.then(
    (rows) => (rows > 0 ? 'stored' : 'changed_meanwhile'),
    (error: { hint?: string }) => error.hint,
  );

describe.each(Object.entries(records))('a save of a %s', (_, statementOf) => {
  it('is refused the second time after its response was lost, and only the same person finds it by its key', async () => {
    const key = randomUUID();
    const statement = await statementOf('By me');
    expect(await ownSave('manager', key)).toBeNull();
    expect(await outcome(send('manager', key, statement))).toBe('stored');
    expect(await outcome(send('manager', key, statement))).toBe('changed_meanwhile');
    expect(await ownSave('manager', key)).toBe(true);
    expect(await ownSave('staff', key)).toBeNull();
  });

  it('is stored but not the latest if a second person saved later', async () => {
    const [key, theirs, late] = [randomUUID(), randomUUID(), randomUUID()];
    await send('manager', key, await statementOf('By me'));
    const older = await statementOf('Too late');
    await send('staff', theirs, await statementOf('By them'));
    expect(await outcome(send('manager', late, older))).toBe('changed_meanwhile');
    expect(await Promise.all([key, late].map((one) => ownSave('manager', one)))).toEqual([false, null]);
    expect(await ownSave('staff', theirs)).toBe(true);
  });

  it('is not the latest after a change without a key, which other screens make', async () => {
    const key = randomUUID();
    await send('manager', key, await statementOf('By me'));
    await fixture.ask('manager', await statementOf('Elsewhere'));
    expect(await ownSave('manager', key)).toBe(false);
  });
});

it("saves the platform's limits under keys too", async () => {
  const key = randomUUID();
  const share = await fixture.ask<number>('admin', 'select public.cash_share()');
  const statement = `select public.save_cash_share(41, ${share})`;
  expect(await outcome(send('admin', key, statement))).toBe('stored');
  expect(await outcome(send('admin', key, statement))).toBe('changed_meanwhile');
  expect(await ownSave('admin', key)).toBe(true);
});

it('recognises a repeated first save after its response was lost, although its name is taken', async () => {
  const key = randomUUID();
  const statement = `insert into public.territory_tags (territory_id, name) values ('rio', 'Kayaks') returning id`;
  expect(await outcome(send('manager', key, statement))).toBe('stored');
  await expect(send('manager', key, statement)).rejects.toMatchObject({ code: '23505' });
  expect(await ownSave('manager', key)).toBe(true);
});

it('stores nothing for a key that is no uuid, or without a person', async () => {
  await send('manager', 'x'.repeat(4000), await records.tag('Rafts'));
  await fixture.sql`update public.territory_tags set name = 'Canoes' where id = ${id.tag}`;
  expect(await fixture.look('select key from private.form_saves')).toEqual([]);
});

it('deletes keys after two days', async () => {
  const key = randomUUID();
  await send('manager', key, await records.tag('Rafts'));
  await fixture.sql`update private.form_saves set at = now() - interval '49 hours'`;
  await fixture.sql`select service.release_expired()`;
  expect(await fixture.look('select key from private.form_saves')).toEqual([]);
});
