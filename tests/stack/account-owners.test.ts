import { createHash } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import {
  type Client,
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

// Attacks on an account whose first password somebody else chose (docs/decisions/0030), by requests on the running stack.

/** A browser with its own storage, as the app makes it. */
function browser(): Client {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return newClient({ flowType: 'pkce', persistSession: true, detectSessionInUrl: false, storage });
}

/** What the token says of how its session was opened. */
async function methods(client: Client): Promise<string[]> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return claims.amr.map((entry: { method: string }) => entry.method);
}

const codeIn = (mail: { html: string } | undefined) => />(\d{6})</.exec(mail?.html ?? '')?.[1] ?? '';

async function signUp(email: string, password: string): Promise<Client> {
  const client = browser();
  expect((await client.auth.signUp({ email, password })).error).toBeNull();
  return client;
}

async function logIn(email: string, password: string): Promise<Client> {
  const client = browser();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

/** The link of the newest letter, opened by somebody who has no session and asked for nothing. */
const confirmElsewhere = async (email: string) => void (await openLink(linkOf((await mailsTo(email)).at(-1))));

async function inviteTo(email: string): Promise<string> {
  const sql = newSql();
  await sql`insert into public.territories (id, name, description) values ('owners', 'Owners', 'd') on conflict do nothing`;
  await sql`select public.create_invite(${email}, '{territory_staff}', 'owners')`;
  const [made] = await sql<
    { id: string }[]
  >`select id from public.invites where email = ${email} and withdrawn_at is null`;
  await sql.end();
  return made?.id ?? '';
}

const accept = async (client: Client, invite: string) => {
  const { error } = await client.rpc('accept_invite', { p_invite_id: invite });
  return error?.hint ?? (error ? error.message : 'accepted');
};

/** By the six digits of a letter for a new password, as the app does it. */
async function prove(client: Client, email: string, password: string, letters: number): Promise<void> {
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  const token = codeIn((await mailsTo(email, letters)).at(-1));
  expect((await client.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
  expect((await client.auth.updateUser({ password })).error).toBeNull();
}

describe('the token says how its session was opened, as the hosted service does', () => {
  it('by a password, also when it is renewed', async () => {
    const { client } = await signedIn();
    expect(await methods(client)).toEqual(['password']);
    await client.auth.refreshSession();
    expect(await methods(client)).toEqual(['password']);
  });

  it('by the letter of a sign-up, of a new password, and by its code', async () => {
    const email = newEmail();
    const client = await signUp(email, PASSWORD);
    const code = async () =>
      (await openLink(linkOf((await mailsTo(email)).at(-1)))).target.searchParams.get('code') ?? '';
    await client.auth.exchangeCodeForSession(await code());
    expect(await methods(client)).toEqual(['email/signup']);
    const other = browser();
    await other.auth.resetPasswordForEmail(email);
    await mailsTo(email, 2);
    await other.auth.exchangeCodeForSession(await code());
    expect(await methods(other)).toEqual(['recovery']);
    const third = browser();
    await third.auth.resetPasswordForEmail(email);
    const token = codeIn((await mailsTo(email, 3)).at(-1));
    await third.auth.verifyOtp({ email, token, type: 'recovery' });
    expect(await methods(third)).toEqual(['otp']);
  });
});

describe('an account that somebody else made', () => {
  it('gives its maker no role after the owner has confirmed the address in another browser', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    await confirmElsewhere(email);
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    expect(await accept(stranger, invite)).toBe('account_unproven');
    // Another password makes it no more theirs.
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).toBeNull();
    expect((await stranger.rpc('claim_account')).data).toBe(false);
    expect(await accept(stranger, invite)).toBe('account_unproven');

    // The owner reads the mail; the stranger is out, and the role begins.
    const owner = browser();
    await prove(owner, email, 'mine alone', 2);
    expect((await stranger.auth.refreshSession()).error).not.toBeNull();
    expect((await browser().auth.signInWithPassword({ email, password: 'another of theirs' })).error).not.toBeNull();
    expect(await accept(owner, invite)).toBe('accepted');
  });

  it('is its owner’s from the moment that they open a letter: who signed up is out, and nothing lets them in again', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    await confirmElsewhere(email);
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    const owner = browser();
    await owner.auth.resetPasswordForEmail(email);
    const token = codeIn((await mailsTo(email, 2)).at(-1));
    await owner.auth.verifyOtp({ email, token, type: 'recovery' });
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).not.toBeNull();
    const again = await browser().auth.signInWithPassword({ email, password: 'known to a stranger' });
    expect(again.error?.code).toBe('invalid_credentials');
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    expect(await accept(owner, invite)).toBe('accepted');
  });

  it('takes no password from who signed up while a letter for a new one waits: the letter keeps its worth', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    await confirmElsewhere(email);
    const stranger = await logIn(email, 'known to a stranger');
    const owner = browser();
    await owner.auth.resetPasswordForEmail(email);
    const letter = (await mailsTo(email, 2)).at(-1);
    expect((await stranger.auth.updateUser({ password: 'another of theirs' })).error).not.toBeNull();
    const { target } = await openLink(linkOf(letter));
    // The link, too, ends the session of who signed up, before its code is redeemed.
    expect((await stranger.auth.getUser()).error).not.toBeNull();
    await owner.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    // Nor by asking for another letter, which they cannot read.
    await browser().auth.resetPasswordForEmail(email);
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    await logIn(email, 'mine alone');
  });

  it('takes none either beside the session that the owner’s tap on the first letter opened', async () => {
    const email = newEmail();
    // As from a form without the secret of a browser: the link that comes back opens a session wherever it is opened.
    expect((await newClient().auth.signUp({ email, password: 'known to a stranger' })).error).toBeNull();
    const tap = await openLink(linkOf((await mailsTo(email)).at(-1)));
    const first = (await newClient().auth.getUser(tap.fragment.get('access_token') ?? '')).data.user;
    expect(first?.email).toBe(email);
    const stranger = await logIn(email, 'known to a stranger');
    const owner = browser();
    await owner.auth.resetPasswordForEmail(email);
    const token = codeIn((await mailsTo(email, 2)).at(-1));
    const { error } = await stranger.auth.updateUser({ password: 'another of theirs' });
    expect([error?.status, error?.code]).toEqual([403, 'letter_waits']);
    expect(error?.message).toBe(
      'A letter for a new password is on its way to this address. Please choose the password with it.',
    );
    expect((await owner.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect((await owner.auth.updateUser({ password: 'mine alone' })).error).toBeNull();
    expect((await owner.rpc('claim_account')).data).toBe(true);
    expect((await stranger.auth.getUser()).error).not.toBeNull();
  });

  it('gets a password of the holder of an invitation, whatever letter waits; of nobody else with the secret key', async () => {
    const email = newEmail();
    const { data } = await browser().auth.signUp({ email, password: 'known to a stranger' });
    await browser().auth.resetPasswordForEmail(email);
    await mailsTo(email, 2);
    const sql = newSql();
    const id = data.user?.id ?? '';
    const choose = () => newAdmin().auth.admin.updateUserById(id, { password: 'mine alone', email_confirm: true });
    expect((await choose()).error?.code).toBe('letter_waits');
    await sql`select private.end_unproven_access(${id})`;
    expect((await choose()).error).toBeNull();
    await sql.end();
    await logIn(email, 'mine alone');
  });

  it('negative control: where the account is known to be its owner’s, a letter that is opened ends nothing by itself', async () => {
    const { client, email, id } = await signedIn();
    const sql = newSql();
    await sql`update private.account_owners set owned_since = now(), how = 'given' where user_id = ${id}`;
    await sql.end();
    await browser().auth.resetPasswordForEmail(email);
    await openLink(linkOf((await mailsTo(email)).at(-1)));
    expect((await client.auth.getUser()).error).toBeNull();
    await logIn(email, PASSWORD);
  });

  it('gives a token that its maker has kept no role: its session ended with their password', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    await confirmElsewhere(email);
    const invite = await inviteTo(email);
    const stranger = await logIn(email, 'known to a stranger');
    const owner = browser();
    await prove(owner, email, 'mine alone', 2);
    expect(await accept(owner, invite)).toBe('accepted');
    const bookings = (client: Client) => client.rpc('territory_bookings', { p_territory_id: 'owners' });
    expect((await bookings(owner)).error).toBeNull();
    expect((await bookings(stranger)).error).not.toBeNull();
    expect((await stranger.rpc('my_work_territories')).error?.hint).toBe('not_signed_in');
  });

  it('does not become that of another address whose mail they do not read', async () => {
    const [own, wanted] = [newEmail(), newEmail()];
    const stranger = await signUp(own, PASSWORD);
    const { target } = await openLink(linkOf((await mailsTo(own)).at(-1)));
    await stranger.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect((await stranger.auth.updateUser({ email: wanted })).error).toBeNull();
    expect((await mailsTo(wanted)).at(-1)?.subject).toBe('Confirm your new e-mail for Territorio');
    expect((await stranger.auth.getUser()).data.user?.email).toBe(own);
    expect(await mailsTo(own)).toHaveLength(1);
  });

  it('is not theirs either who sign up once more: the first password stays', async () => {
    const email = newEmail();
    await signUp(email, 'known to a stranger');
    const sql = newSql();
    await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
    await sql.end();
    const owner = await signUp(email, 'typed by the owner');
    const { target } = await openLink(linkOf((await mailsTo(email, 2)).at(-1)));
    await owner.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(await methods(owner)).toEqual(['email/signup']);
    await logIn(email, 'known to a stranger');
    expect(await accept(owner, await inviteTo(email))).toBe('account_unproven');
  });

  it('negative control: who signs up for themselves, in one browser, accepts with one tap', async () => {
    const email = newEmail();
    const owner = await signUp(email, 'mine alone');
    const { target } = await openLink(linkOf((await mailsTo(email)).at(-1)));
    await owner.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect((await owner.rpc('claim_account')).data).toBe(true);
    const again = await logIn(email, 'mine alone');
    expect(await accept(again, await inviteTo(email))).toBe('accepted');
  });
});

describe('guesses of the six digits', () => {
  const guess = (email: string, token: string) => newClient().auth.verifyOtp({ email, token, type: 'recovery' });
  const letterTo = async (email: string) => {
    await browser().auth.resetPasswordForEmail(email);
    return (await mailsTo(email)).at(-1);
  };
  const wrongFor = (code: string, n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0');

  it('are counted per account, whoever guesses; the link of the letter works all the same', async () => {
    const { email } = await signedIn();
    const letter = await letterTo(email);
    const code = codeIn(letter);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => guess(email, wrongFor(code, n))));
    expect(answers.map(({ error }) => error?.code).sort()).toEqual([
      ...Array(5).fill('otp_expired'),
      ...Array(3).fill('over_request_rate_limit'),
    ]);
    for (const address of [email, email.toUpperCase()])
      expect((await guess(address, code)).error?.code).toBe('over_request_rate_limit');
    // lite hashes address and code in one: a digit that moves to the address is the same hash, for another account.
    expect((await guess(email + code[0], code.slice(1))).error?.code).toBe('otp_expired');
    expect((await openLink(linkOf(letter))).target.searchParams.get('code')).not.toBeNull();
  });

  it('are no guesses of links: a link has a signature', async () => {
    const { email } = await signedIn();
    const { token } = { token: codeIn(await letterTo(email)) };
    const hash = createHash('sha256')
      .update(email + token)
      .digest('hex');
    expect((await newClient().auth.verifyOtp({ token_hash: hash, type: 'recovery' })).error?.code).toBe('otp_expired');
    const link = `${inject('stack').url}/auth/v1/verify?type=recovery&token=${hash}`;
    expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired');
    expect((await guess(email, token)).error).toBeNull();
  });

  it('negative control: four wrong ones and the right one sign in, and those of another account count for nothing', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const code = codeIn(await letterTo(one.email));
    for (const n of [1, 2, 3, 4]) await guess(one.email, wrongFor(code, n));
    for (const n of [1, 2, 3, 4, 5]) await guess(other.email, wrongFor(code, n));
    expect((await guess(one.email, code)).error).toBeNull();
  });
});

it('two letters for a new password: the newest code counts', async () => {
  const { email } = await signedIn();
  const client = browser();
  await client.auth.resetPasswordForEmail(email);
  const first = codeIn((await mailsTo(email)).at(-1));
  await client.auth.resetPasswordForEmail(email);
  const second = codeIn((await mailsTo(email, 2)).at(-1));
  const refused = await client.auth.verifyOtp({ email, token: first, type: 'recovery' });
  expect(refused.error?.code).toBe('otp_expired');
  expect((await client.auth.verifyOtp({ email, token: second, type: 'recovery' })).error).toBeNull();
});

it('the code of the letter confirms a sign-up, also of one that was sent again', async () => {
  const email = newEmail();
  const client = await signUp(email, PASSWORD);
  const sql = newSql();
  await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
  await sql.end();
  await client.auth.resend({ type: 'signup', email });
  const token = codeIn((await mailsTo(email, 2)).at(-1));
  expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
  expect(await methods(client)).toEqual(['otp']);
});
