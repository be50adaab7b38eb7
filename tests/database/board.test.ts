import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorldDatabase, type World } from './access/actors.ts';
import { EVERYONE, id, userId } from './access/identities.ts';

let world: World;
beforeEach(async () => {
  world = await createWorldDatabase();
});
afterEach(() => world.drop());

const post = (text = 'Is the pier open?', territory = 'rio') =>
  `insert into public.territory_messages (territory_id, message) values ('${territory}', '${text}') returning id`;
const limited = { status: 429, code: 'rate_limited' };

describe('the message board', () => {
  it('writes the author and the time itself, and trims', async () => {
    const made = await world.ask<string>('guide', post('  Hello  '));
    const [row] = await world.look<{ created_at: Date }>(
      `select user_id, message, created_at from public.territory_messages where id = '${made}'`,
    );
    expect(row).toMatchObject({ user_id: userId.guide, message: 'Hello' });
    expect(Math.abs(Date.now() - (row?.created_at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it.each([
    ['user_id', `'${userId.tourist}'`],
    ['created_at', `'2020-01-01'`],
    ['hidden_at', 'null'],
  ])('nobody sets %s', async (column, value) => {
    const statement = `insert into public.territory_messages (territory_id, message, ${column}) values ('rio', 'x', ${value})`;
    expect(await world.refusal('guide', statement)).toMatchObject({ status: 403 });
  });

  it('an empty message is refused, also one of blanks', async () => {
    expect(await world.refusal('guide', post('   '))).toMatchObject({
      message: expect.stringContaining('check constraint'),
    });
  });

  it('a reply answers a visible message of the same board, one level deep', async () => {
    const reply = (parent: string, territory = 'rio') =>
      `insert into public.territory_messages (territory_id, message, parent_id) values ('${territory}', 'Yes', '${parent}') returning id`;
    const made = await world.ask<string>('guide', reply(id.post));
    const refused = { status: 400, code: 'parent_not_found' };
    expect(await world.refusal('guide', reply(made))).toMatchObject(refused);
    expect(await world.refusal('guide', reply(id.hiddenPost))).toMatchObject(refused);
    expect(await world.refusal('guide', reply(id.post2))).toMatchObject(refused);
  });

  it('five a minute, thirty an hour, each person for themselves', async () => {
    for (let count = 0; count < 5; count += 1) await world.ask('guide', post());
    expect(await world.refusal('guide', post())).toMatchObject(limited);
    expect(await world.refusal('driver', post())).toBeUndefined();
    await world.sql`update public.territory_messages set created_at = now() - interval '2 minutes'`;
    await world.sql`insert into public.territory_messages (territory_id, user_id, message, created_at)
      select 'rio', ${userId.guide}, 'x', now() - interval '30 minutes' from generate_series(1, 24)`;
    await world.ask('guide', post());
    expect(await world.refusal('guide', post())).toMatchObject(limited);
  });

  it('the limit holds for parallel posts', async () => {
    const refusals = await Promise.all(Array.from({ length: 20 }, () => world.refusal('guide', post())));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(5);
    expect(refusals.filter((refusal) => refusal?.code === 'rate_limited')).toHaveLength(15);
  });

  it('followers hear of a new topic once until they read it; the author and the replies do not ring', async () => {
    await world.ask('guide', `insert into public.territory_followers (territory_id) values ('rio')`);
    const heard = () =>
      world.look<{ user_id: string }>(
        `select user_id, message from public.notifications where type = 'board_message' order by created_at`,
      );
    await world.ask('guide', post('First'));
    await world.ask('guide', post('Second'));
    expect(await heard()).toEqual([{ user_id: userId.tourist, message: 'First' }]);
    await world.ask('tourist', 'select public.mark_notifications_read()');
    await world.ask('guide', post('Third'));
    expect(await heard()).toHaveLength(2);
  });

  it('the author of a message hears of a reply', async () => {
    await world.ask(
      'guide',
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Yes', '${id.post}')`,
    );
    await world.ask(
      'tourist',
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Thanks', '${id.post}')`,
    );
    expect(await world.look(`select user_id, message from public.notifications where type = 'board_reply'`)).toEqual([
      { user_id: userId.tourist, message: 'Yes' },
    ]);
  });

  it('reading one’s notifications changes nobody else’s', async () => {
    expect(
      await world.ask('otherTourist', `select public.mark_notifications_read(array['${id.notification}']::uuid[])`),
    ).toBe(0);
    expect(
      await world.ask('tourist', `select public.mark_notifications_read(array['${id.notification}']::uuid[])`),
    ).toBe(1);
    expect(await world.ask('tourist', 'select public.mark_notifications_read()')).toBe(0);
  });

  it('everyone reads it, but a hidden region’s board', async () => {
    await world.sql`insert into public.territory_messages (territory_id, user_id, message) values ('oculto', ${userId.tourist}, 'x')`;
    for (const who of EVERYONE) {
      const seen = await world.ask<number>(
        who,
        `select count(*)::int from public.territory_messages where territory_id = 'oculto'`,
      );
      expect([who, seen]).toEqual([who, who === 'admin' || who === 'tourist' ? 1 : 0]);
    }
  });
});
