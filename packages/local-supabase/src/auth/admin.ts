import type { JSONValue, Sql } from 'postgres';
import { z } from 'zod';
import { isRefusal } from '../database-errors.ts';
import { currentAuthRequest, readJson } from './context.ts';
import type { AuthMailer } from './mailer.ts';
import { type PasswordLengths, refusePassword } from './passwords.ts';
import { authError, refusedBy } from './responses.ts';
import {
  address,
  findUser,
  findUserByEmail,
  hashed,
  insertUser,
  listUsers,
  newCode,
  newToken,
  tokenOf,
} from './users.ts';

export type AdminOptions = { sql: Sql; mailer: AuthMailer; secretKey: string; lengths: PasswordLengths };

const metadata = z.record(z.string(), z.unknown());
const createBody = z.object({
  id: z.uuid().optional(),
  email: address,
  password: z.string().optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadata.default({}),
  app_metadata: metadata.default({}),
});
const updateBody = z.object({
  email: address.optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: z.string().optional(),
});
const inviteBody = z.object({ email: address, data: metadata.default({}) });
const linkBody = z.object({
  type: z.enum(['signup', 'invite', 'recovery', 'magiclink']),
  email: address,
  password: z.string().optional(),
  data: metadata.default({}),
  redirect_to: z.string().optional(),
});

/**
 * Handles `auth.admin` of supabase-js, which lite 0.10.0 doesn't have: create, invite, list, get, update, delete,
 * and generate a link. It is for the secret key only. Returns undefined for any other path.
 */
export async function handleAdmin(
  request: Request,
  path: string,
  options: AdminOptions,
): Promise<Response | undefined> {
  const route = path === '/invite' ? 'invite' : /^\/admin\/(users|generate_link)(?:\/|$)/.exec(path)?.[1];
  if (!route) return undefined;
  if (request.headers.get('apikey') !== options.secretKey) return authError(403, 'not_admin', 'User not allowed');
  const { password } = await readJson(request.clone());
  const refused = typeof password === 'string' ? refusePassword(password, options.lengths.first) : undefined;
  if (refused) return refused;
  try {
    if (route === 'users') return await handleUsers(request, path, options);
    if (request.method !== 'POST') return authError(405, 'validation_failed', 'Method not allowed');
    return route === 'invite' ? await invite(request, options) : await generateLink(request, options);
  } catch (error) {
    return asAuthError(error);
  }
}

function asAuthError(error: unknown): Response {
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : 'Could not parse request body as JSON';
    return authError(400, 'validation_failed', message);
  }
  if (isRefusal(error)) return refusedBy(error);
  if (error instanceof Error && 'code' in error) {
    const code = error.code;
    if (code === '23505')
      return authError(422, 'email_exists', 'A user with this email address has already been registered');
    if (code === '23503' || code === '23001')
      return authError(500, 'unexpected_failure', 'Database error deleting user');
  }
  console.error('Auth admin:', error);
  return authError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}

async function handleUsers(request: Request, path: string, { sql }: AdminOptions): Promise<Response> {
  const id = path.split('/')[3];
  if (!id) {
    if (request.method === 'POST') return createUser(sql, createBody.parse(await request.json()));
    return request.method === 'GET'
      ? listPage(sql, request)
      : authError(405, 'validation_failed', 'Method not allowed');
  }
  if (!z.uuid().safeParse(id).success) return authError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(sql, id);
  if (!user) return authError(404, 'user_not_found', 'User not found');
  if (request.method === 'PUT') return updateUser(sql, id, updateBody.parse(await request.json()));
  if (request.method === 'DELETE') {
    await sql`delete from auth.users where id = ${id}`;
    await sql`delete from auth.refresh_tokens where user_id = ${id}`;
  }
  return Response.json(user);
}

async function createUser(sql: Sql, body: z.infer<typeof createBody>): Promise<Response> {
  const id = await insertUser(sql, {
    id: body.id,
    email: body.email,
    password: body.password,
    emailConfirmed: body.email_confirm,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
  });
  return Response.json(await findUser(sql, id));
}

async function listPage(sql: Sql, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const page = Math.max(1, Number.parseInt(searchParams.get('page') || '1', 10) || 1);
  const perPage = Math.min(1000, Math.max(1, Number.parseInt(searchParams.get('per_page') || '50', 10) || 50));
  const { users, total } = await listUsers(sql, page, perPage);
  const last = Math.max(1, Math.ceil(total / perPage));
  const rel = (target: number, name: string) => `</admin/users?page=${target}&per_page=${perPage}>; rel="${name}"`;
  const links = [...(page < last ? [rel(page + 1, 'next')] : []), rel(last, 'last')].join(', ');
  return Response.json({ users, aud: 'authenticated' }, { headers: { 'x-total-count': String(total), link: links } });
}

async function updateUser(sql: Sql, id: string, body: z.infer<typeof updateBody>): Promise<Response> {
  const json = (value: object | undefined) => (value ? sql.json(value as JSONValue) : sql`'{}'::jsonb`);
  const banned = body.ban_duration === undefined ? sql`banned_until` : banUntil(sql, body.ban_duration);
  await sql`
    update auth.users set
      email = coalesce(${body.email?.toLowerCase() ?? null}, email),
      encrypted_password = coalesce(${hashed(sql, body.password)}, encrypted_password),
      email_confirmed_at = case when ${body.email_confirm ?? false} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || ${json(body.user_metadata)}),
      raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || ${json(body.app_metadata)}),
      banned_until = ${banned},
      ${body.password === undefined ? sql`` : sql`recovery_token = '', recovery_sent_at = null,`}
      updated_at = now()
    where id = ${id}`;
  // As in GoTrue, the old password's sessions end, and pending emails for a new one become void.
  if (body.password !== undefined) await sql`delete from auth.sessions where user_id = ${id}`;
  return Response.json(await findUser(sql, id));
}

/** Parses GoTrue's durations ("24h", "30m"). "none" lifts the ban. */
function banUntil(sql: Sql, duration: string) {
  const match = /^(\d+)(h|m|s)$/.exec(duration);
  if (!match) return sql`null::timestamptz`;
  const seconds = Number(match[1]) * (match[2] === 'h' ? 3600 : match[2] === 'm' ? 60 : 1);
  return sql`now() + make_interval(secs => ${seconds})`;
}

async function invite(request: Request, { sql, mailer }: AdminOptions): Promise<Response> {
  const body = inviteBody.parse(await request.json());
  const { id, token, code } = await prepareInvite(sql, body.email, body.data);
  await mailer.sendInvite(body.email.toLowerCase(), token, code);
  return Response.json(await findUser(sql, id));
}

/** Prepares a new or unconfirmed user. Inviting again replaces the link. */
async function prepareInvite(
  sql: Sql,
  address: string,
  data: Record<string, unknown>,
): Promise<{ id: string; token: string; code: string }> {
  const known = await findUserByEmail(sql, address);
  if (known?.email_confirmed_at) throw Object.assign(new Error('email_exists'), { code: '23505' });
  const fresh = { email: address, emailConfirmed: false, userMetadata: data, appMetadata: {} };
  const id = known ? String(known.id) : await insertUser(sql, fresh);
  const code = newCode();
  const token = tokenOf(address, code);
  await sql`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now(), invited_at = now() where id = ${id}`;
  return { id, token, code };
}

async function generateLink(request: Request, { sql, mailer }: AdminOptions): Promise<Response> {
  const { redirectTo } = currentAuthRequest();
  const body = linkBody.parse(await request.json());
  const { id, token } = await prepareLink(sql, body);
  const redirect = redirectTo ?? body.redirect_to;
  const link = mailer.linkFor(body.type, token, redirect);
  return Response.json({
    ...(await findUser(sql, id)),
    action_link: link,
    email_otp: '',
    hashed_token: new URL(link).searchParams.get('token'),
    verification_type: body.type,
    redirect_to: redirect ?? '',
  });
}

async function prepareLink(sql: Sql, body: z.infer<typeof linkBody>): Promise<{ id: string; token: string }> {
  if (body.type === 'invite') return prepareInvite(sql, body.email, body.data);
  const known = await findUserByEmail(sql, body.email);
  const token = newToken();
  if (body.type === 'signup') {
    if (known) throw Object.assign(new Error('email_exists'), { code: '23505' });
    const fresh = {
      email: body.email,
      password: body.password,
      emailConfirmed: false,
      userMetadata: body.data,
      appMetadata: {},
    };
    const id = await insertUser(sql, fresh);
    await sql`update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${id}`;
    return { id, token };
  }
  if (!known)
    throw new z.ZodError([
      { code: 'custom', path: ['email'], message: 'User with this email not found', input: body.email },
    ]);
  await sql`update auth.users set recovery_token = ${token}, recovery_sent_at = now() where id = ${String(known.id)}`;
  return { id: String(known.id), token };
}
