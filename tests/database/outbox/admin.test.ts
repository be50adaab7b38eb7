import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEMPLATES } from '@/features/management/bookings/booking/emails/labels';
import { refusal, signedIn } from '../booking/support/fixture.ts';
import { createPost, type Post } from './support.ts';

let post: Post;
beforeEach(async () => {
  post = await createPost();
});
afterEach(() => post.drop());

describe('failed emails', () => {
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++)
      for (const { id } of await post.claim())
        await post.service('finish_outbox', { p_id: id, p_outcome: 'failed', p_error: '503 down' });
  };
  const list = (who: string, state: string) =>
    post.fixture.db.as(signedIn(who), (tx) => tx`select * from public.list_outbox(${state})`);

  test('need an admin after twelve failures, who sends them again', async () => {
    await post.pay();
    await fail(12);
    const [dead] = await list(post.admin, 'dead');
    expect(dead).toMatchObject({
      template: 'booking_confirmation',
      attempts: 12,
      last_error: '503 down',
      recipient: `${post.user}@example.test`,
    });
    expect(await post.claim()).toEqual([]);
    expect(await post.call(post.admin, 'public.outbox_counts()')).toMatchObject({ dead: 1, queued: 0 });
    expect(await post.call(post.admin, `public.retry_outbox(${dead?.id})`)).toEqual({
      id: Number(dead?.id),
      state: 'queued',
    });
    const [again] = await post.claim();
    expect(Number(again?.id)).toBe(Number(dead?.id));
    await post.service('finish_outbox', { p_id: again?.id, p_outcome: 'sent' });
    expect(await refusal(post.call(post.admin, `public.retry_outbox(${dead?.id})`))).toMatchObject({
      hint: 'outbox_settled',
    });
    const [trail] = await post.fixture.db
      .sql`select actor_id, action, detail from public.audit_log where action like 'outbox%'`;
    expect(trail).toMatchObject({
      actor_id: post.admin,
      action: 'outbox_retried',
      detail: { attempts: 12, last_error: '503 down' },
    });
  });

  test("wait if they can't be prepared like those that can't be sent, and block nobody", async () => {
    await post.pay();
    await post.fixture.db
      .sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
      values ('poison', 'email', 'booking_refunded', ${`${post.user}@example.test`}, '{"kind": "experience", "booking_id": "no uuid"}', now() - interval '1 hour')`;
    expect((await post.claim()).map((row) => row.template)).toEqual(['booking_confirmation']);
    expect(await post.outbox('booking_refunded')).toMatchObject([
      { state: 'queued', attempts: 1, last_error: expect.stringContaining('uuid') },
    ]);
    for (let i = 0; i < 11; i++) await post.claim();
    expect(await post.outbox('booking_refunded')).toMatchObject([{ state: 'dead', attempts: 12 }]);
  });

  test('fail by the name of their template if no one has described it', async () => {
    const row = (template: string) =>
      post.fixture.db
        .sql`jsonb_populate_record(null::private.outbox, ${JSON.stringify({ template, recipient: 'a@example.test', payload: { walk_in: true } })}::text::jsonb)`;
    const unknown = async (template: string) => {
      const { sql } = post.fixture.db;
      const asked = await Promise.all([
        sql`select private.mail_is_obsolete(${row(template)})`.catch(String),
        sql`select private.mail_contents(${row(template)})`.catch(String),
      ]);
      return asked.filter((answer) => String(answer).includes(`There is no email template ${template}`)).length;
    };
    expect(await unknown('newsletter')).toBe(2);
    for (const template of Object.keys(TEMPLATES)) expect([template, await unknown(template)]).toEqual([template, 0]);
  });

  test('are not retried forever if the worker dies each time', async () => {
    await post.pay();
    for (let i = 0; i < 13; i++) await post.claim();
    expect(await post.outbox('booking_confirmation')).toMatchObject([
      { state: 'dead', attempts: 12, last_error: 'The process stopped before finishing' },
    ]);
  });

  test('can be discarded, and a notification without its reader is shown too', async () => {
    await post.fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('n', 'notification', 'booking', gen_random_uuid()::text, '{"wording": "tomorrow", "params": {}}')`;
    await post.claim();
    const [dead] = await list(post.admin, 'dead');
    expect(dead).toMatchObject({ kind: 'notification', state: 'dead' });
    await post.call(post.admin, `public.discard_outbox(${dead?.id})`);
    expect(await list(post.admin, 'dead')).toEqual([]);
    expect(await list(post.admin, 'discarded')).toHaveLength(1);
    expect(await refusal(post.call(post.admin, `public.discard_outbox(999999)`))).toMatchObject({
      hint: 'outbox_not_found',
    });
  });

  test.each(['outbox_counts()', `list_outbox('dead')`, 'retry_outbox(1)', 'discard_outbox(1)'])(
    'are only for admins: %s',
    async (name) => {
      expect(await refusal(post.call(post.fixture.manager, `public.${name}`))).toMatchObject({
        code: 'PT403',
        hint: 'forbidden',
      });
    },
  );
});

describe('an email that is sent a second time', () => {
  test('has the same content as the first time, whatever has changed', async () => {
    await post.pay();
    const [first] = await post.claim();
    await post.fixture.db.sql`update public.experiences set title = 'Renamed' where id = ${post.fixture.experience}`;
    await post.fixture.db.sql`update public.profiles set full_name = 'Somebody else' where id = ${post.user}`;
    const [second] = await post.claim();
    expect(second?.data).toEqual(first?.data);
    await post.service('finish_outbox', { p_id: first?.id, p_outcome: 'sent' });
    const [kept] = await post.fixture.db
      .sql`select state, frozen from private.outbox where template = 'booking_confirmation'`;
    expect(kept).toEqual({ state: 'sent', frozen: null });
  });
});
