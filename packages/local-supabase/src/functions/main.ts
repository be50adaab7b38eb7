// Runs in Deno: `deno run … main.ts <functions folder>`. It serves every <name>/index.ts in one process. Each calls
// Deno.serve(handler), as when deployed. During the import, Deno.serve only stores the handler.

import { readHosts, refuseForeign } from '@territorio/local-server/allowed-hosts';

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;
interface DenoRuntime {
  args: string[];
  env: { get(name: string): string | undefined };
  serve: (...args: never[]) => unknown;
  exit(code: number): never;
  readDirSync(path: string): Iterable<{ name: string; isDirectory: boolean }>;
  statSync(path: string): unknown;
  stdin: { readable: ReadableStream<Uint8Array> };
}
declare const Deno: DenoRuntime;

const folder = Deno.args[0] ?? '';
const realServe = Deno.serve as unknown as (
  options: { hostname: string; port: number; onListen: (address: { port: number }) => void },
  handler: Handler,
) => { shutdown(): Promise<void> };

let captured: Handler | undefined;
Deno.serve = (...args: unknown[]) => {
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) as { handler?: Handler } | undefined;
  captured = (args.find((arg) => typeof arg === 'function') as Handler | undefined) ?? options?.handler;
  const noServer = { finished: new Promise(() => {}), shutdown: () => Promise.resolve(), ref() {}, unref() {} };
  return { ...noServer, addr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } };
};

// Hosted functions pass work that continues after the response to EdgeRuntime.waitUntil. This process outlives
// every response anyway.
Object.assign(globalThis, {
  EdgeRuntime: { waitUntil: (work: Promise<unknown>) => work.catch((error) => report('waitUntil', error)) },
});

function report(name: string, error: unknown): void {
  console.error(`[${name}]`, error);
}

// One function's unhandled rejection or timer must not stop the others.
globalThis.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  report('unhandled rejection', event.reason);
});
globalThis.addEventListener('error', (event) => {
  event.preventDefault();
  report('uncaught error', event.error);
});

function functionNames(): string[] {
  const hasEntry = (name: string) => {
    try {
      Deno.statSync(`${folder}/${name}/index.ts`);
      return true;
    } catch {
      return false;
    }
  };
  const folders = [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory && !/^[_.]/.test(entry.name));
  return folders.map((entry) => entry.name).filter(hasEntry);
}

async function load(name: string): Promise<Handler> {
  captured = undefined;
  await import(new URL(`file://${folder}/${name}/index.ts`).href);
  if (!captured) throw new Error(`${name}/index.ts did not call Deno.serve`);
  return captured;
}

// Functions load one after another, because Deno.serve is global. One that fails to load responds with 503 without
// affecting the others.
const handlers = new Map<string, Promise<Handler>>();
let previous: Promise<unknown> = Promise.resolve();
for (const name of functionNames()) {
  const loading = previous.then(() => load(name));
  loading.catch((error) => report(name, error));
  handlers.set(name, loading);
  previous = loading.catch(() => undefined);
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'access-control-allow-origin': '*' } });
}

const hosts = readHosts(Deno.env.get('LOCAL_HOSTS'));

async function handle(request: Request, info: unknown): Promise<Response> {
  const foreign = refuseForeign({ host: request.headers.get('host'), origin: request.headers.get('origin') }, hosts);
  if (foreign !== undefined) return failure(403, 'FORBIDDEN', foreign);
  const url = new URL(request.url);
  // Hosted functions get their name as the first path segment, without /functions/v1.
  url.pathname = url.pathname.replace(/^\/functions\/v1(?=\/)/, '');
  const name = url.pathname.split('/')[1] ?? '';
  const loading = handlers.get(name);
  if (!loading) return failure(404, 'NOT_FOUND', 'Requested function was not found');
  const handler = await loading.catch(() => undefined);
  if (!handler) return failure(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
  try {
    const response = await handler(new Request(url, request), info);
    if (response instanceof Response) return response;
    throw new TypeError('The handler did not return a Response.');
  } catch (error) {
    report(name, error);
    return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

await previous;
const server = realServe(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`@@listening ${port}`) },
  handle,
);

// The parent holds our stdin. When it closes, even by kill -9, current requests get two seconds to finish.
for await (const _chunk of Deno.stdin.readable);
await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, 2000))]);
Deno.exit(0);
