import { describe, expect, inject, it } from 'vitest';
import {
  linkOf,
  mailsTo,
  minuteLater,
  newAdmin,
  newClient,
  newEmail,
  openLink,
  PASSWORD,
  signedIn,
  tokenOf,
} from '../support/stack.ts';
import { codeIn } from './owners.ts';

const callback = () => `${inject('stack').appUrl}/callback`;

async function signUp(email: string, redirect = `${callback()}?next=/bookings`, language?: string) {
  const client = newClient();
  const options = { data: { full_name: 'Ana López', language }, emailRedirectTo: redirect };
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options });
  expect(error).toBeNull();
  return { client, data };
}

/** 74 bytes in 37 characters. bcrypt reads only 72 bytes of a password. */
const TOO_LONG = 'ñ'.repeat(37);
const unreadable = {
  status: 400,
  code: 'validation_failed',
  message: 'Password cannot contain a null character or an incomplete one',
};
const tooLong = { status: 400, code: 'validation_failed', message: 'Password cannot be longer than 72 characters' };

describe('sign-up', () => {
  it('refuses a password whose end bcrypt would not read', async () => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: TOO_LONG });
    expect(error).toMatchObject(tooLong);
  });

  it('refuses a name that is none with a sentence, and then accepts a corrected one', async () => {
    const email = newEmail();
    const withName = (full_name: string) =>
      newClient().auth.signUp({ email, password: PASSWORD, options: { data: { full_name } } });
    expect((await withName('www.evil.test')).error).toMatchObject({
      status: 400,
      code: 'name_not_plain',
      message: 'Please use a name without web addresses or special characters',
    });
    expect((await withName('x'.repeat(121))).error).toMatchObject({
      status: 400,
      message: 'Please use a name of at most 120 characters',
    });
    expect((await withName('Ana')).error).toBeNull();
  });

  it('gives no session before the address is confirmed, by a link that leads to the page that asked', async () => {
    const email = newEmail();
    const { client, data } = await signUp(email);
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe('email_not_confirmed');

    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('Confirm');
    const link = new URL(linkOf(mail));
    expect(link.origin + link.pathname + link.search).toBe(callback());
    const carried = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    expect(carried).toMatchObject({ type: 'signup', email, redirect_to: `${callback()}?next=/bookings` });
    const { data: signed, error } = await newClient().auth.verifyOtp(tokenOf(mail));
    expect(error).toBeNull();
    expect(signed.user?.email).toBe(email);
    expect(signed.user?.user_metadata.full_name).toBe('Ana López');
  });

  it.each(['http://127.0.0.1:9/callback', 'http://localhost:1/callback', 'https://evil.example/callback'])(
    'only leads back to the app, not to %s',
    async (elsewhere) => {
      const email = newEmail();
      const { client } = await signUp(email, elsewhere);
      const site = inject('stack').appUrl;
      const redirectOf = async (count: number) =>
        new URLSearchParams(new URL(linkOf((await mailsTo(email, count)).at(-1))).hash.slice(1)).get('redirect_to');
      expect(await redirectOf(1)).toBe(site);
      await client.auth.resetPasswordForEmail(email, { redirectTo: elsewhere });
      expect(await redirectOf(2)).toBe(site);
      const { data } = await newAdmin().auth.admin.generateLink({ type: 'recovery', email });
      const link = new URL(data.properties?.action_link ?? '');
      link.searchParams.set('redirect_to', elsewhere);
      expect((await openLink(link.href)).target.origin).toBe(site);
    },
  );

  it('sends a Spanish visitor Spanish emails, even about a forgotten password', async () => {
    const email = newEmail();
    const home = `${inject('stack').appUrl}/es/callback`;
    const { client } = await signUp(email, home, 'es');
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Confirme su correo para Territorio');
    expect(mail?.html).toContain('<html lang="es" dir="ltr">');
    expect(mail?.html).toContain('Confirmar mi correo');
    expect(mail?.html).not.toContain('Confirm my email');
    expect(linkOf(mail)).toContain(`${home}#`);
    await client.auth.resetPasswordForEmail(email);
    const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Cambie su contraseña de Territorio');
  });

  it('keeps a link that a scanner opens, and the button works in any browser, once', async () => {
    const email = newEmail();
    await signUp(email);
    const [mail] = await mailsTo(email);
    const { token_hash } = tokenOf(mail);
    // No link in the emails of a request leads to the auth service, and none contains its token.
    const links = `${mail?.html}\n${mail?.text}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
    expect(links).toContain(linkOf(mail));
    for (const { origin, pathname, search } of links.map((link) => new URL(link))) {
      expect(origin).toBe(inject('stack').appUrl);
      expect(decodeURIComponent(pathname + search)).not.toContain(token_hash);
    }
    expect((await newClient().auth.verifyOtp(tokenOf(mail))).data.session).not.toBeNull();
    expect((await newClient().auth.verifyOtp(tokenOf(mail))).error?.code).toBe('otp_expired');
  });

  it("control: the auth service's own link, which no email has, is used up by opening it", async () => {
    const email = newEmail();
    await signUp(email);
    const [mail] = await mailsTo(email);
    const { token_hash, type } = tokenOf(mail);
    const link = `${inject('stack').url}/auth/v1/verify?token=${encodeURIComponent(token_hash)}&type=${type}`;
    expect((await openLink(link)).fragment.has('access_token')).toBe(true);
    expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired');
    expect((await newClient().auth.verifyOtp(tokenOf(mail))).error?.code).toBe('otp_expired');
    expect(`${mail?.html}${mail?.text}`).not.toContain('/auth/v1/verify');
  });

  it('never leads to a foreign page', async () => {
    const email = newEmail();
    await signUp(email, 'https://evil.example/callback');
    expect(new URL(linkOf((await mailsTo(email))[0])).origin).toBe(inject('stack').appUrl);
  });

  it('returns a user without identities for a confirmed address, and nothing more to a stranger', async () => {
    const { email } = await signedIn();
    const { data } = await signUp(email);
    expect(data.session).toBeNull();
    expect(data.user?.identities).toEqual([]);
  });

  it('emails an unconfirmed address again, at most once a minute', async () => {
    const email = newEmail();
    const { client } = await signUp(email);
    const soon = await client.auth.resend({ type: 'signup', email });
    expect(soon.error?.code).toBe('over_email_send_rate_limit');
    await minuteLater(email);
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const [, again] = await mailsTo(email, 2);
    expect((await newClient().auth.verifyOtp(tokenOf(again))).data.session).not.toBeNull();
  });

  it('refuses a password that is too short', async () => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: '12345' });
    expect(error?.code).toBe('weak_password');
  });

  it('refuses a password with a null character with a sentence', async () => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: 'abc\0\0\0' });
    expect(error).toMatchObject(unreadable);
  });

  it.each([
    ['a null character', '\0'],
    ['half a character', '\ud800'],
  ])('refuses a password, a name and a token with %s', async (_, odd) => {
    const { auth } = newClient();
    const half = await auth.signUp({ email: newEmail(), password: `volcano-1${odd}` });
    expect(half.error).toMatchObject(unreadable);
    const named = await auth.signUp({ email: newEmail(), password: PASSWORD, options: { data: { full_name: odd } } });
    expect(named.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await auth.refreshSession({ refresh_token: `a${odd}` })).error?.status).toBe(400);
  });
});

describe('a changed account', () => {
  it('keeps the rules of the forms for its password', async () => {
    const email = newEmail();
    const { admin } = newAdmin().auth;
    const created = await admin.createUser({ email, password: 'sixsix', email_confirm: true });
    const client = newClient();
    expect((await client.auth.signInWithPassword({ email, password: 'sixsix' })).error).toBeNull();
    const codeFor = async (password: string) => (await client.auth.updateUser({ password })).error?.code;
    expect(await codeFor('seven77')).toBe('weak_password');
    expect(await codeFor('short')).toBe('weak_password');
    // A first password is sent again to confirm it.
    expect(await codeFor('sixsix')).toBe('same_password');
    expect((await client.auth.updateUser({ password: 'a\0new password' })).error).toMatchObject(unreadable);
    const byAdmin = await admin.updateUserById(created.data.user?.id ?? '', { password: 'a\0new password' });
    expect(byAdmin.error).toMatchObject(unreadable);
    expect((await admin.createUser({ email: newEmail(), password: 'short' })).error?.code).toBe('weak_password');
    expect(await codeFor('eight888')).toBeUndefined();
    const withNull = await newClient().auth.signInWithPassword({ email, password: 'eight\x00888' });
    expect(withNull.error?.code).toBe('invalid_credentials');
  });

  it('keeps them for its address and its data', async () => {
    const { client } = await signedIn();
    const refusalOf = async (change: Parameters<typeof client.auth.updateUser>[0]) =>
      (await client.auth.updateUser(change)).error?.message;
    for (const email of ['ana', 'ana@localhost', 'josé@x.test', 'ana@x.test\n', `${'a'.repeat(65)}@x.test`])
      expect([email, await refusalOf({ email })]).toEqual([email, 'Unable to validate email address: invalid format']);
    expect(await refusalOf({ data: { full_name: 'www.evil.test' } })).toBe(
      'Please use a name without web addresses or special characters',
    );
    expect(await refusalOf({ data: ['a', 'list'] })).toBe('Could not read the request');
    expect(await refusalOf({ data: { full_name: 'Ana López' } })).toBeUndefined();
  });

  it('gets an email to a new address at most once a minute', async () => {
    const { client, email } = await signedIn();
    const codeFor = async (wanted: string) => (await client.auth.updateUser({ email: wanted })).error?.code;
    // A refused request sends none, and so doesn't count.
    expect(await codeFor((await signedIn()).email)).toBe('email_exists');
    expect(await codeFor(newEmail())).toBeUndefined();
    expect(await codeFor(newEmail())).toBe('over_email_send_rate_limit');
    await minuteLater(email);
    expect(await codeFor(newEmail())).toBeUndefined();
  });
});

describe('a session', () => {
  it('is refused with a wrong password without naming the wrong part', async () => {
    const { email } = await signedIn();
    const wrong = await newClient().auth.signInWithPassword({ email, password: 'not it' });
    const unknown = await newClient().auth.signInWithPassword({ email: newEmail(), password: 'not it' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(unknown.error?.message).toBe(wrong.error?.message);
  });

  it('rotates its refresh token, and ends with an old one', async () => {
    const { client } = await signedIn();
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const second = (await client.auth.refreshSession()).data.session?.refresh_token ?? '';
    expect(second).not.toBe(first);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const replay = await newClient().auth.refreshSession({ refresh_token: first });
    expect(replay.error?.code).toBe('refresh_token_already_used');
  });

  it('ends everywhere on a global sign-out, and only here on a local one', async () => {
    const { client, email } = await signedIn();
    const other = newClient();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const third = newClient();
    await third.auth.signInWithPassword({ email, password: PASSWORD });
    await third.auth.signOut({ scope: 'local' });
    expect((await other.auth.getUser()).error).toBeNull();
    await client.auth.signOut({ scope: 'global' });
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect((await other.auth.refreshSession()).error).not.toBeNull();
  });

  it('is refused to a banned user', async () => {
    const { client, id, email } = await signedIn();
    const banned = await newAdmin().auth.admin.updateUserById(id, { ban_duration: '1h' });
    expect(banned.error).toBeNull();
    expect((await newClient().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('user_banned');
    expect((await client.auth.refreshSession()).error?.code).toBe('user_banned');
    await newAdmin().auth.admin.updateUserById(id, { ban_duration: 'none' });
    expect((await newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

it('a session that was kept elsewhere gives no access once the owner has ended it', async () => {
  const { client, email } = await signedIn();
  const elsewhere = newClient();
  await elsewhere.auth.signInWithPassword({ email, password: PASSWORD });
  // Negative control: until then, it works.
  expect((await elsewhere.rpc('my_work_territories')).error).toBeNull();
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
  expect((await elsewhere.rpc('my_work_territories')).error?.hint).toBe('not_signed_in');
  expect((await elsewhere.auth.getUser()).error).not.toBeNull();
  expect((await elsewhere.auth.refreshSession()).error).not.toBeNull();
  expect((await client.rpc('my_work_territories')).error).toBeNull();
});

describe('a forgotten password', () => {
  it('is replaced through the link, which ends the other sessions', async () => {
    const { client: elsewhere, email } = await signedIn();
    const redirectTo = `${callback()}?next=/password-reset`;
    expect((await newClient().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const [mail] = await mailsTo(email);
    const carried = new URLSearchParams(new URL(linkOf(mail)).hash.slice(1));
    expect(carried.get('redirect_to')).toBe(redirectTo);
    expect(tokenOf(mail).type).toBe('recovery');

    const browser = newClient();
    expect((await browser.auth.verifyOtp(tokenOf(mail))).error).toBeNull();
    expect((await browser.auth.updateUser({ password: TOO_LONG })).error).toMatchObject(tooLong);
    expect((await browser.auth.updateUser({ password: 'another password' })).error).toBeNull();
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await elsewhere.rpc('my_work_territories')).error?.hint).toBe('not_signed_in');
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    const old = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = await newClient().auth.signInWithPassword({ email, password: 'another password' });
    expect(fresh.error).toBeNull();
  });

  it('gets the same response for an unknown address', async () => {
    expect((await newClient().auth.resetPasswordForEmail(newEmail())).error).toBeNull();
  });
});

describe('the other emails with a link', () => {
  it('sign in, by button or digits', async () => {
    const { email } = await signedIn();
    expect((await newClient().auth.signInWithOtp({ email })).error).toBeNull();
    const [mail] = await mailsTo(email);
    expect(tokenOf(mail).type).toBe('magiclink');
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    expect((await newClient().auth.verifyOtp(tokenOf(mail))).data.user?.email).toBe(email);
  });

  it('confirm a new address', async () => {
    const { client } = await signedIn();
    const wanted = newEmail();
    expect((await client.auth.updateUser({ email: wanted })).error).toBeNull();
    const [mail] = await mailsTo(wanted);
    expect(new URLSearchParams(new URL(linkOf(mail)).hash.slice(1)).get('email')).toBe(wanted);
    expect((await newClient().auth.verifyOtp(tokenOf(mail))).data.user?.email).toBe(wanted);
  });
});

describe('the admin API', () => {
  it('creates a confirmed user, finds, lists, changes and deletes them', async () => {
    const { admin } = newAdmin().auth;
    const email = newEmail();
    const created = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Rosa' },
    });
    const id = created.data.user?.id ?? '';
    expect(created.data.user?.user_metadata.full_name).toBe('Rosa');
    expect((await admin.createUser({ email, password: PASSWORD })).error?.code).toBe('email_exists');
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    const listed = await admin.listUsers({ page: 1, perPage: 1000 });
    expect(listed.data.users.map((user) => user.id)).toContain(id);
    expect((await admin.updateUserById(id, { password: TOO_LONG })).error?.status).toBe(400);
    const changed = await admin.updateUserById(id, { user_metadata: { nick: 'R' }, password: 'a newer password' });
    expect(changed.data.user?.user_metadata).toMatchObject({ full_name: 'Rosa', nick: 'R' });
    expect((await newClient().auth.signInWithPassword({ email, password: 'a newer password' })).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
  });

  it("invites by email, and the link's button and the digits sign in", async () => {
    const email = newEmail();
    const invited = await newAdmin().auth.admin.inviteUserByEmail(email, {
      data: { full_name: 'Beto' },
      redirectTo: callback(),
    });
    expect(invited.error).toBeNull();
    expect(invited.data.user?.email_confirmed_at).toBeUndefined();
    const [first] = await mailsTo(email);
    expect(tokenOf(first).type).toBe('invite');
    expect((await newAdmin().auth.admin.inviteUserByEmail(email)).error).toBeNull();
    const [, second] = await mailsTo(email, 2);
    expect((await newClient().auth.verifyOtp(tokenOf(first))).error?.code).toBe('otp_expired');
    const browser = newClient();
    const token = codeIn(second);
    expect((await browser.auth.verifyOtp({ email, token, type: 'invite' })).error).toBeNull();
    expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await newAdmin().auth.admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('generates a link without sending an email', async () => {
    const { email } = await signedIn();
    const { data } = await newAdmin().auth.admin.generateLink({
      type: 'recovery',
      email,
      options: { redirectTo: callback() },
    });
    const { fragment } = await openLink(data.properties?.action_link ?? '');
    expect(fragment.get('type')).toBe('recovery');
  });

  it('requires the secret key', async () => {
    const { client, id } = await signedIn();
    for (const intruder of [newClient(), client]) {
      expect((await intruder.auth.admin.listUsers()).error?.code).toBe('not_admin');
      expect((await intruder.auth.admin.deleteUser(id)).error?.code).toBe('not_admin');
      expect((await intruder.auth.admin.inviteUserByEmail(newEmail())).error?.code).toBe('not_admin');
    }
  });
});
