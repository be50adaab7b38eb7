import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

describe('referrals', () => {
  sharedFixture();

  it("let anyone look up a code, in any spelling, with the partner's name", async () => {
    await fixture.sql`update private.role_grants set business_name = 'Hotel Marea' where user_id = ${userId.partner} and role = 'travel_partner'`;
    expect(await fixture.ask('anon', `select public.lookup_referral_link(' hotel1 ')`)).toEqual({
      id: id.link,
      code: 'HOTEL1',
      partner_name: 'Hotel Marea',
    });
    expect(await fixture.ask('anon', `select public.lookup_referral_link('HOTEL9')`)).toBeNull();
    expect(await fixture.look(`select visits from public.referral_links where id = '${id.link}'`)).toEqual([
      { visits: 1 },
    ]);
  });

  it('count 60 visits a minute for a link called in a loop, which always answers, and write nothing for an unknown code', async () => {
    await fixture.sql`update public.referral_links set visits = 0`;
    await fixture.sql`delete from private.referral_visits`;
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => fixture.ask('anon', `select public.lookup_referral_link('HOTEL1')`)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(answers[0])]));
    expect(answers[0]).toMatchObject({ code: 'HOTEL1' });
    const visits = () => fixture.look(`select visits from public.referral_links where id = '${id.link}'`);
    expect(await visits()).toEqual([{ visits: 60 }]);
    // Another link has its own count, and the next minute starts a new one.
    await fixture.ask('anon', `select public.lookup_referral_link('HOTEL2')`);
    await fixture.sql`update private.referral_visits set since = since - interval '1 minute'`;
    await fixture.ask('anon', `select public.lookup_referral_link('HOTEL1')`);
    expect(await visits()).toEqual([{ visits: 61 }]);
    await fixture.ask('anon', `select public.lookup_referral_link('HOTEL9')`);
    expect(await fixture.look('select count(*)::int as n from private.referral_visits')).toEqual([{ n: 2 }]);
  });

  it('keep the first registration', async () => {
    await fixture.sql`delete from public.referral_registrations`;
    expect(await fixture.ask('guide', `select public.register_referral('HOTEL1')`)).toEqual({
      registered: true,
      referral_link_id: id.link,
    });
    expect(await fixture.ask('guide', `select public.register_referral('HOTEL2')`)).toEqual({
      registered: false,
      referral_link_id: id.link,
    });
  });

  it('make one of twenty simultaneous registrations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fixture.ask<{ registered: boolean }>('tourist', `select public.register_referral('HOTEL${(index % 2) + 1}')`),
      ),
    );
    expect(answers.filter((answer) => answer.registered)).toHaveLength(1);
  });

  it("ignore people's own codes, and inactive or unknown ones", async () => {
    expect(await fixture.ask('partner', `select public.register_referral('HOTEL1')`)).toEqual({
      registered: false,
      referral_link_id: null,
    });
    await fixture.ask('partner2', `update public.referral_links set active = false where id = '${id.link2}'`);
    expect(await fixture.ask('otherTourist', `select public.register_referral('HOTEL2')`)).toEqual({
      registered: false,
      referral_link_id: null,
    });
    expect(await fixture.ask('otherTourist', 'select public.register_referral(null)')).toEqual({
      registered: false,
      referral_link_id: null,
    });
    expect(await fixture.ask('anon', `select public.lookup_referral_link('HOTEL2')`)).toBeNull();
  });

  it('accept the code of a sign-up, and ignore one that is unknown, inactive or invalid', async () => {
    const signUps = [
      [' hotel1 ', id.link],
      ['HOTEL2', null],
      ['HOTEL9', null],
      ["'; drop table public.referral_links; --", null],
      ['x'.repeat(10_000), null],
      [{ code: 'HOTEL1' }, null],
      [null, null],
    ] as const;
    for (const [code, link] of signUps) {
      const [user] = await fixture.sql<{ id: string }[]>`
        insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), gen_random_uuid() || '@example.test', ${fixture.sql.json({ full_name: 'New', referral_code: code })})
        returning id`;
      const registered = await fixture.sql`
        select r.referral_link_id from public.profiles p left join public.referral_registrations r on r.user_id = p.id
        where p.id = ${user?.id ?? ''}`;
      expect(registered, String(code).slice(0, 50)).toEqual([{ referral_link_id: link }]);
    }
  });

  it('give a new link its own code, six of A–Z and 0–9', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      const [link] = await fixture.sql<{ code: string }[]>`
        insert into public.referral_links (user_id, name) values (${userId.partner}, 'Lobby') returning code`;
      codes.add(link?.code ?? '');
    }
    expect(codes.size).toBe(50);
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{6}$/);
  });

  it('let no partner choose a code', async () => {
    const chosen = `insert into public.referral_links (name, code) values ('Lobby', 'H0TEL1')`;
    expect(await fixture.refusal('partner', chosen)).toMatchObject({ status: 403 });
  });

  it('limit partners to thirty links a day, including deleted ones and simultaneous requests', async () => {
    await fixture.sql`update public.referral_links set created_at = now() - interval '1 day'`;
    const create = (name = 'Lobby') =>
      fixture.refusal('partner', `insert into public.referral_links (id, name) values (gen_random_uuid(), '${name}')`);
    const first = '00000000-0000-4000-8000-00000000abcd';
    const again = `insert into public.referral_links (id, name) values ('${first}', 'First') on conflict (id) do nothing`;
    expect(await fixture.refusal('partner', again)).toBeUndefined();
    const answers = await Promise.all(Array.from({ length: 40 }, () => create()));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(29);
    expect(await create()).toMatchObject({ status: 429, code: 'too_many_referral_links' });
    expect(await fixture.refusal('partner', again)).toBeUndefined();
    expect(await fixture.ask('partner', `select public.delete_referral_link('${first}')`)).toBe(true);
    expect(await create()).toMatchObject({ status: 429 });
    // Another partner has their own count, and the next day starts a new one.
    const other = `insert into public.referral_links (name) values ('Lobby')`;
    expect(await fixture.refusal('partner2', other)).toBeUndefined();
    await fixture.sql`update public.referral_links set created_at = created_at - interval '1 day'`;
    expect(await create()).toBeUndefined();
  });

  it('let no partner change owner, code or counter of a link', async () => {
    for (const change of [`user_id = '${userId.partner2}'`, `code = 'ABCDEF'`, 'visits = 1000']) {
      expect(
        await fixture.refusal('partner', `update public.referral_links set ${change} where id = '${id.link}'`),
      ).toMatchObject({ status: 403 });
    }
  });

  it('store the person of attributions and commissions', async () => {
    expect(
      await fixture.look(`select partner_id, territory_id from public.commissions where id = '${id.commission}'`),
    ).toEqual([{ partner_id: userId.partner, territory_id: 'rio' }]);
  });

  it('keep attributions, commissions and the ledger of a deleted link', async () => {
    expect(await fixture.ask('partner', `select public.delete_referral_link('${id.link}')`)).toBe(true);
    expect(await fixture.look(`select partner_id from public.commissions where id = '${id.commission}'`)).toEqual([
      { partner_id: userId.partner },
    ]);
    expect(
      await fixture.look(`select amount from private.ledger where party = 'partner' and booking_id = '${id.booking}'`),
    ).toEqual([{ amount: '10.00' }]);
  });
});
