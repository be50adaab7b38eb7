import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FunctionsServer, startFunctions } from '@territorio/local-supabase/functions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
// The folder is inside the checkout, because npm: imports resolve from its node_modules.
const folder = join(root, 'test-results', `functions-${process.pid}`);

function writeFunction(name: string, source: string) {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'index.ts'), source);
}

const hello = (greeting: string) => `
  import { z } from 'npm:zod@4';
  import { createClient } from '@supabase/supabase-js';
  const Body = z.object({ name: z.string() });
  Deno.serve(async (req: Request) => {
    const { name } = Body.parse(await req.json());
    return Response.json({
      text: '${greeting} ' + name, path: new URL(req.url).pathname + new URL(req.url).search, method: req.method,
      authorization: req.headers.get('authorization'), env: Deno.env.get('GREETING'), secret: Deno.env.get('NOT_FOR_FUNCTIONS') ?? null,
      client: typeof createClient,
    }, { status: 201, headers: { 'x-kept': 'yes' } });
  });`;

const logs: string[] = [];
let functions: FunctionsServer;
const call = (name: string, init?: RequestInit) => fetch(`${functions.url}/${name}`, init);
const post = (name: string, body: unknown) => call(name, { method: 'POST', body: JSON.stringify(body) });

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'deno.json'), '{"imports":{"@supabase/supabase-js":"npm:@supabase/supabase-js@2"}}');
  writeFunction('hello', hello('Hello'));
  writeFunction('options', `Deno.serve({ port: 9999, handler: () => new Response('by options') });`);
  writeFunction('broken', `import './missing.ts'; Deno.serve(() => new Response('never'));`);
  writeFunction('silent', `export const nothing = 1;`);
  writeFunction('thrower', `Deno.serve(() => { throw new Error('secret detail'); });`);
  writeFunction('wrong', `Deno.serve(() => 'not a response');`);
  writeFunction(
    'stray',
    `Deno.serve(() => { Promise.reject(new Error('stray')); setTimeout(() => { throw new Error('late'); }, 1);
    EdgeRuntime.waitUntil(Promise.reject(new Error('after'))); return new Response('ok'); });`,
  );
  writeFunction('quitter', `Deno.serve(() => Deno.exit(3));`);
  writeFunction('echo', `Deno.serve((req) => new Response(req.body));`);
  writeFunction(
    'slow',
    `Deno.serve(async () => { await new Promise((r) => setTimeout(r, 600)); return new Response('finished'); });`,
  );
  writeFunction('_shared', `throw new Error('not a function');`);
  process.env.NOT_FOR_FUNCTIONS = 'secret of the parent';
  const log = (line: string) => void logs.push(line);
  functions = await startFunctions({ port: 0, folder, env: { GREETING: 'from env' }, watch: true, log });
});

afterAll(async () => {
  await functions.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an edge function', () => {
  test('is the unmodified Deno.serve entry point, with npm imports, and only sees its own environment', async () => {
    const response = await fetch(`${functions.url}/hello/deep?a=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer abc' },
      body: JSON.stringify({ name: 'Ana' }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-kept')).toBe('yes');
    expect(await response.json()).toEqual({
      text: 'Hello Ana',
      path: '/hello/deep?a=1',
      method: 'POST',
      authorization: 'Bearer abc',
      env: 'from env',
      secret: null,
      client: 'function',
    });
  });

  test('can pass its handler as an option', async () => {
    expect(await (await call('options')).text()).toBe('by options');
  });

  test('streams a large binary body both ways', async () => {
    const body = new Uint8Array(3_000_000).map((_, index) => index % 251);
    const response = await call('echo', { method: 'POST', body });
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(body))).toBe(0);
  });
});

describe('a function that fails', () => {
  test.each(['thrower', 'wrong'])('answers 500 JSON without the detail and logs it: %s', async (name) => {
    const response = await call(name);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'WORKER_ERROR',
      message: 'Function exited due to an error (please check logs)',
    });
    expect(logs.join('\n')).toContain(name === 'thrower' ? 'secret detail' : 'did not return a Response');
  });

  test.each(['broken', 'silent'])('does not prevent the others from starting: %s', async (name) => {
    expect((await call(name)).status).toBe(503);
    expect((await post('hello', { name: 'Eva' })).status).toBe(201);
  });

  test.each(['unknown', '_shared', ''])('is not found as "%s"', async (name) => {
    expect((await call(name)).status).toBe(404);
  });

  test('leaves stray rejections and timers without stopping the process', async () => {
    expect(await (await call('stray')).text()).toBe('ok');
    for (const reason of ['stray', 'late', 'after'])
      await expect.poll(() => logs.join('\n')).toContain(`Error: ${reason}`);
    expect((await call('stray')).status).toBe(200);
    expect(logs.filter((line) => line.includes('Deno died'))).toEqual([]);
  });
});

describe('the process of edge functions', () => {
  test('is restarted when it dies, and only the call that killed it fails', async () => {
    expect((await call('quitter')).status).toBe(502);
    const started = performance.now();
    expect((await post('hello', { name: 'Ana' })).status).toBe(201);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('reloads on a change without a refused call, and finishes running calls', async () => {
    const slow = call('slow').then((response) => response.text());
    await new Promise((resolve) => setTimeout(resolve, 100));
    writeFunction('hello', hello('Buenas'));
    await expect
      .poll(async () => ((await (await post('hello', { name: 'Ana' })).json()) as { text: string }).text, {
        timeout: 10_000,
      })
      .toBe('Buenas Ana');
    expect(await slow).toBe('finished');
  });

  test('reports a used port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(startFunctions({ port, folder, env: {} })).rejects.toThrow(`port ${port} is in use`);
    other.close();
  });

  test('ends with a killed parent', async () => {
    const script = `import { startFunctions } from '@territorio/local-supabase/functions';
      const f = await startFunctions({ port: 0, folder: ${JSON.stringify(folder)}, env: {}, log() {} });
      console.log(f.url); process.kill(process.pid, 'SIGKILL');`;
    let killed = false;
    try {
      execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: root });
    } catch (error) {
      killed = (error as { signal?: string }).signal === 'SIGKILL';
    }
    expect(killed).toBe(true);
    const workers = () =>
      execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter(
          (line) => line.includes(folder) && line.includes('main.ts') && !line.trim().startsWith(`${process.pid} `),
        );
    await expect.poll(workers, { timeout: 5000 }).toEqual([]);
  });
});
