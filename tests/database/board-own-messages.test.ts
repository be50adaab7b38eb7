import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';
import { limited, post } from './board-posts.ts';

fixtureForEachTest();

describe("an author's own board message", () => {
  const edit = (message: string, text = 'Better') => `public.edit_message('${message}', '${text}')`;
  const remove = (message: string) => `public.delete_message('${message}')`;
  const call = (what: string) => `select ${what}`;
  const row = async (message: string) =>
    (
      await fixture.look<Record<string, unknown>>(
        `select message, edited_at, deleted_at, hidden_at, user_id from public.territory_messages where id = '${message}'`,
      )
    )[0];
  const seen = (who: 'guide' | 'tourist' | 'anon', message: string) =>
    fixture.ask<string>(who, `select count(*)::text from public.territory_messages where id = '${message}'`);

  it('is edited and marked so, but not by an unchanged text, and not twice within a moment', async () => {
    await fixture.ask('tourist', call(edit(id.post)));
    expect(await row(id.post)).toMatchObject({ message: 'Better', edited_at: expect.anything() });
    expect(await fixture.refusal('tourist', call(edit(id.post)))).toBeUndefined();
    expect(await fixture.refusal('tourist', call(edit(id.post, 'Best')))).toMatchObject(limited);
    expect(await fixture.refusal('tourist', call(edit(id.post, '  ')))).toMatchObject({ status: 400 });
  });

  it('counts as a post when edited, so that too many edits prevent posts', async () => {
    for (let count = 0; count < 5; count += 1) await fixture.ask('guide', post(`Old ${count}`));
    await fixture.sql`update public.territory_messages set created_at = now() - interval '2 hours' where user_id = ${userId.guide}`;
    await fixture.ask('guide', post('Old 5'));
    await fixture.sql`update public.territory_messages set created_at = now() - interval '2 hours' where user_id = ${userId.guide}`;
    const old = await fixture.look<{ id: string }>(
      `select id from public.territory_messages where user_id = '${userId.guide}' and message like 'Old%' order by message`,
    );
    const [first, ...others] = old.map((message) => message.id);
    for (const message of [first, ...others.slice(0, 4)]) await fixture.ask('guide', call(edit(message ?? '')));
    expect(await fixture.refusal('guide', call(edit(others[4] ?? '')))).toMatchObject(limited);
    expect(await fixture.refusal('guide', post())).toMatchObject(limited);
    await fixture.sql`update public.territory_messages set edited_at = edited_at - interval '6 seconds'`;
    expect(await fixture.refusal('guide', call(edit(first ?? '', 'Again')))).toBeUndefined();
  });

  it('disappears from all notifications when deleted, which had its last text before', async () => {
    const bell = async (type: string) =>
      (
        await fixture.look<{ message: string }>(
          `select params ->> 'excerpt' as message from public.notifications where type = '${type}'`,
        )
      ).map(({ message }) => message);
    const topic = await fixture.ask<string>('guide', post('My number is 5555'));
    await fixture.ask('guide', post('Another'));
    await fixture.ask('guide', call(edit(topic, 'Ask me there')));
    expect(await bell('board_message')).toEqual(['Ask me there']);
    await fixture.ask('guide', call(remove(topic)));
    expect(await bell('board_message')).toEqual([]);
    const answer = await fixture.ask<string>(
      'guide',
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Call 5555', '${id.post}') returning id`,
    );
    expect(await bell('board_reply')).toEqual(['Call 5555']);
    await fixture.ask('guide', call(remove(answer)));
    expect(await bell('board_reply')).toEqual([]);
  });

  it('is updated in all notifications, read or not, of former followers too, and in unsent ones', async () => {
    const bells = () =>
      fixture.look(
        `select type, params ->> 'excerpt' as message from public.notifications where about is not null order by type`,
      );
    const waiting = () =>
      fixture.look(`select payload #>> '{params,excerpt}' as message from private.outbox where kind = 'notification'`);
    await fixture.sql`insert into public.territory_followers (territory_id, user_id) values ('rio', ${userId.driver}) on conflict do nothing`;
    await fixture.sql`delete from public.notifications`;
    const topic = await fixture.ask<string>('guide', post('My number is 5555'));
    await fixture.ask('tourist', call(`public.report_message('${topic}')`));
    await fixture.sql`update public.notifications set read = true`;
    await fixture.sql`delete from public.territory_followers`;
    await fixture.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload) values ('late', 'notification', 'board_message',
      ${userId.partner}, ${fixture.sql.json({ wording: 'board_message', params: { excerpt: 'My number is 5555' }, about: `message:${topic}` })})`;
    await fixture.ask('guide', call(edit(topic, 'Ask me there')));
    expect(new Set((await bells()).map((row) => JSON.stringify(row)))).toEqual(
      new Set(['board_message', 'reported_message'].map((type) => JSON.stringify({ type, message: 'Ask me there' }))),
    );
    expect(await waiting()).toEqual([{ message: 'Ask me there' }]);
    await fixture.ask('staff', call(`public.hide_message('${topic}')`));
    expect(await bells()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('never changes a notification about something else with the same id, which its author chose', async () => {
    const bells = () =>
      fixture.look<{ type: string }>('select user_id, type, wording, params from public.notifications order by type');
    const posted = (chosen: string) =>
      fixture.ask(
        'driver',
        `insert into public.territory_messages (id, territory_id, message) values ('${chosen}', 'rio', 'x')`,
      );
    await fixture.sql`delete from public.notifications`;
    await fixture.ask('tourist', call(`public.report_review('${id.review}')`));
    await fixture.ask(
      'guide',
      `insert into public.guide_timeslot_responses (guide_id, slot_id, response)
      values ('${userId.guide}', '${id.slot}', 'declined') on conflict (guide_id, slot_id) do update set response = 'declined'`,
    );
    const rung = await bells();
    expect(new Set(rung.map(({ type }) => type))).toEqual(new Set(['no_guide', 'reported_review']));
    for (const chosen of [id.review, id.slot]) {
      await posted(chosen);
      await fixture.ask('driver', call(edit(chosen, 'Your trip is cancelled, call +502 5555')));
      await fixture.ask('driver', call(remove(chosen)));
    }
    expect((await bells()).filter(({ type }) => type !== 'board_message')).toEqual(rung);
  });

  it("can't be hidden or shown after its deletion", async () => {
    const topic = await fixture.ask<string>('guide', post());
    await fixture.ask('guide', call(remove(topic)));
    for (const hidden of [true, false])
      expect(await fixture.refusal('staff', call(`public.hide_message('${topic}', ${hidden})`))).toMatchObject({
        status: 404,
        code: 'message_not_found',
      });
  });

  it("is deleted with the author's own answers if nobody else has answered, and all of them count for the limit", async () => {
    const answer = (parent: string) =>
      `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'And more', '${parent}') returning id`;
    for (let count = 0; count < 2; count += 1) {
      const topic = await fixture.ask<string>('guide', post());
      const own = await fixture.ask<string>('guide', answer(topic));
      await fixture.ask('guide', call(remove(topic)));
      expect(await row(topic)).toMatchObject({ message: '', user_id: userId.guide });
      expect(await row(own)).toMatchObject({ message: '', user_id: userId.guide });
      for (const message of [topic, own]) expect(await seen('guide', message)).toBe('0');
    }
    await fixture.ask('guide', post());
    expect(await fixture.refusal('guide', post())).toMatchObject(limited);
  });

  it("can't be changed by anyone else", async () => {
    const missing = { status: 404, code: 'message_not_found' };
    for (const who of ['guide', 'staff', 'manager', 'admin'] as const) {
      expect(await fixture.refusal(who, call(edit(id.post)))).toMatchObject(missing);
      expect(await fixture.refusal(who, call(remove(id.post)))).toMatchObject(missing);
    }
    expect(await row(id.post)).toMatchObject({ message: 'Hello', edited_at: null, deleted_at: null });
  });

  it('stays hidden, whatever its author does', async () => {
    expect(await fixture.refusal('tourist', call(edit(id.hiddenPost)))).toMatchObject({
      status: 409,
      code: 'message_hidden',
    });
    await fixture.ask('tourist', call(remove(id.hiddenPost)));
    expect(await row(id.hiddenPost)).toMatchObject({ message: '', hidden_at: expect.anything() });
  });

  it('is unreadable once deleted, counts for the limit, and its open report is settled', async () => {
    await fixture.ask('tourist', call(remove(id.post)));
    expect(await row(id.post)).toMatchObject({ message: '', user_id: userId.tourist });
    for (const who of ['guide', 'tourist', 'anon'] as const) expect(await seen(who, id.post)).toBe('0');
    const [report] = await fixture.look(`select status from public.message_reports where id = '${id.report}'`);
    expect(report).toEqual({ status: 'dismissed' });
    expect(await fixture.refusal('tourist', call(edit(id.post)))).toMatchObject({ code: 'message_not_found' });
    for (let count = 0; count < 5; count += 1) await fixture.ask('guide', post());
    await fixture.sql`select 1`;
    const [own] = await fixture.look<{ id: string }>(
      `select id from public.territory_messages where user_id = '${userId.guide}' and message <> '' limit 1`,
    );
    await fixture.ask('guide', call(remove(own?.id ?? '')));
    expect(await fixture.refusal('guide', post())).toMatchObject(limited);
  });

  it("leaves an empty placeholder without a name above other people's answers, which accepts no more answers", async () => {
    const answer = `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Yes', '${id.post}') returning id`;
    const made = await fixture.ask<string>('guide', answer);
    await fixture.ask('tourist', call(remove(id.post)));
    expect(await row(id.post)).toMatchObject({ message: '', user_id: null });
    expect(await seen('anon', id.post)).toBe('1');
    expect(await seen('anon', made)).toBe('1');
    expect(await fixture.refusal('guide', answer)).toMatchObject({ code: 'parent_not_found' });
  });

  it('keeps its placeholder until the last answer of others is deleted', async () => {
    const answer = `insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Yes', '${id.post}') returning id`;
    const first = await fixture.ask<string>('guide', answer);
    const second = await fixture.ask<string>('otherTourist', answer);
    await fixture.ask('tourist', call(remove(id.post)));
    await fixture.ask('guide', call(remove(first)));
    expect(await seen('anon', id.post)).toBe('1');
    await fixture.ask('otherTourist', call(remove(second)));
    for (const who of ['anon', 'tourist', 'guide'] as const) expect(await seen(who, id.post)).toBe('0');
  });

  it("leaves no placeholder when its author's account is deleted afterwards", async () => {
    await fixture.ask('tourist', call(remove(id.post)));
    await fixture.sql`update public.territory_messages set user_id = null where id = ${id.post}`;
    expect(await seen('anon', id.post)).toBe('0');
  });

  it('can be reported again by the same person if it was edited after the decision', async () => {
    const report = () => fixture.ask('otherTourist', `select public.report_message('${id.post}')`);
    const status = async () =>
      (await fixture.look<{ status: string }>(`select status from public.message_reports where id = '${id.report}'`))[0]
        ?.status;
    await fixture.ask('staff', `select public.review_report('${id.report}', false)`);
    await report();
    expect(await status()).toBe('dismissed');
    await fixture.sql`update public.message_reports set created_at = now() - interval '1 hour'`;
    await fixture.ask('tourist', call(edit(id.post)));
    await report();
    expect(await status()).toBe('pending');
  });
});
