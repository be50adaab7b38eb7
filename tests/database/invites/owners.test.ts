import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { userId } from '../access/identities.ts';
import { invite, type Made } from './invite.ts';

fixtureForEachTest();

const ana = '00000000-0000-4000-8000-0000000000c1';
const SECRET = 'kept by the browser that signed up';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Creates an account with Ana's address an hour ago, as someone else could. */
async function signUp() {
  await fixture.sql`insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
    values (${ana}, 'ana@example.test', 'first', jsonb_build_object('sign_up_hash', private.hash_code(${SECRET})))`;
  await fixture.sql`update private.account_owners set address_since = ${minutesAgo(60)}, password_since = ${minutesAgo(60)}
    where user_id = ${ana}`;
  await fixture.sql`update auth.users set email_confirmed_at = now() where id = ${ana}`;
}

/** Creates a session of the account that was opened this long ago. Its token contains the method. */
async function session(method: string | null, { openedAgo = 10, of = ana } = {}) {
  const id = randomUUID();
  const opened = minutesAgo(openedAgo);
  await fixture.sql`insert into auth.sessions (id, user_id, created_at) values (${id}, ${of}, ${opened})`;
  const amr = method === null ? undefined : [{ method, timestamp: Math.floor(opened.getTime() / 1000) }];
  return { role: 'authenticated', sub: ana, session_id: id, amr } as const;
}
type Token = Awaited<ReturnType<typeof session>>;

/** Chooses a password like the auth service, which ends the sessions of the old password. */
async function choosePassword(token: Pick<Token, 'session_id'>, agoMinutes = 1) {
  await fixture.sql`update auth.users set encrypted_password = ${randomUUID()} where id = ${ana}`;
  await fixture.sql`update private.account_owners set password_since = ${minutesAgo(agoMinutes)} where user_id = ${ana}`;
  await fixture.sql`delete from auth.sessions where user_id = ${ana} and id <> ${token.session_id}`;
}

const claim = async (token: object, secret: string | null = null) => {
  const as = token as Token;
  const [row] = await fixture.as(
    as,
    (sql) => sql<{ owned: boolean }[]>`select public.claim_account(${secret}) as owned`,
  );
  return row?.owned;
};
const accept = (token: object, id: string) =>
  fixture
    .as(token as Token, (sql) => sql`select public.accept_invite(${id}) as answer`)
    .then(
      () => 'accepted',
      (error: { hint?: string }) => error.hint,
    );
const owner = async () => (await fixture.sql`select how from private.account_owners where user_id = ${ana}`)[0]?.how;

beforeEach(signUp);

describe('ownership of an account', () => {
  it.each(['otp', 'recovery', 'magiclink', 'invite', 'email/signup'])(
    'is proven by a password that was chosen in a session opened by email (%s)',
    async (method) => {
      const token = await session(method);
      expect(await claim(token)).toBe(false);
      await choosePassword(token);
      expect(await claim(token)).toBe(true);
      expect(await owner()).toBe('password');
    },
  );

  it.each(['otp', 'email/signup'])(
    'is proven by an email that was opened in the browser that signed up (%s)',
    async (method) => {
      expect(await claim(await session(method), SECRET)).toBe(true);
      expect(await owner()).toBe('sign-up');
    },
  );

  it('remains proven in any session', async () => {
    await claim(await session('otp'), SECRET);
    expect(await claim(await session('password'))).toBe(true);
  });
});

describe('unproven ownership of an account', () => {
  it.each([
    ['the password alone', 'password'],
    ['a change of the address', 'email_change'],
    ['a token that says nothing', null],
    ['a method that nobody knows', 'telepathy'],
  ])('is not proven by %s, if it was changed since', async (_, method) => {
    const token = await session(method);
    await choosePassword(token);
    expect(await claim(token)).toBe(false);
    expect(await owner()).toBeNull();
  });

  it.each([
    ['text', ['otp']],
    ['an object', { method: 'otp', timestamp: 4_102_444_800 }],
    ['without a moment', [{ method: 'otp' }]],
    ['with a moment that is none', [{ method: 'otp', timestamp: 'now' }]],
    ['from before the session', [{ method: 'otp', timestamp: 1 }]],
    ['empty', []],
  ])('is not proven by a list of methods that is %s', async (_, amr) => {
    const token = { ...(await session('otp')), amr };
    await choosePassword(token);
    expect(await claim(token)).toBe(false);
  });

  it('is not proven by only an email, because the password is still from the sign-up', async () => {
    for (const method of ['otp', 'recovery', 'magiclink']) expect(await claim(await session(method))).toBe(false);
  });

  it('is not proven by a password chosen before the email was read', async () => {
    const token = await session('otp', { openedAgo: 5 });
    await choosePassword(token, 20);
    expect(await claim(token)).toBe(false);
  });

  it('is not proven by an ended session, because someone else chose the password in the meantime', async () => {
    const reader = await session('otp');
    const other = await session('password');
    await choosePassword(other);
    await expect(claim(reader)).rejects.toMatchObject({ hint: 'not_signed_in' });
    expect(await claim(other)).toBe(false);
  });

  it('is not proven by a session of another account', async () => {
    const token = await session('otp', { of: userId.tourist });
    await choosePassword(token);
    expect(await claim(token)).toBe(false);
  });

  it.each([
    ['an email that another browser opened', 'otp', null],
    ['the secret of another browser, which signed up with this address later', 'otp', 'another secret'],
    ['an empty secret', 'otp', ''],
    ['the secret without an email: whoever signed up has it', 'password', SECRET],
  ])('is not proven by %s', async (_, method, secret) => {
    expect(await claim(await session(method), secret)).toBe(false);
  });

  it('is not proven by any secret, if the account was made without one', async () => {
    await fixture.sql`update private.account_owners set sign_up_hash = null where user_id = ${ana}`;
    for (const secret of [null, '', SECRET]) expect(await claim(await session('otp'), secret)).toBe(false);
  });

  it('is not proven by what was shown for another address', async () => {
    const token = await session('otp');
    await fixture.sql`update auth.users set email = 'new@example.test' where id = ${ana}`;
    await choosePassword(token, 0);
    expect(await claim(token)).toBe(false);
  });
});

it('a session opened by the email to a new address proves nothing, but a later one does', async () => {
  await fixture.sql`update auth.users set email = 'new@example.test' where id = ${ana}`;
  const ofTheChange = await session('otp', { openedAgo: 0 });
  await choosePassword(ofTheChange, 0);
  expect(await claim(ofTheChange)).toBe(false);
  await fixture.sql`update private.account_owners set address_since = ${minutesAgo(20)} where user_id = ${ana}`;
  const later = await session('otp');
  await choosePassword(later);
  expect(await claim(later)).toBe(true);
});

it('a new address ends the proof', async () => {
  await claim(await session('otp'), SECRET);
  await fixture.sql`update auth.users set email = 'new@example.test' where id = ${ana}`;
  expect(await owner()).toBeNull();
});

describe('a role', () => {
  let made: Made & { code: string };
  beforeEach(async () => {
    made = await invite('manager', `'ana@example.test', '{tour_guide}', 'rio', 'Ana'`);
  });
  const roles = async () => (await fixture.sql`select roles from public.profiles where id = ${ana}`)[0]?.roles;

  it('begins only after the proof, even by accepting in the app or with the code', async () => {
    const token = await session('password');
    expect(await accept(token, made.invite_id)).toBe('account_unproven');
    const redeem = () => fixture.as(token, (sql) => sql`select public.redeem_invite(${made.code})`);
    await expect(redeem()).rejects.toMatchObject({ hint: 'account_unproven' });
    expect(await roles()).toEqual(['tourist']);
    const proven = await session('otp');
    await choosePassword(proven);
    expect(await accept(proven, made.invite_id)).toBe('accepted');
    expect(await roles()).toEqual(['tour_guide', 'tourist']);
  });

  it("begins only after the proof, even by the person's own request, the approval of an older one, or an admin", async () => {
    const token = await session('password');
    const ask = () => fixture.as(token, (sql) => sql`select public.add_my_role('tour_guide')`);
    await expect(ask()).rejects.toMatchObject({ hint: 'account_unproven' });
    const [request] = await fixture.sql`insert into public.role_requests (user_id, role, territory_id)
      values (${ana}, 'tour_guide', 'rio') returning id`;
    const unproven = { status: 409, code: 'owner_unproven' };
    const approve = `select public.decide_role_request('${request?.id}', true)`;
    expect(await fixture.refusal('manager', approve)).toMatchObject(unproven);
    expect(await fixture.refusal('admin', `select public.grant_role('${ana}', 'admin')`)).toMatchObject(unproven);
    expect(await roles()).toEqual(['tourist']);
    await claim(await session('otp'), SECRET);
    expect(await fixture.refusal('manager', approve)).toBeUndefined();
    expect(await roles()).toEqual(['tour_guide', 'tourist']);
  });

  it("begins only after the proof by its own session, because the deciding manager's session proves another account", async () => {
    const { manager } = userId;
    // A password proves ownership in each call of the session. The secret of a sign-up is only sent with
    // claim_account.
    await fixture.sql`update private.account_owners set owned_since = null, how = null,
      address_since = ${minutesAgo(60)}, password_since = ${minutesAgo(1)} where user_id = ${manager}`;
    const proven = { ...(await session('otp', { of: manager })), sub: manager };
    expect(await claim(proven)).toBe(true);
    const [request] = await fixture.sql`insert into public.role_requests (user_id, role, territory_id)
      values (${ana}, 'tour_guide', 'rio') returning id`;
    const approve = fixture.as(proven, (sql) =>
      sql.unsafe(`select public.decide_role_request('${request?.id}', true)`),
    );
    await expect(approve).rejects.toMatchObject({ hint: 'owner_unproven' });
    expect([await owner(), await roles()]).toEqual([null, ['tourist']]);
  });
});

describe('an email for a new password', () => {
  const sendLetter = () =>
    fixture.sql`update auth.users set recovery_token = 'letter', recovery_sent_at = now() where id = ${ana}`;
  const openLetter = () => fixture.sql`update auth.users set recovery_token = null where id = ${ana}`;
  const choose = () =>
    fixture.sql`update auth.users set encrypted_password = 'second', recovery_token = null where id = ${ana}`;
  const state = async () => {
    const [row] = await fixture.sql`
      select encrypted_password as password, (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
      from auth.users u where u.id = ${ana}`;
    return [row?.password, row?.sessions];
  };

  it('ends the password and the sessions of an unproven account when it is opened', async () => {
    await session('password');
    await sendLetter();
    expect(await state()).toEqual(['first', 1]);
    await openLetter();
    expect(await state()).toEqual([null, 0]);
  });

  it('is not invalidated by a password chosen without it, and the person who has opened it chooses one', async () => {
    await session('password');
    await sendLetter();
    await expect(choose()).rejects.toMatchObject({ hint: 'letter_waits' });
    await openLetter();
    const { session_id } = await session('recovery');
    await fixture.sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session_id}, 'recovery')`;
    // Someone else requests another email, which they can't read.
    await sendLetter();
    await choose();
    expect(await state()).toEqual(['second', 1]);
  });

  it.each(['email/signup', 'otp', 'recovery'])(
    'proves nothing beside a session that an older email opened (%s), which may belong to someone else',
    async (method) => {
      const { session_id } = await session(method);
      await fixture.sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session_id}, ${method})`;
      await session('password');
      await sendLetter();
      await expect(choose()).rejects.toMatchObject({ hint: 'letter_waits' });
      expect(await state()).toEqual(['first', 2]);
    },
  );

  it("does not block a person with an invitation's code, even if someone requests another one", async () => {
    await session('password');
    await sendLetter();
    await fixture.sql`select private.end_unproven_access(${ana})`;
    expect(await state()).toEqual([null, 0]);
    await sendLetter();
    await choose();
    expect(await state()).toEqual(['second', 0]);
  });

  it('no longer blocks after an hour', async () => {
    await sendLetter();
    await fixture.sql`update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = ${ana}`;
    await choose();
    expect(await state()).toEqual(['second', 0]);
  });

  it('control: ends nothing of a proven account', async () => {
    await fixture.sql`select private.give_account(${ana}, 'given')`;
    await session('password');
    await sendLetter();
    await openLetter();
    expect(await state()).toEqual(['first', 1]);
  });
});
