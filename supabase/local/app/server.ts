import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import {
  close,
  createLocalServer,
  forwardUpgrade,
  listen,
  refuseUpgrade,
  sendJson,
} from '@territorio/local-server/http';
import { type HeaderOptions, securityHeaders } from '../../../scripts/build/headers.ts';
import { API_PATHS } from '../../../scripts/build/hosting/rules.ts';
import { type DrawPage, preferredEncoding, StaticFiles } from './static-files.ts';

/** The Stripe emulator's path below the app's address, so that a build contains no port. */
export const STRIPE_PATH = '/stripe-emulator';

export type AppServerOptions = {
  port: number;
  /** The folder that vite has built. */
  dist: string;
  apiPort: number;
  /** The port of the Stripe emulator, for payments. */
  stripePort?: number;
  headers: HeaderOptions;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
  /** True if files are sent compressed, as by a static host. */
  packs?: boolean;
  /** Renders a public page that has no file yet, for clients without JavaScript. */
  drawPage?: DrawPage;
};

export type AppServer = {
  url: string;
  /** Serves files that were written into the folder since. */
  readAgain(): void;
  stop(): Promise<void>;
};

/**
 * Serves the built app as its static host does in production, with the API and the Stripe emulator below the same
 * origin, so that the browser needs no CORS preflight.
 */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const files = new StaticFiles(options.dist, options.packs, options.drawPage);
  const headers = securityHeaders(options.headers);
  const server = createLocalServer({
    hosts: options.hosts,
    onRequest: (req, res) => {
      res.on('error', () => res.destroy());
      void handle(req, res, files, headers, options).catch(() =>
        sendJson(res, 500, { message: 'Internal server error' }),
      );
    },
    onUpgrade: (req, socket, head) => {
      if (API_PATHS.test(pathOf(req))) forwardUpgrade(req, socket, head, options.apiPort);
      else refuseUpgrade(socket, '404 Not Found');
    },
  });
  await listen(server, options.port, 'The app');
  return { url: `http://127.0.0.1:${options.port}`, readAgain: () => files.read(), stop: () => close(server) };
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?')[0] ?? '/';
}

async function handle(
  req: IncomingMessage,
  res: ServerResponse,
  files: StaticFiles,
  headers: Record<string, string>,
  { apiPort, stripePort }: Pick<AppServerOptions, 'apiPort' | 'stripePort'>,
): Promise<void> {
  const path = pathOf(req);
  if (API_PATHS.test(path)) return pass(req, res, { port: apiPort, path: req.url ?? '/' });
  if (stripePort && path.startsWith(`${STRIPE_PATH}/`))
    return pass(req, res, { port: stripePort, path: (req.url ?? '').slice(STRIPE_PATH.length) });
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    req.resume();
    res.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  try {
    await files.serve(req, res, decodeURIComponent(path));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('Bad request');
  }
}

const PACKED_TYPES = /^(?:application\/(?:json|.*\+json)|text\/)/;

/** Hosted projects compress the API's responses, so this server does too. */
function pass(req: IncomingMessage, res: ServerResponse, to: { port: number; path: string }): void {
  const { method, headers } = req;
  const upstream = httpRequest({ host: '127.0.0.1', ...to, method, headers }, (answer) => {
    const encoding = preferredEncoding(req);
    const { 'content-length': length, ...rest } = answer.headers;
    const packs =
      encoding !== 'identity' &&
      method !== 'HEAD' &&
      !rest['content-encoding'] &&
      PACKED_TYPES.test(String(rest['content-type'] ?? '')) &&
      !String(rest['content-type']).startsWith('text/event-stream') &&
      Number(length ?? 1500) > 1000;
    if (!packs) {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, res, () => undefined);
      return;
    }
    res.writeHead(answer.statusCode ?? 502, { ...rest, 'content-encoding': encoding, vary: 'accept-encoding' });
    const packer =
      encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip();
    pipeline(answer, packer, res, () => undefined);
  });
  upstream.on('error', () => {
    if (res.headersSent) res.destroy();
    else sendJson(res, 503, { message: 'The API does not answer.' });
  });
  res.on('close', () => {
    if (!res.writableFinished) upstream.destroy();
  });
  pipeline(req, upstream, () => undefined);
}
