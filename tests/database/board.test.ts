import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { EVERYONE, id, userId } from './access/identities.ts';
import { limited, post } from './board-posts.ts';

fixtureForEachTest();

describe('the message board', () => {
  it('sets author and time itself, and trims the text', async () => {
    const made = await fixture.ask<string>('guide', post('  Hello  '));
    const [row] = await fixture.look<{ created_at: Date }>(
      `select user_id, message, created_at from public.territory_messages where id = '${made}'`,
    );
    expect(row).toMatchObject({ user_id: userId.guide, message: 'Hello' });
    expect(Math.abs(Date.now() - (row?.created_at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it.each([
    ['user_id', `'${userId.tourist}'`],
    ['created_at', `'2020-01-01'`],
    ['hidden_at', 'null'],
  ])('lets nobody set %s', async (column, value) => {
    const statement = `insert into public.territory_messages (territory_id, message, ${column}) values ('rio', 'x', ${value})`;
    expect(await fixture.refusal('guide', statement)).toMatchObject({ status: 403 });
  });

  it('refuses empty and blank messages', async () => {
    expect(await fixture.refusal('guide', post('   '))).toMatchObject({
      message: expect.stringContaining('check constraint'),
    });
  });

  it('accepts a reply to a visible message of the same board, one level deep', async () => {
    const reply = (parent: string, territory = 'rio') =>
      `insert into public.territory_messages (territory_id, message, parent_id) values ('${territory}', 'Yes', '${parent}') returning id`;
    const made = await fixture.ask<string>('guide', reply(id.post));
    const refused = { status: 400, code: 'parent_not_found' };
    expect(await fixture.refusal('guide', reply(made))).toMatchObject(refused);
    expect(await fixture.refusal('guide', reply(id.hiddenPost))).toMatchObject(refused);
    expect(await fixture.refusal('guide', reply(id.post2))).toMatchObject(refused);
  });

  it('limits each person to five messages a minute and thirty an hour', async () => {
    for (let count = 0; count < 5; count += 1) await fixture.ask('guide', post());
    expect(await fixture.refusal('guide', post())).toMatchObject(limited);
    expect(await fixture.refusal('driver', post())).toBeUndefined();
    await fixture.sql`update public.territory_messages set created_at = now() - interval '2 minutes'`;
    await fixture.sql`insert into public.territory_messages (territory_id, user_id, message, created_at)
      select 'rio', ${userId.guide}, 'x', now() - interval '30 minutes' from generate_series(1, 24)`;
    await fixture.ask('guide', post());
    expect(await fixture.refusal('guide', post())).toEqual({
      status: 429,
      code: 'rate_limited_hour',
      message: 'Too many requests. Please try again in an hour.',
    });
  });

  it('applies the limit to parallel posts', async () => {
    const refusals = await Promise.all(Array.from({ length: 20 }, () => fixture.refusal('guide', post())));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(5);
    expect(refusals.filter((refusal) => refusal?.code === 'rate_limited')).toHaveLength(15);
  });

  it('notifies followers of a new topic once until they read it, but neither its author nor of replies', async () => {
    await fixture.ask('guide', `insert into public.territory_followers (territory_id) values ('rio')`);
    const heard = () =>
      fixture.look<{ user_id: string }>(
        `select user_id, params ->> 'excerpt' as message from public.notifications where type = 'board_message' order by created_at`,
      );
    await fixture.ask('guide', post('First'));
    await fixture.ask('guide', post('Second'));
    expect(await heard()).toEqual([{ user_id: userId.tourist, message: 'First' }]);
    await fixture.ask('tourist', 'select public.mark_notifications_read()');
    await fixture.ask('guide', post('Third'));
    expect(await heard()).toHaveLength(2);
  });

  it('notifies the author of a message of a reply', async () => {
    await fixture.ask(
      'guide',
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Yes', '${id.post}')`,
    );
    await fixture.ask(
      'tourist',
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Thanks', '${id.post}')`,
    );
    expect(
      await fixture.look(
        `select user_id, params ->> 'excerpt' as message from public.notifications where type = 'board_reply'`,
      ),
    ).toEqual([{ user_id: userId.tourist, message: 'Yes' }]);
  });

  it('marks notifications as read only for the reader', async () => {
    expect(
      await fixture.ask('otherTourist', `select public.mark_notifications_read(array['${id.notification}']::uuid[])`),
    ).toBe(0);
    expect(
      await fixture.ask('tourist', `select public.mark_notifications_read(array['${id.notification}']::uuid[])`),
    ).toBe(1);
    expect(await fixture.ask('tourist', 'select public.mark_notifications_read()')).toBe(0);
  });

  it('is public, except in a hidden territory', async () => {
    await fixture.sql`insert into public.territory_messages (territory_id, user_id, message) values ('oculto', ${userId.tourist}, 'x')`;
    for (const who of EVERYONE) {
      const seen = await fixture.ask<number>(
        who,
        `select count(*)::int from public.territory_messages where territory_id = 'oculto'`,
      );
      expect([who, seen]).toEqual([who, who === 'admin' || who === 'tourist' ? 1 : 0]);
    }
  });
});
