import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { close, listen, readBody } from '@territorio/local-server/http';
import { Browser } from '../../functions/push-browser.ts';
import type { Stops } from '../stops.ts';
import { Rng } from './rng.ts';

/** How often a push service is busy. */
const BUSY = 0.1;

/**
 * Phones and their push services: the browsers' (Web Push) and Apple's (changed passes). They record what they
 * accepted.
 */
export class Phones {
  /** The address of the browsers' push service. */
  pushUrl = '';
  /** The address of Apple's push service: HTTP/2 without TLS. */
  appleUrl = '';
  /** The subscription and tag of each accepted push. */
  readonly rung: { device: string; tag: string }[] = [];
  /** The push token of each notification to a device with a pass. */
  readonly woken: string[] = [];
  private readonly browsers = new Map<string, Browser>();
  private readonly rng: Rng;

  private constructor(seed: number) {
    this.rng = new Rng(seed);
  }

  static async start(seed: number, stops: Stops): Promise<Phones> {
    const phones = new Phones(seed);
    const push = createServer((req, res) => void phones.ring(req, res).catch(() => res.destroy()));
    phones.pushUrl = `http://127.0.0.1:${await listen(push, 0, 'Push service')}`;
    await stops.keep(() => close(push));
    const apple = createHttp2Server();
    const sessions = new Set<ServerHttp2Session>();
    apple.on('session', (session) => {
      sessions.add(session);
      session.on('error', () => undefined); // the caller may already be dead
      session.on('close', () => sessions.delete(session));
    });
    apple.on('stream', (stream, headers) => phones.wake(stream, String(headers[':path'])));
    await new Promise<void>((done) => apple.listen(0, '127.0.0.1', done));
    phones.appleUrl = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`;
    await stops.keep(async () => {
      for (const session of sessions) session.destroy();
      await new Promise<void>((done) => apple.close(() => done()));
    });
    return phones;
  }

  /** Returns the push subscription of a browser that allowed pushes. */
  newBrowser(device: string): { endpoint: string; p256dh: string; auth: string } {
    const browser = new Browser();
    this.browsers.set(device, browser);
    return {
      endpoint: `${this.pushUrl}/${device}`,
      p256dh: browser.publicKey.toString('base64url'),
      auth: browser.auth.toString('base64url'),
    };
  }

  private async ring(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const device = (req.url ?? '').slice(1);
    const browser = this.browsers.get(device);
    const body = await readBody(req, 8192);
    if (!browser) return void res.writeHead(410).end();
    if (this.rng.chance(BUSY)) return void res.writeHead(503).end();
    const { tag } = JSON.parse(browser.open(body)) as { tag: string };
    this.rung.push({ device, tag });
    res.writeHead(201).end();
  }

  private wake(stream: ServerHttp2Stream, path: string): void {
    stream.on('error', () => undefined);
    stream.resume().on('end', () => {
      const status = this.rng.chance(BUSY) ? 503 : 200;
      if (status === 200) this.woken.push(path.replace('/3/device/', ''));
      stream.respond({ ':status': status });
      stream.end();
    });
  }
}
