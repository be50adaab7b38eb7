import { describe, expect, inject, it } from 'vitest';
import {
  linkOf,
  mailsTo,
  newAdmin,
  newClient,
  newEmail,
  newSql,
  openLink,
  PASSWORD,
  signedIn,
} from '../support/stack.ts';

const callback = () => `${inject('stack').appUrl}/callback`;

async function signUp(email: string, redirect = `${callback()}?next=/bookings`, language?: string) {
  const client = newClient();
  const options = { data: { full_name: 'Ana López', language }, emailRedirectTo: redirect };
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options });
  expect(error).toBeNull();
  return { client, data };
}

describe('sign-up', () => {
  it('gives no session before the address is confirmed, and a link that lands on the page that asked', async () => {
    const email = newEmail();
    const { client, data } = await signUp(email);
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe('email_not_confirmed');

    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('Confirm');
    const { target, fragment } = await openLink(linkOf(mail));
    expect(target.origin + target.pathname + target.search).toBe(`${callback()}?next=/bookings`);
    expect(fragment.get('type')).toBe('signup');
    const restored = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(restored.data.user?.email).toBe(email);
    expect(restored.data.user?.user_metadata.full_name).toBe('Ana López');
  });

  it('writes to a Spanish visitor in Spanish, also when the password is forgotten', async () => {
    const email = newEmail();
    const home = `${inject('stack').appUrl}/es/callback`;
    const { client } = await signUp(email, home, 'es');
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Confirme su correo para Territorio');
    expect(mail?.html).toContain('<html lang="es" dir="ltr">');
    expect(mail?.html).toContain('Confirmar mi correo');
    expect(mail?.html).not.toContain('Confirm my e-mail');
    const { target } = await openLink(linkOf(mail));
    expect(target.origin + target.pathname).toBe(home);
    await client.auth.resetPasswordForEmail(email);
    const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Cambie su contraseña de Territorio');
  });

  it('works once: the same link again says that it has expired', async () => {
    const email = newEmail();
    await signUp(email);
    const link = linkOf((await mailsTo(email))[0]);
    await openLink(link);
    const { fragment } = await openLink(link);
    expect(fragment.get('error_code')).toBe('otp_expired');
    expect(fragment.has('access_token')).toBe(false);
  });

  it('never sends the session to a foreign address', async () => {
    const email = newEmail();
    await signUp(email, 'https://evil.example/callback');
    const { target } = await openLink(linkOf((await mailsTo(email))[0]));
    expect(target.origin).toBe(inject('stack').appUrl);
  });

  it('tells a confirmed address by a user without identities, and a stranger nothing more', async () => {
    const { email } = await signedIn();
    const { data } = await signUp(email);
    expect(data.session).toBeNull();
    expect(data.user?.identities).toEqual([]);
  });

  it('mails an unconfirmed address again, at most once a minute', async () => {
    const email = newEmail();
    const { client } = await signUp(email);
    const soon = await client.auth.resend({ type: 'signup', email });
    expect(soon.error?.code).toBe('over_email_send_rate_limit');
    const sql = newSql();
    await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
    await sql.end();
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const [, again] = await mailsTo(email, 2);
    expect((await openLink(linkOf(again))).fragment.has('access_token')).toBe(true);
  });

  it('refuses a password that is too short', async () => {
    const { error } = await newClient().auth.signUp({ email: newEmail(), password: '12345' });
    expect(error?.code).toBe('weak_password');
  });
});

describe('PKCE', () => {
  it('gives a code that only the browser that asked can redeem', async () => {
    const email = newEmail();
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const browser = newClient({ flowType: 'pkce', persistSession: true, detectSessionInUrl: false, storage });
    await browser.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: callback() } });
    const { target, fragment } = await openLink(linkOf((await mailsTo(email))[0]));
    expect(fragment.has('access_token')).toBe(false);
    const code = target.searchParams.get('code') ?? '';

    const thief = newClient({ flowType: 'pkce' });
    expect((await thief.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    const own = await browser.auth.exchangeCodeForSession(code);
    expect(own.error).toBeNull();
    expect(own.data.user?.email).toBe(email);
    expect((await browser.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });
});

describe('a session', () => {
  it('refuses a wrong password without saying which part was wrong', async () => {
    const { email } = await signedIn();
    const wrong = await newClient().auth.signInWithPassword({ email, password: 'not it' });
    const unknown = await newClient().auth.signInWithPassword({ email: newEmail(), password: 'not it' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(unknown.error?.message).toBe(wrong.error?.message);
  });

  it('rotates its refresh token, and an old one ends the session', async () => {
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

describe('a forgotten password', () => {
  it('is replaced through the link, and ends the other sessions', async () => {
    const { client: elsewhere, email } = await signedIn();
    const redirectTo = `${callback()}?next=/password-reset`;
    expect((await newClient().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const { target, fragment } = await openLink(linkOf((await mailsTo(email))[0]));
    expect(target.searchParams.get('next')).toBe('/password-reset');
    expect(fragment.get('type')).toBe('recovery');

    const browser = newClient();
    await browser.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await browser.auth.updateUser({ password: 'another password' })).error).toBeNull();
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    const old = await newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = await newClient().auth.signInWithPassword({ email, password: 'another password' });
    expect(fresh.error).toBeNull();
  });

  it('says the same for an address that nobody has', async () => {
    expect((await newClient().auth.resetPasswordForEmail(newEmail())).error).toBeNull();
  });
});

describe('the admin API', () => {
  it('creates a confirmed user, finds, lists, changes and deletes her', async () => {
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
    const changed = await admin.updateUserById(id, { user_metadata: { nick: 'R' }, password: 'a newer password' });
    expect(changed.data.user?.user_metadata).toMatchObject({ full_name: 'Rosa', nick: 'R' });
    expect((await newClient().auth.signInWithPassword({ email, password: 'a newer password' })).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
  });

  it('invites by e-mail; the link leads to the callback with a session', async () => {
    const email = newEmail();
    const invited = await newAdmin().auth.admin.inviteUserByEmail(email, {
      data: { full_name: 'Beto' },
      redirectTo: callback(),
    });
    expect(invited.error).toBeNull();
    expect(invited.data.user?.email_confirmed_at).toBeUndefined();
    const { target, fragment } = await openLink(linkOf((await mailsTo(email))[0]));
    expect(target.origin + target.pathname).toBe(callback());
    expect(fragment.get('type')).toBe('invite');
    const browser = newClient();
    await browser.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await newAdmin().auth.admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('generates a link without sending a mail', async () => {
    const { email } = await signedIn();
    const { data } = await newAdmin().auth.admin.generateLink({
      type: 'recovery',
      email,
      options: { redirectTo: callback() },
    });
    const { fragment } = await openLink(data.properties?.action_link ?? '');
    expect(fragment.get('type')).toBe('recovery');
  });

  it('is for the secret key only', async () => {
    const { client, id } = await signedIn();
    for (const intruder of [newClient(), client]) {
      expect((await intruder.auth.admin.listUsers()).error?.code).toBe('not_admin');
      expect((await intruder.auth.admin.deleteUser(id)).error?.code).toBe('not_admin');
      expect((await intruder.auth.admin.inviteUserByEmail(newEmail())).error?.code).toBe('not_admin');
    }
  });
});
