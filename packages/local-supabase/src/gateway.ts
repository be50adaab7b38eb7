import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  addressOf,
  BodyTooLarge,
  close,
  createLocalServer,
  forward,
  forwardUpgrade,
  listen,
  refuseUpgrade,
  sendJson,
} from '@territorio/local-server/http';
import { AuthShims } from './auth/index.ts';
import type { EmailLanguage, EmailText, SendMail } from './auth/mailer.ts';
import { createLite, type Lite, MAX_CONNECTIONS, MAX_UPLOAD_MIB } from './lite.ts';
import { readProjectConfig } from './project.ts';
import { BadRequest, checkJson, checkNames, refuseRegexFilters, refuseUnreadable } from './request-rules.ts';
import { Slots, TooBusy } from './slots.ts';
import { StorageFiles } from './storage/files.ts';
import { PublicObjects } from './storage/public-objects.ts';
import {
  checkPaths,
  isUpload,
  refuseBadSignature,
  renameSignedUrls,
  signMany,
  unwrapUpload,
  withTypeOfBytes,
} from './storage/requests.ts';
import { sendWebResponse, toWebRequest, whenClientLeaves } from './web-request.ts';

export type GatewayOptions = {
  project: string;
  port: number;
  databaseUrl: string;
  storageDir: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** The app's address, for links in emails. */
  siteUrl: string;
  /** Further addresses (globs) to which links may lead. */
  redirectUrls?: string[];
  sendMail: SendMail;
  /** Returns the plain-text template of an email, by its name in config.toml. */
  emailText?: EmailText | undefined;
  emailLanguage?: EmailLanguage | undefined;
  laterPasswordLength?: number | undefined;
  functionsPort: number;
  realtimePort: number;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
};

type Service = 'rest' | 'auth' | 'storage';

export type Gateway = { url: string; stop(): Promise<void> };

const MIB = 1024 * 1024;
const MAX_UPLOAD = (MAX_UPLOAD_MIB + 1) * MIB;
/** The largest size of bodies other than files, in bytes. */
const MAX_BODY: Record<Service, number> = { rest: MIB, auth: 64 * 1024, storage: MIB };
// Connections reserved for signed-in people, whatever visitors request.
const STRANGERS = { atOnce: MAX_CONNECTIONS / 2, waiting: 500 };
const ALLOWED_HEADERS =
  'authorization, apikey, content-type, x-client-info, x-upsert, x-metadata, x-region, prefer, accept, accept-profile, ' +
  'content-profile, range, range-unit, cache-control, x-supabase-api-version, x-retry-count';
const CORS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-expose-headers':
    'Content-Range, Content-Location, Preference-Applied, Location, X-Total-Count, Link, X-Supabase-Api-Version, X-Sb-Error-Code',
};

/** Starts the API's only address. Rest, auth and storage are answered here, and functions and realtime passed on. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const url = `http://127.0.0.1:${options.port}`;
  const { project, databaseUrl, secretKey, jwtSecret, siteUrl, sendMail: send, emailText, emailLanguage } = options;
  const { redirectUrls = [], hosts = [], laterPasswordLength } = options;
  const emails = { siteUrl, redirectUrls, hosts, send, emailText, emailLanguage };
  const auth = new AuthShims({
    project,
    databaseUrl,
    secretKey,
    jwtSecret,
    apiUrl: url,
    laterPasswordLength,
    ...emails,
  });
  const files = new StorageFiles(options.storageDir);
  const publicObjects = new PublicObjects(databaseUrl, files);
  const config = readProjectConfig(project);
  const lite = await createLite({
    schemas: config.api.schemas,
    minPasswordLength: config.auth.minimum_password_length,
    databaseUrl,
    jwtSecret: options.jwtSecret,
    publishableKey: options.publishableKey,
    secretKey,
    siteUrl,
    redirectUrls,
    mailer: auth.mailer,
    files,
  });
  const strangers = new Slots(STRANGERS.atOnce, STRANGERS.waiting);
  const context = { options, url, auth, lite, publicObjects, strangers };
  const server = createLocalServer({
    hosts: options.hosts,
    onRequest: (req, res) => void handle(req, res, context),
    onUpgrade: (req, socket, head) => {
      const refusal = refusalOfUpgrade(req, url);
      if (refusal) refuseUpgrade(socket, refusal);
      else forwardUpgrade(req, socket, head, options.realtimePort);
    },
  });
  const stop = async () => {
    await close(server);
    // The auth service may still be working, after its answers.
    await auth.close();
    await Promise.all([lite.close(), publicObjects.close()]);
  };
  try {
    await listen(server, options.port, 'The API');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

function refusalOfUpgrade(req: IncomingMessage, origin: string): string | undefined {
  try {
    checkNames(new URL(req.url ?? '/', origin).searchParams, req.rawHeaders);
  } catch {
    return '400 Bad Request';
  }
  return req.url?.startsWith('/realtime/v1') ? undefined : '404 Not Found';
}

type Context = {
  options: GatewayOptions;
  url: string;
  auth: AuthShims;
  lite: Lite;
  publicObjects: PublicObjects;
  strangers: Slots;
};

/** No request may end the process, so every error becomes a response. */
async function handle(req: IncomingMessage, res: ServerResponse, context: Context): Promise<void> {
  res.on('error', () => res.destroy());
  try {
    await route(req, res, context);
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      sendJson(
        res,
        413,
        { statusCode: '413', error: 'Payload too large', message: error.message },
        { ...CORS, connection: 'close' },
      );
    } else if (error instanceof BadRequest) {
      sendJson(res, 400, { code: 'bad_request', message: error.message }, CORS);
    } else if (error instanceof TooBusy) {
      sendJson(res, 503, { message: error.message }, { ...CORS, 'retry-after': '5' });
    } else if (error instanceof TypeError || error instanceof URIError) {
      sendJson(res, 400, { message: `The request could not be read: ${error.message}` }, CORS);
    } else if (!req.aborted && !res.destroyed) {
      console.error(`${req.method} ${req.url}:`, error);
      sendJson(res, 500, { message: 'Internal server error' }, CORS);
    }
  }
}

async function route(req: IncomingMessage, res: ServerResponse, context: Context): Promise<void> {
  const path = (req.url ?? '/').split('?')[0] ?? '/';
  const url = new URL(req.url ?? '/', context.url);
  checkNames(url.searchParams, req.rawHeaders);
  const { functionsPort, realtimePort } = context.options;
  if (path.startsWith('/functions/v1/')) return pass(req, res, functionsPort, 'The edge functions are not running.');
  if (path.startsWith('/realtime/v1')) return pass(req, res, realtimePort, 'Realtime is not running.');
  if (path === '/health') return sendJson(res, 200, { status: 'ok' });
  for (const [name, value] of Object.entries(CORS)) res.setHeader(name, value);
  if (req.method === 'OPTIONS') {
    const asked = req.headers['access-control-request-headers'];
    res.writeHead(204, { 'access-control-allow-headers': asked || ALLOWED_HEADERS }).end();
    req.resume();
    return;
  }
  const decodedPath = decodeURIComponent(path);
  refuseUnreadable(decodedPath, url.searchParams);
  const service = /^\/(rest|auth|storage)\/v1(?:\/|$)/.exec(path)?.[1] as Service | undefined;
  if (!service) return sendJson(res, 404, { message: 'no Route matched with those values' });
  if (service === 'rest') refuseRegexFilters(url.searchParams);
  const isFile = service === 'storage' && isUpload({ method: req.method, path: decodedPath });
  const request = await toWebRequest(req, url, {
    maxBytes: isFile ? MAX_UPLOAD : MAX_BODY[service],
    check: (body) => isFile || checkBody(service, body),
    signal: whenClientLeaves(res),
  });
  const response = await answer(service, request, path, context, addressOf(req));
  await sendWebResponse(res, response, req.method !== 'HEAD');
}

function checkBody(service: Service, body: Buffer): void {
  checkJson(body);
  if (service === 'storage') checkPaths(body);
}

/** Returns whether a caller has only the public key. An invalid token is refused early. */
function isStranger({ headers }: Request, { publishableKey, secretKey }: GatewayOptions): boolean {
  const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? headers.get('apikey');
  return headers.get('apikey') !== secretKey && (!token || token === publishableKey);
}

const isBucket = (path: string): boolean => /^\/+storage\/v1\/+bucket(?:\/|$)/.test(decodeURIComponent(path));

const hasSecretKey = ({ headers }: Request, { secretKey }: GatewayOptions): boolean =>
  [headers.get('apikey'), headers.get('authorization')?.replace(/^Bearer /, '')].includes(secretKey);

/**
 * On hosted projects no policy shows the buckets to anyone. lite 0.10.0 checks none, and reveals which exist and
 * whether they are empty.
 */
function refuseBucket({ method, url }: Request): Response {
  const isList = new URL(url).pathname.endsWith('/bucket');
  if (isList && method === 'GET') return Response.json([]);
  const message = isList ? 'new row violates row-level security policy' : 'Bucket not found';
  return Response.json(
    { statusCode: isList ? '403' : '404', error: isList ? 'Unauthorized' : message, message },
    { status: 400 },
  );
}

async function answer(
  service: Service,
  request: Request,
  path: string,
  context: Context,
  client: string,
): Promise<Response> {
  const { auth, lite, publicObjects, strangers, options } = context;
  // Visitors don't delay signing in, and storage has its own connections.
  if (service === 'auth') return auth.handle(request, lite, client);
  if (service === 'storage' && isBucket(path) && !hasSecretKey(request, options)) return refuseBucket(request);
  const picture = service === 'storage' && (await publicObjects.handle(request, path));
  if (picture) return picture;
  const ask = () => (service === 'rest' ? lite.fetch(request) : askStorage(request, path, lite));
  if (!isStranger(request, options)) return ask();
  return strangers.run(async () => (request.signal.aborted ? new Response(null, { status: 499 }) : ask()));
}

async function askStorage(request: Request, path: string, lite: Lite): Promise<Response> {
  const signed = await signMany(request, path, lite.fetch);
  if (signed) return signed;
  const response = await lite.fetch(await withTypeOfBytes(await unwrapUpload(request, path), path));
  return renameSignedUrls(refuseBadSignature(response, path), request.method, path);
}

function pass(req: IncomingMessage, res: ServerResponse, port: number, message: string): void {
  forward(req, res, port, () => sendJson(res, 503, { message }, CORS));
}
