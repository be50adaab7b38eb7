import { beforeEach, describe, expect, it } from 'vitest';
import { said } from '../support/notices.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

fixtureForEachTest();
beforeEach(async () => {
  await fixture.sql`delete from public.message_reports`;
});

const report = `select public.report_message('${id.post}', 'spam')`;

describe('reports', () => {
  it("notify the territory's staff and managers, with an excerpt of 50 characters", async () => {
    await fixture.sql`update public.territory_messages set message = ${'x'.repeat(60)} where id = ${id.post}`;
    expect(await fixture.ask('otherTourist', report)).toEqual({ reported: true });
    const told = said(
      await fixture.look<{ user_id: string; wording: string; params: object }>(
        `select user_id, type, wording, params, territory_id from public.notifications where type = 'reported_message'`,
      ),
    );
    expect(told.map((row) => row.user_id).sort()).toEqual([userId.staff, userId.manager].sort());
    expect(told[0]).toMatchObject({ title: 'Message reported', message: `${'x'.repeat(50)}…`, territory_id: 'rio' });
  });

  it('refuse a reason that is too long instead of cutting it', async () => {
    const because = (reason: string) => `select public.report_message('${id.post}', '${reason}')`;
    expect(await fixture.refusal('otherTourist', because('x'.repeat(1001)))).toMatchObject({ code: 'invalid_input' });
    await fixture.ask('otherTourist', because('x'.repeat(1000)));
    expect(await fixture.look(`select length(reason) as n from public.message_reports`)).toEqual([{ n: 1000 }]);
  });

  it('count once per person', async () => {
    for (const _ of [1, 2, 3]) await fixture.ask('otherTourist', report);
    await fixture.ask('guide', report);
    expect(await fixture.look('select count(*)::int as n from public.message_reports')).toEqual([{ n: 2 }]);
    expect(
      await fixture.look(`select count(*)::int as n from public.notifications where type = 'reported_message'`),
    ).toEqual([{ n: 2 }]);
    // Two people decide at the same time, and each reads the second report after the first.
    await fixture.sql`update public.notifications set read = true`;
    await fixture.ask('partner', report);
    expect(
      await fixture.look(
        `select read, count(*)::int as n from public.notifications where type = 'reported_message' group by 1 order by 1`,
      ),
    ).toEqual([
      { read: false, n: 2 },
      { read: true, n: 2 },
    ]);
  });

  it('go to the admins if a territory has nobody', async () => {
    await fixture.sql`update private.role_grants set revoked_at = now() where territory_id = 'rio'`;
    await fixture.ask('otherTourist', report);
    expect(await fixture.look(`select user_id from public.notifications where type = 'reported_message'`)).toEqual([
      { user_id: userId.admin },
    ]);
  });

  it('are limited to ten a minute', async () => {
    await fixture.sql`insert into public.territory_messages (territory_id, user_id, message) select 'rio', ${userId.tourist}, 'm' || n from generate_series(1, 11) n`;
    const posts = await fixture.look<{ id: string }>(
      `select id from public.territory_messages where message like 'm%'`,
    );
    const outcomes = [];
    for (const { id: target } of posts)
      outcomes.push((await fixture.refusal('otherTourist', `select public.report_message('${target}')`))?.code);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => undefined), 'rate_limited']);
    // The same applies to reviews, and to nobody else. Earlier reports get the same response as before.
    const review = `select public.report_review('${id.review}')`;
    expect(await fixture.refusal('otherTourist', review)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await fixture.ask('guide', review)).toEqual({ reported: true });
    expect(await fixture.ask('otherTourist', `select public.report_message('${posts[0]?.id}')`)).toEqual({
      reported: true,
    });
  });

  it('are decided once: repeating the decision is fine, another one is refused and changes nothing', async () => {
    await fixture.ask('otherTourist', report);
    const [first] = await fixture.look<{ id: string }>('select id from public.message_reports');
    const decide = (uphold: boolean) => `select public.review_report('${first?.id}', ${uphold})`;
    await fixture.ask('staff', decide(false));
    expect(await fixture.refusal('manager', decide(true))).toMatchObject({ status: 409, code: 'already_decided' });
    await fixture.ask('manager', decide(false));
    expect(await fixture.look('select status, reviewed_by from public.message_reports')).toEqual([
      { status: 'dismissed', reviewed_by: userId.staff },
    ]);
    expect(
      await fixture.ask('anon', `select count(*)::int from public.territory_messages where id = '${id.post}'`),
    ).toBe(1);
  });

  it("are dismissed by a colleague if about the person's own message, which the person can hide", async () => {
    await fixture.sql`update public.territory_messages set user_id = ${userId.staff} where id = ${id.post}`;
    await fixture.ask('otherTourist', report);
    const [first] = await fixture.look<{ id: string }>('select id from public.message_reports');
    const decide = (uphold: boolean) => `select public.review_report('${first?.id}', ${uphold})`;
    const hide = (hidden: boolean) => `select public.hide_message('${id.post}', ${hidden})`;
    const ownWords = { status: 403, code: 'own_words' };
    expect(await fixture.refusal('staff', decide(false))).toMatchObject(ownWords);
    // Who reported it and why isn't readable either.
    const readable = 'select count(*)::int from public.message_reports';
    expect(await fixture.ask('staff', readable)).toBe(0);
    expect(await fixture.ask('manager', readable)).toBe(1);
    expect(
      await fixture.look(
        `select 1 from public.notifications where user_id = '${userId.staff}' and type = 'reported_message'`,
      ),
    ).toEqual([]);
    await fixture.ask('staff', hide(true));
    expect(await fixture.look('select status from public.message_reports')).toEqual([{ status: 'upheld' }]);
    expect(await fixture.refusal('staff', hide(false))).toMatchObject(ownWords);
    expect(await fixture.ask('manager', hide(false))).toEqual({ hidden: false });
  });

  it('hide the message if upheld, keep it if dismissed, and both are logged', async () => {
    await fixture.ask('otherTourist', report);
    await fixture.ask('guide', report);
    const [first, second] = await fixture.look<{ id: string }>(
      'select id from public.message_reports order by created_at',
    );
    await fixture.ask('staff', `select public.review_report('${first?.id}', false)`);
    expect(
      await fixture.ask('anon', `select count(*)::int from public.territory_messages where id = '${id.post}'`),
    ).toBe(1);
    await fixture.ask('staff', `select public.review_report('${second?.id}', true)`);
    expect(
      await fixture.ask('anon', `select count(*)::int from public.territory_messages where id = '${id.post}'`),
    ).toBe(0);
    expect(await fixture.look('select status, reviewed_by from public.message_reports order by created_at')).toEqual([
      { status: 'dismissed', reviewed_by: userId.staff },
      { status: 'upheld', reviewed_by: userId.staff },
    ]);
    expect(
      await fixture.look(
        `select action, actor_id from public.audit_log where action in ('message_hidden', 'report_dismissed') order by id`,
      ),
    ).toEqual([
      { action: 'report_dismissed', actor_id: userId.staff },
      { action: 'message_hidden', actor_id: userId.staff },
    ]);
    await fixture.ask('staff', `select public.hide_message('${id.post}', false)`);
    expect(
      await fixture.ask('anon', `select count(*)::int from public.territory_messages where id = '${id.post}'`),
    ).toBe(1);
  });
});

describe('applications and contact messages', () => {
  const own = `/storage/v1/object/public/media/user-submissions/${userId.tourist}/a.webp`;
  const submit = (media: string, types = '{image}', comment = 'c', place = 'l') =>
    `select public.submit_content('${media}', '${types}', '${comment}', '${place}', 'rio')`;

  it.each([
    ['{}', '{}', 'c', 'l', 'Please upload at least one photo or video'],
    [`{${own}}`, '{image}', ' ', 'l', 'Please add a comment about your submission'],
    [`{${own}}`, '{image}', 'c', ' ', 'Please specify the location'],
    [`{${own}}`, '{image,video}', 'c', 'l', 'Failed to submit content. Please try again.'],
    ['{https://elsewhere.example/x.webp}', '{image}', 'c', 'l', 'Failed to submit content. Please try again.'],
    [
      `{${own.replace(userId.tourist, userId.guide)}}`,
      '{image}',
      'c',
      'l',
      'Failed to submit content. Please try again.',
    ],
  ])('refuse %s %s %s %s: %s', async (media, types, comment, place, message) => {
    expect(await fixture.refusal('tourist', submit(media, types, comment, place))).toMatchObject({
      status: 400,
      message,
    });
  });

  it('wait for the territory, which decides about them', async () => {
    const made = await fixture.ask<{ id: string }>('tourist', submit(`{${own}}`));
    expect(await fixture.look(`select status, user_id from public.user_submissions where id = '${made.id}'`)).toEqual([
      { status: 'pending', user_id: userId.tourist },
    ]);
    const decide = `select public.review_queue_item('submission', '${made.id}', 'approved')`;
    expect(await fixture.refusal('manager2', decide)).toMatchObject({ status: 404 });
    expect(await fixture.ask('staff', decide)).toMatchObject({ status: 'approved' });
    expect(
      await fixture.refusal('staff', `select public.review_queue_item('submission', '${made.id}', 'done')`),
    ).toMatchObject({ status: 400 });
  });

  it.each([
    ['submission', 'user_submissions', id.submission, ['declined', 'approved']],
    ['application', 'partner_applications', id.application, ['declined', 'approved']],
    ['contact', 'contact_messages', id.contact, ['done', 'pending']],
  ])('keep who decided a %s and when, and the audit log each decision', async (queue, table, entry, statuses) => {
    for (const status of statuses) {
      await fixture.ask('admin', `select public.review_queue_item('${queue}', '${entry}', '${status}')`);
    }
    expect(
      await fixture.look(
        `select status, reviewed_by, reviewed_at > now() - interval '1 minute' as now from public.${table} where id = '${entry}'`,
      ),
    ).toEqual([{ status: statuses[1], reviewed_by: userId.admin, now: true }]);
    expect(
      await fixture.look(
        `select actor_id, subject_table, detail from public.audit_log where action = 'queue_decided' and subject_id = '${entry}' order by id`,
      ),
    ).toEqual(statuses.map((status) => ({ actor_id: userId.admin, subject_table: table, detail: { status } })));
  });

  /** Calls as the functions `send-application` and `send-contact-email`, the only callers allowed. */
  const asFunction = async <T>(statement: string): Promise<T> => {
    const rows = await fixture.as({ role: 'service_role' }, (sql) => sql.unsafe<Record<string, T>[]>(statement));
    return Object.values(rows[0] ?? {})[0] as T;
  };

  it("carry the signed-in user's own address", async () => {
    const made = await asFunction<{ id: string }>(
      `select service.submit_contact('${userId.tourist}', ' Ana ', 'Hello', '')`,
    );
    expect(
      await fixture.look(`select name, email, subject from public.contact_messages where id = '${made.id}'`),
    ).toEqual([{ name: 'Ana', email: 'tourist@example.test', subject: null }]);
    for (const blank of [' ', '\u3164', '\u200b\u00a0'])
      await expect(
        asFunction(`select service.submit_contact('${userId.tourist}', 'Ana', '${blank}')`),
      ).rejects.toMatchObject({ hint: 'fields_required', message: 'Please fill in all required fields' });
    await expect(asFunction(`select service.submit_contact('${id.post}', 'Ana', 'Hello')`)).rejects.toMatchObject({
      hint: 'not_signed_in',
    });
  });

  it('can only be sent through their functions, which check for humans', async () => {
    const letter = `select service.submit_contact('${userId.tourist}', 'Ana', 'Hello')`;
    const application = `select service.submit_partner_application(null, 'tour_guide', 'Ana', 'ana@example.test')`;
    for (const statement of [letter, application])
      for (const role of ['anon', 'authenticated'] as const) {
        const asked = fixture.as({ role, sub: userId.tourist }, (sql) => sql.unsafe(statement));
        await expect(asked).rejects.toMatchObject({ code: '42501' });
      }
    expect(await fixture.look(`select 1 from public.contact_messages where name = 'Ana'`)).toEqual([]);
  });

  it('can be sent by anyone, three applications a day from one address', async () => {
    const apply = (kind: string, name = 'Ana', email = 'ana@example.test') =>
      asFunction(`select service.submit_partner_application(null, '${kind}', '${name}', '${email}')`);
    for (const kind of ['hotel_partner', 'tour_guide', 'transport_provider']) await apply(kind);
    await expect(apply('influencer_partner')).rejects.toMatchObject({ code: 'PT429' });
    await expect(apply('pirate', 'Ana', 'b@example.test')).rejects.toMatchObject({ code: 'PT400' });
    await expect(apply('tour_guide', ' ', 'b@example.test')).rejects.toMatchObject({ hint: 'fields_required' });
  });

  const sent = [
    ['user_submissions', 'tourist', submit(`{${own}}`), submit(`{${own}}`, '{image}', 'd')],
    [
      'contact_messages',
      null,
      `select service.submit_contact('${userId.tourist}', 'Ana', 'Hello', 'Hours')`,
      `select service.submit_contact('${userId.tourist}', 'Ana', 'Hello')`,
    ],
    [
      'partner_applications',
      null,
      `select service.submit_partner_application(null, 'tour_guide', 'Ana', 'ana@example.test')`,
      `select service.submit_partner_application(null, 'tour_guide', 'Ana', 'ana@example.test', p_message => 'Me again')`,
    ],
  ] as const;
  it.each(sent)('count a repeated one in %s once, and another one separately', async (table, who, same, other) => {
    const ask = (statement: string) =>
      who ? fixture.ask<{ id: string }>(who, statement) : asFunction<{ id: string }>(statement);
    const { id: first } = await ask(same);
    // Repeats more often than any of their limits.
    for (let again = 0; again < 6; again += 1) expect(await ask(same)).toEqual({ id: first });
    expect(await ask(other)).not.toEqual({ id: first });
    await fixture.sql.unsafe(`update public.${table} set created_at = now() - interval '11 minutes'`);
    expect(await ask(same)).not.toEqual({ id: first });
  });
});
