import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes, type X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import type { AppleWallet, Wallets } from '../../supabase/functions/_shared/wallet/settings.ts';
import { walletSettings } from '../../supabase/functions/_shared/wallet/settings.ts';

export const PASS_TYPE = 'pass.org.territorio.ticket';
export const ISSUER = '3388000000012345678';
const EMAIL = 'wallet@territorio.iam.gserviceaccount.com';
const PASSPHRASE = 'open "sesame"';

/**
 * Certificates like Apple's, from our own authority, and a service account's key. openssl creates them when a test
 * begins.
 */
export class Papers {
  readonly folder = mkdtempSync(join(tmpdir(), 'territorio-wallet-'));
  readonly path = (name: string) => join(this.folder, name);
  readonly bytes = (name: string) => readFileSync(this.path(name));
  readonly read = (name: string) => this.bytes(name).toString();

  constructor() {
    const extension = ['-addext', 'basicConstraints=critical,CA:TRUE'];
    this.openssl(
      'req',
      '-x509',
      ...RSA,
      '-noenc',
      '-keyout',
      'ca.key',
      '-out',
      'wwdr.pem',
      '-subj',
      '/CN=WWDR',
      ...extension,
    );
    this.openssl(
      'req',
      ...RSA,
      '-noenc',
      '-keyout',
      'plain.key',
      '-out',
      'pass.csr',
      '-subj',
      `/UID=${PASS_TYPE}/CN=Pass Type ID/OU=TEAM123456`,
    );
    this.openssl(
      'x509',
      '-req',
      '-in',
      'pass.csr',
      '-CA',
      'wwdr.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      'pass.pem',
      '-days',
      '2',
    );
    this.openssl(
      'pkcs8',
      '-topk8',
      '-v2',
      'aes-256-cbc',
      '-in',
      'plain.key',
      '-out',
      'pass.key',
      '-passout',
      `pass:${PASSPHRASE}`,
    );
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    this.openssl('req', '-x509', ...RSA, '-noenc', '-keyout', 'server.key', '-out', 'server.pem', ...name);
    this.openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'google.key');
  }

  openssl(...args: string[]): string {
    return execFileSync('openssl', args, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Returns the secrets in the form of docs/deployment.md. */
  env(): Record<string, string> {
    const line = (text: string) => Buffer.from(text).toString('base64');
    return {
      APPLE_PASS_TYPE_ID: PASS_TYPE,
      APPLE_TEAM_ID: 'TEAM123456',
      APPLE_PASS_CERTIFICATE: line(this.read('pass.pem')),
      APPLE_PASS_KEY: line(this.read('pass.key')),
      APPLE_PASS_KEY_PASSPHRASE: PASSPHRASE,
      APPLE_WWDR_CERTIFICATE: line(this.read('wwdr.pem')),
      WALLET_TOKEN_KEY: randomBytes(32).toString('base64url'),
      GOOGLE_WALLET_ISSUER_ID: ISSUER,
      GOOGLE_WALLET_ACCOUNT: line(JSON.stringify({ client_email: EMAIL, private_key: this.read('google.key') })),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
const RSA = ['-newkey', 'rsa:2048', '-days', '2'];

/** Creates both wallets. Apple's notifies devices through a server of the test. */
export function walletsOf(
  papers: Papers,
  env: Record<string, string>,
  apns?: ApnsFake,
): Wallets & { apple(): AppleWallet } {
  const { apple, google } = walletSettings((name) => env[name]);
  const settings = apple();
  if (!settings) throw new Error('The certificates could not be read');
  const at = apns && { pushUrl: apns.url, pushCa: papers.read('server.pem') };
  return { google, apple: () => ({ ...settings, ...at }) };
}

export interface Woken {
  path: string;
  topic: string;
  body: string;
  /** The caller by certificate. Null without one signed by our authority. */
  certificate: string | null;
}

/**
 * Replaces Apple's server: HTTP/2 with certificates on both sides. Records notifications, and answers as the test
 * says.
 */
export class ApnsFake {
  readonly woken: Woken[] = [];
  answers: number[] = [];
  readonly #server: Http2SecureServer;

  constructor(papers: Papers) {
    const [key, cert, ca] = ['server.key', 'server.pem', 'wwdr.pem'].map(papers.read);
    this.#server = createSecureServer({ key, cert, ca, requestCert: true, rejectUnauthorized: true } as object);
    this.#server.on('stream', (stream, headers) => void this.#take(stream, headers));
  }

  async #take(stream: ServerHttp2Stream, headers: Record<string, unknown>): Promise<void> {
    const socket = stream.session?.socket as unknown as { getPeerX509Certificate(): X509Certificate | undefined };
    let body = '';
    for await (const chunk of stream) body += chunk;
    this.woken.push({
      path: String(headers[':path']),
      topic: String(headers['apns-topic']),
      body,
      certificate:
        socket
          .getPeerX509Certificate()
          ?.subject.split('\n')
          .find((line) => line.startsWith('UID=')) ?? null,
    });
    stream.respond({ ':status': this.answers.shift() ?? 200, 'apns-id': 'x' });
    stream.end('{"reason":"x"}');
  }

  listen = () => new Promise<void>((done) => this.#server.listen(0, 'localhost', done));
  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }
  close = () => new Promise<void>((done) => this.#server.close(() => done()));
}

/**
 * The parts of Google's API that we call. Tokens are issued for our key's signature, and requests without one are
 * refused.
 */
export class GoogleFake {
  readonly objects = new Map<string, Record<string, unknown>>();
  readonly classes = new Set<string>();
  calls: string[] = [];
  /** The statuses of the API's next responses. */
  answers: number[] = [];
  readonly #key: string;

  constructor(papers: Papers) {
    this.#key = createPublicKey(papers.read('google.key')).export({ type: 'spki', format: 'pem' }).toString();
  }

  /** Throws unless signed by our key, with RS256. */
  async verify(jwt: string, audience: string): Promise<JWTPayload> {
    if (decodeProtectedHeader(jwt).alg !== 'RS256') throw new Error('Another algorithm');
    return (await jwtVerify(jwt, await importSPKI(this.#key, 'RS256'), { audience, issuer: EMAIL })).payload;
  }

  fetch = (async (address: string, init: RequestInit) => {
    const url = new URL(address);
    if (url.host === 'oauth2.googleapis.com') {
      const { scope } = await this.verify(String((init.body as URLSearchParams).get('assertion')), address);
      return Response.json({ access_token: `for ${scope}` });
    }
    const token = new Headers(init.headers).get('authorization');
    if (token !== 'Bearer for https://www.googleapis.com/auth/wallet_object.issuer')
      return new Response('', { status: 401 });
    const [, , , what = '', id = ''] = url.pathname.split('/').map(decodeURIComponent);
    this.calls.push(`${init.method} ${what}`);
    const status = this.answers.shift() ?? this.#do(init.method ?? '', what, id, JSON.parse(String(init.body)));
    return new Response('{}', { status });
  }) as typeof fetch;

  #do(method: string, what: string, id: string, body: { id: string; classId: string }): number {
    const known = what === 'genericClass' ? this.classes : this.objects;
    if (method === 'PUT' && !known.has(id)) return 404;
    if (method === 'POST' && known.has(body.id)) return 409;
    if (what === 'genericClass') this.classes.add(body.id);
    else if (this.classes.has(body.classId)) this.objects.set(body.id, body);
    else return 400;
    return 200;
  }
}

/** Returns a pass's files, which the zip stores without compression (do-not-zip). */
export function filesOf(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    if (zip.readUInt16LE(at + 8) !== 0) throw new Error('This file is packed');
    const [size, nameLength, extra] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
    const from = at + 30 + nameLength + extra;
    files.set(zip.toString('utf8', at + 30, at + 30 + nameLength), zip.subarray(from, from + size));
    at = from + size;
  }
  return files;
}
