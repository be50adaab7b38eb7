import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { identityOf, userId, type Who } from '../access/identities.ts';
import { invite, type Made } from './invite.ts';

fixtureForEachTest();

const withdrawn = { status: 410, code: 'invite_withdrawn' };

describe('an invitation in the app', () => {
  interface Mine {
    id: string;
    roles: string[];
    territory_name: string;
  }
  const mine = async (who: Who) => [
    ...(await fixture.as(
      identityOf(who),
      (sql) => sql<Mine[]>`select id, roles, territory_name from public.my_invites()`,
    )),
  ];
  /** Returns how often a person's app was told to reload invitations. */
  const told = async (user: string) =>
    (await fixture.look(`select 1 from realtime.messages where event = 'invite' and topic = 'user:${user}'`)).length;
  let made: Made;
  beforeEach(async () => {
    made = await invite('manager', `'tourist@example.test', '{tour_guide}', 'rio', 'Elmer'`);
  });

  it('is found in the notifications and accepted with one tap, without a code', async () => {
    const before = await told(userId.tourist);
    expect(before).toBeGreaterThan(0);
    expect(await mine('tourist')).toEqual([{ id: made.invite_id, roles: ['tour_guide'], territory_name: 'Río' }]);
    const accept = `select public.accept_invite('${made.invite_id}')`;
    const answer = { territory_id: 'rio', roles: ['tour_guide', 'tourist'], granted: ['tour_guide'] };
    expect(await fixture.ask('tourist', accept)).toEqual(answer);
    expect(await fixture.ask('tourist', accept)).toEqual(answer);
    expect(await mine('tourist')).toEqual([]);
    expect(await told(userId.tourist)).toBe(before + 1);
    // Only open invitations are listed. Resolved ones don't remain in the notifications.
    expect(await fixture.look(`select 1 from public.notifications where type = 'invite'`)).toEqual([]);
  });

  it('can only be seen, accepted and declined by its recipient, with a confirmed address', async () => {
    const notFound = { status: 404, code: 'invite_not_found' };
    for (const who of ['otherTourist', 'manager', 'admin'] as const) {
      expect(await mine(who)).not.toContainEqual(expect.objectContaining({ id: made.invite_id }));
      for (const call of ['accept_invite', 'decline_invite'])
        expect(await fixture.refusal(who, `select public.${call}('${made.invite_id}')`)).toMatchObject(notFound);
    }
    await fixture.sql`update auth.users set email_confirmed_at = null where id = ${userId.tourist}`;
    expect(await mine('tourist')).toEqual([]);
    expect(await fixture.refusal('tourist', `select public.accept_invite('${made.invite_id}')`)).toMatchObject(
      notFound,
    );
  });

  it("can't be accepted after it was declined", async () => {
    await fixture.ask('tourist', `select public.decline_invite('${made.invite_id}')`);
    expect(await mine('tourist')).toEqual([]);
    expect(await fixture.refusal('tourist', `select public.accept_invite('${made.invite_id}')`)).toMatchObject(
      withdrawn,
    );
    expect(await fixture.look(`select actor_id from public.audit_log where action = 'invite_declined'`)).toEqual([
      { actor_id: userId.tourist },
    ]);
    expect(await fixture.look(`select roles from public.profiles where id = '${userId.tourist}'`)).toEqual([
      { roles: ['tourist'] },
    ]);
  });

  it("can't be declined after it was accepted", async () => {
    await fixture.ask('tourist', `select public.accept_invite('${made.invite_id}')`);
    expect(await fixture.refusal('tourist', `select public.decline_invite('${made.invite_id}')`)).toMatchObject({
      status: 409,
      code: 'invite_used',
    });
  });

  it('waits until the address is confirmed and the account is proven, and is invisible until then', async () => {
    const late = '00000000-0000-4000-8000-0000000000aa';
    const { invite_id } = await invite('manager', `'late@example.test', '{tour_guide}', 'rio'`);
    await fixture.sql`insert into auth.users (id, email) values (${late}, 'Late@example.test')`;
    const found = () =>
      fixture.as(
        { role: 'authenticated', sub: late },
        async (sql) => (await sql`select 1 from public.my_invites()`).length,
      );
    expect(await found()).toBe(0);
    await fixture.sql`update auth.users set email_confirmed_at = now() where email = 'Late@example.test'`;
    // The account may not belong to the address's owner, so no territory, role or id is shown.
    expect(await found()).toBe(0);
    for (const call of ['accept_invite', 'decline_invite']) {
      for (const id of [invite_id, late]) {
        const answer = fixture.as({ role: 'authenticated', sub: late }, (sql) =>
          sql.unsafe(`select public.${call}('${id}')`),
        );
        await expect(answer).rejects.toMatchObject({ hint: 'account_unproven' });
      }
    }
    expect(await told(late)).toBe(0);
    await fixture.sql`select private.give_account(${late}, 'given')`;
    expect(await told(late)).toBe(1);
    expect(await found()).toBe(1);
  });

  it('belongs to nobody once expired, and shows its address to admins only', async () => {
    await fixture.sql`update public.invites set expires_at = now() - interval '1 minute' where id = ${made.invite_id}`;
    expect(await mine('tourist')).toEqual([]);
    const seen = `select count(*)::int from public.invites where id = '${made.invite_id}'`;
    expect(await fixture.ask('manager', seen)).toBe(0);
    expect(await fixture.ask('admin', seen)).toBe(1);
  });

  it('shows the manager nothing of the person before, and no address of people who left afterwards', async () => {
    await fixture.sql`delete from public.territory_messages where user_id = ${userId.partner2}`;
    await invite('manager', `'partner2@example.test', '{tour_guide}', 'rio'`);
    const profile = `select email from public.profiles where id = '${userId.partner2}'`;
    const card = `select full_name from public.profile_cards where id = '${userId.partner2}'`;
    const addresses = `select string_agg(email, ' ') from public.invites where email = 'partner2@example.test'`;
    expect(await fixture.ask('manager', profile)).toBeUndefined();
    expect(await fixture.ask('manager', card)).toBeUndefined();
    expect(await fixture.ask('manager', addresses)).toBe('partner2@example.test');
    const [row] = await mine('partner2');
    await fixture.ask('partner2', `select public.accept_invite('${row?.id}')`);
    expect(await fixture.ask('manager', profile)).toBe('partner2@example.test');
    await fixture.ask('partner2', `select public.remove_my_role('tour_guide')`);
    for (const query of [profile, card]) expect(await fixture.ask('manager', query)).toBeUndefined();
    expect(await fixture.ask('manager', addresses)).toBeNull();
  });

  it('is logged when withdrawn, and its address is no longer readable', async () => {
    await fixture.ask('staff', `select public.withdraw_invite('${made.invite_id}')`);
    expect(
      await fixture.look(`select actor_id, territory_id from public.audit_log where action = 'invite_withdrawn'`),
    ).toEqual([{ actor_id: userId.staff, territory_id: 'rio' }]);
    const seen = `select count(*)::int from public.invites where id = '${made.invite_id}'`;
    expect(await fixture.ask('manager', seen)).toBe(0);
    expect(await fixture.ask('admin', seen)).toBe(1);
  });
});
