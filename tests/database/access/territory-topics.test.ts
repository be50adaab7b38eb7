import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './fixture.ts';
import { id, identityOf, userId, type Who } from './identities.ts';

fixtureForEachTest();

/** Returns whether the realtime service would let a person join. */
const hears = (who: Who, topic: string) =>
  fixture.as(identityOf(who), async (sql) => {
    await sql`select set_config('realtime.topic', ${topic}, true)`;
    return (await sql`select 1 from realtime.messages where topic = ${topic}`).length > 0;
  });

it("renames a territory's topic after a role there has ended, and hides the new name from its former holder", async () => {
  const nameFor = (who: Who) => fixture.ask<string>(who, `select public.territory_topic('rio')`);
  const tell = () => fixture.sql`update public.bookings set status = 'confirmed' where id = ${id.booking}`;
  const said = async () =>
    (
      await fixture.look<{ name: string }>(
        `select topic || ' ' || event as name from realtime.messages where topic like 'territory:%' order by inserted_at`,
      )
    ).map(({ name }) => name);
  expect(await nameFor('guide')).toBe('territory:rio');
  await fixture.sql`delete from realtime.messages`;
  await fixture.ask('manager', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
  await tell();
  // The last event for the former guide says that the topic has moved.
  expect((await said()).filter((line) => line.startsWith('territory:rio '))).toEqual(['territory:rio moved']);
  expect(await said()).toContain('territory:rio:1 booking');
  expect(await fixture.refusal('guide', `select public.territory_topic('rio')`)).toMatchObject({ status: 403 });
  expect(await nameFor('staff')).toBe('territory:rio:1');
  await fixture.sql`select realtime.send('{}', 'test', 'territory:rio:1', true)`;
  expect([await hears('staff', 'territory:rio:1'), await hears('guide', 'territory:rio:1')]).toEqual([true, false]);
  // Negative control: if no one has left, the name is the same.
  expect(await fixture.ask('staff2', `select public.territory_topic('lago')`)).toBe('territory:lago');
  // Dropping a role or deleting the account ends access as well.
  await fixture.ask('driver', `select public.remove_my_role('shuttle_driver')`);
  expect(await nameFor('staff')).toBe('territory:rio:2');
  await fixture.sql`delete from private.role_grants where user_id = ${userId.shuttle}`;
  expect(await nameFor('staff')).toBe('territory:rio:3');
});

it('only allows joining by the current name, so that nobody joins the next one in advance', async () => {
  const names = [
    'territory:rio',
    'territory:rio:',
    'territory:rio:1',
    'territory:rio:2',
    'territory:rio:x',
    'territory:',
  ];
  const heard = async (who: Who) => {
    const found: string[] = [];
    for (const name of names) if (await hears(who, name)) found.push(name);
    return found;
  };
  for (const name of names) await fixture.sql`select realtime.send('{}', 'test', ${name}, true)`;
  const inside: Who[] = ['guide', 'driver', 'shuttle', 'staff', 'manager', 'admin'];
  for (const who of inside) expect([who, await heard(who)]).toEqual([who, ['territory:rio']]);
  for (const who of ['staff2', 'tourist', 'anon'] as const) expect([who, await heard(who)]).toEqual([who, []]);
  await fixture.ask('manager', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
  for (const who of inside) expect([who, await heard(who)]).toEqual([who, who === 'guide' ? [] : ['territory:rio:1']]);
});
