import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Client, type Mail, mailsTo, newClient, newEmail, newSql, tokenOf } from '../support/stack.ts';

/** Creates a browser with separate storage, like the app. */
export function browser(): Client {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return newClient({ flowType: 'pkce', persistSession: true, detectSessionInUrl: false, storage });
}

/** Returns how the session was opened, from the token. */
export async function methods(client: Client): Promise<string[]> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return claims.amr.map((entry: { method: string }) => entry.method);
}

export const codeIn = (mail: { html: string } | undefined) => />(\d{6})</.exec(mail?.html ?? '')?.[1] ?? '';

/** Returns the secret in the browser that signed up with this password. */
export const secretOf = (password: string) => `secret of ${password}`;

export async function signUp(email: string, password: string): Promise<Client> {
  const client = browser();
  const data = { sign_up_hash: createHash('sha256').update(secretOf(password)).digest('hex') };
  expect((await client.auth.signUp({ email, password, options: { data } })).error).toBeNull();
  return client;
}

export async function logIn(email: string, password: string): Promise<Client> {
  const client = browser();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

/**
 * Returns the newest email with six digits, once there are that many. Invitations, which have none, may come before
 * or after.
 */
export async function newestCode(email: string, count = 1): Promise<Mail | undefined> {
  return (await mailsTo(email, count, (mail) => codeIn(mail) !== '')).at(-1);
}

/** Redeems the newest email's link in a browser without a session that requested nothing. */
const confirmElsewhere = async (email: string) =>
  void (await newClient().auth.verifyOtp(tokenOf((await mailsTo(email)).at(-1))));

export async function inviteTo(email: string): Promise<string> {
  const sql = newSql();
  await sql`insert into public.territories (id, name, description) values ('owners', 'Owners', 'd') on conflict do nothing`;
  await sql`select public.create_invite(${email}, '{territory_staff}', 'owners')`;
  const [made] = await sql<
    { id: string }[]
  >`select id from public.invites where email = ${email} and withdrawn_at is null`;
  await sql.end();
  return made?.id ?? '';
}

export const accept = async (client: Client, invite: string) => {
  const { error } = await client.rpc('accept_invite', { p_invite_id: invite });
  return error?.hint ?? (error ? error.message : 'accepted');
};

/** Uses the six digits of a new-password email, like the app. */
export async function prove(client: Client, email: string, password: string, emails: number): Promise<void> {
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  const token = codeIn(await newestCode(email, emails));
  expect((await client.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
  expect((await client.auth.updateUser({ password })).error).toBeNull();
}

/** Creates an account whose first password another person chose. Its owner has confirmed it. Returns the address. */
export async function strangersAccount(): Promise<string> {
  const email = newEmail();
  await signUp(email, 'known to a stranger');
  await confirmElsewhere(email);
  return email;
}

/** Requests a new password as the owner of that address in their own browser. */
export async function ownerAsks(email: string) {
  const owner = browser();
  await owner.auth.resetPasswordForEmail(email);
  return { owner, letter: await newestCode(email, 2) };
}
