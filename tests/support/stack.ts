import { randomUUID } from 'node:crypto';
import {
  createClient,
  type EmailOtpType,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import postgres from 'postgres';
import { expect, inject } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import type { Database } from '../../src/types/database.ts';

export const PASSWORD = 'a good password';

type AuthOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>;

/** Creates the official client, like a browser with separate storage. */
export function newClient(auth: AuthOptions = {}, key = inject('stack').publishableKey, url = inject('stack').url) {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, ...auth },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

export type Client = ReturnType<typeof newClient>;

/** Returns the client without our types, for the fixture's tables (tests/support/stack-fixture.sql). */
export function untyped(client: Client): SupabaseClient {
  return client as unknown as SupabaseClient;
}

/** Creates a server's client, with a secret key and without RLS. */
export const newAdmin = () => newClient({}, inject('stack').secretKey);

/** Connects to set up what no API offers. */
export const newSql = () => postgres(inject('stack').databaseUrl, { max: 3, onnotice: () => undefined });

export const newEmail = () => `${randomUUID()}@example.test`;

/** Creates a confirmed user and their signed-in client. */
export async function signedIn(): Promise<{ client: Client; id: string; email: string }> {
  const email = newEmail();
  const created = await newAdmin().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(created.error).toBeNull();
  const client = newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  if (!data.user) throw new Error('No user.');
  return { client, id: data.user.id, email };
}

/** Lets the minute between two emails to an address pass. */
export async function minuteLater(email: string): Promise<void> {
  const sql = newSql();
  await sql`delete from auth.email_pauses where address = ${email}`;
  await sql.end();
}

const inbox = z.array(
  z.object({
    to: z.array(z.object({ address: z.string() })),
    subject: z.string(),
    html: z.string().optional(),
    text: z.string().optional(),
  }),
);

export type Mail = { subject: string; html: string; text: string };

/** Returns an address's emails, oldest first. Waits until there are `count`. */
export async function mailsTo(address: string, count = 1, wanted = (_mail: Mail) => true): Promise<Mail[]> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const all = inbox.parse(await (await fetch(`${inject('stack').inboxUrl}/email`)).json());
    const found = all
      .filter((mail) => mail.to.some((to) => to.address === address))
      .map(({ subject, html = '', text = '' }) => ({ subject, html, text }))
      .filter(wanted);
    if (found.length >= count) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${address} did not get ${count} e-mail(s).`);
}

/** Returns the link of an email's button. */
export function linkOf(mail: Mail | undefined): string {
  const href = /href="([^"]+\/callback#[^"]*)"/.exec(mail?.html ?? '')?.[1];
  if (!href) throw new Error(`No link in: ${mail?.html}`);
  return href.replaceAll('&amp;', '&');
}

/** Returns the data that the link's page sends to `verifyOtp`. */
export function tokenOf(mail: Mail | undefined): { token_hash: string; type: EmailOtpType } {
  const fragment = new URLSearchParams(new URL(linkOf(mail)).hash.slice(1));
  return { token_hash: fragment.get('token_hash') ?? '', type: fragment.get('type') as EmailOtpType };
}

/** Follows a link of the auth service, which no email contains, to its target. */
export async function openLink(link: string): Promise<{ target: URL; fragment: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(303);
  const target = new URL(response.headers.get('location') ?? '');
  return { target, fragment: new URLSearchParams(target.hash.slice(1)) };
}
