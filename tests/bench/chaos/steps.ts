import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import Stripe from 'stripe';
import { parseSync } from 'vite';
import { WebSocket } from 'ws';

/** A call that leaves the functions' process, in the format of the fault proxies: 'stripe POST /v1/refunds'. */
export type Step = string;

/** Replaces ids and names of files and buckets in the path by placeholders. */
export function stepOf(service: string, method: string, url: string): Step {
  const path = (url.split('?')[0] ?? '/')
    .replace(/\b(pi|re|ch|evt)_\w+/g, ':id')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/gi, ':id')
    .replace(/(\/storage\/v1\/object\/(?:sign\/)?)(?!sign\/)[^/]+$/, '$1:bucket')
    .replace(/(\/storage\/v1\/object\/(?:sign\/)?)(?!sign\/)[^/]+\/.+$/, '$1:file');
  return `${service} ${method} ${path}`;
}

interface Node {
  type: string;
  [key: string]: unknown;
}
interface Call {
  file: string;
  /** `stripe.refunds.create` → ['stripe', 'refunds', 'create']. */
  chain: string[];
  /** The first argument, if it is a text. For a template, its last part. */
  text: string | undefined;
}

/**
 * Returns every step in the edge functions' code, with its files. They are read from their source, and translated
 * into requests by the SDKs that they use. There is no list to maintain, because new calls are included
 * automatically. `databaseFunctions` are the functions that the API offers. A first argument with such a name is a
 * call of it.
 */
export async function stepsOfFunctions(
  folder: string,
  databaseFunctions: ReadonlySet<string>,
): Promise<Map<Step, string[]>> {
  const steps = new Map<Step, string[]>();
  const add = (step: Step, file: string) =>
    steps.set(
      step,
      [...new Set([...(steps.get(step) ?? []), file])].sort((a, b) => a.localeCompare(b)),
    );
  for (const { file, chain, text } of callsIn(folder)) {
    if (text !== undefined && databaseFunctions.has(text)) add(`supabase POST /rest/v1/rpc/${text}`, file);
    else if (chain.at(-1) === 'fetch' && text?.startsWith('/')) add(`mail POST ${text}`, file);
    else for (const step of await sdkSteps(chain)) add(step, file);
  }
  return steps;
}

function callsIn(folder: string): Call[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((file) => {
    const { program, errors } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    const calls: Call[] = [];
    walk(program as unknown as Node, (node) => {
      if (node.type === 'CallExpression')
        calls.push({
          file,
          chain: chainOf(node.callee as Node),
          text: textOf((node.arguments as Node[])[0]),
        });
    });
    return calls;
  });
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, visit);
}

function chainOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type === 'CallExpression' || node.type === 'ChainExpression')
    return chainOf((node.callee ?? node.expression) as Node);
  if (node.type !== 'MemberExpression') return [];
  const name = (node.property as Node).name;
  return [...chainOf(node.object as Node), ...(typeof name === 'string' ? [name] : [])];
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  const last = (node.quasis as Node[]).at(-1)?.value as { cooked?: string } | undefined;
  return last?.cooked;
}

/**
 * Returns the requests that the SDKs make for a call like this. None if it isn't one of theirs, or stays in the
 * process.
 */
async function sdkSteps(chain: string[]): Promise<Step[]> {
  if (chain[0] === 'console') return [];
  const at = chain.indexOf('stripe');
  const [resource, method] = chain.slice(at + 1);
  if (at >= 0 && resource && method) return stripeSteps(resource, method);
  // Our own functions may have the same name as an SDK's method.
  if (chain.length < 2) return [];
  const name = chain.at(-1) ?? '';
  const inAdmin = chain.at(-2) === 'admin' && chain.at(-3) === 'auth';
  return supabaseSteps(name, inAdmin);
}

async function stripeSteps(resource: string, method: string): Promise<Step[]> {
  const asked: Step[] = [];
  const stripe = new Stripe('sk_test_nobody', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      asked.push(stepOf('stripe', init?.method ?? 'GET', new URL(String(url)).pathname));
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    }),
  });
  const target = (stripe as unknown as Record<string, Record<string, unknown> | undefined>)[resource];
  const call = target?.[method];
  if (!target || typeof call !== 'function') throw new Error(`Stripe's SDK has no ${resource}.${method}`);
  const args = /^(create|list|search)$/.test(method) ? [{}] : ['pi_1', {}];
  await Promise.resolve()
    .then(() => call.apply(target, args))
    .catch(() => undefined);
  return asked;
}

const NOWHERE = 'http://nobody.test';
const ID = '00000000-0000-4000-8000-000000000000';
const USER = { id: ID, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' };
const SESSION = {
  access_token: `e30.${btoa('{"exp":4102444800}')}.e30`,
  refresh_token: 'r',
  expires_in: 3600,
  user: USER,
};
/** Arguments by method name. Methods not listed are not the auth or storage service's. */
const AUTH: Record<string, unknown[]> = {
  signInWithPassword: [{ email: 'a@territorio.test', password: 'territorio' }],
  getUser: ['token'],
};

async function supabaseSteps(name: string, inAdmin: boolean): Promise<Step[]> {
  const asked: Step[] = [];
  const record: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    asked.push(stepOf('supabase', init?.method ?? 'GET', pathname));
    return Response.json(pathname.endsWith('/token') ? { ...SESSION, token_type: 'bearer' } : {});
  };
  const { auth, storage } = createClient(NOWHERE, 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: record },
    // Node has no WebSocket before version 22.
    realtime: { transport: WebSocket as never },
  });
  const files = storage.from('bucket');
  const owner = [inAdmin ? auth.admin : auth, auth.admin, files].find(
    (one) => name in one && !(name in Object.prototype),
  );
  if (!owner) return [];
  if (name === 'signOut') await auth.signInWithPassword({ email: 'a@territorio.test', password: 'territorio' });
  asked.length = 0;
  const args = owner === files ? fileArguments(name) : (AUTH[name] ?? [ID, {}]);
  await Promise.resolve()
    .then(() => (owner as unknown as Record<string, (...all: unknown[]) => unknown>)[name]?.(...args))
    .catch(() => undefined);
  return asked;
}

const fileArguments = (name: string): unknown[] =>
  name === 'remove' ? [['folder/file.png']] : ['folder/file.png', 60];
