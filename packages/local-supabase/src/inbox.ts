import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  close,
  createLocalServer,
  forward,
  forwardUpgrade,
  listen,
  readBody,
  sendJson,
} from '@territorio/local-server/http';
import { assertPortFree, freePorts } from '@territorio/local-server/ports';
import { createResend } from './inbox/resend.ts';
import { PORT_VARIABLES } from './settings.ts';

export interface InboxOptions {
  webPort: number;
  smtpPort: number;
  /** The folder for emails. Without it they are lost when the inbox stops. */
  dataDir?: string;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
}

export interface Inbox {
  url: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/**
 * Starts the mailbox for all emails of the local stack, with SMTP on one port, and on the other maildev's web page
 * (`/`), its REST API (`/email`), and Resend's `POST /emails` for the edge functions. All are on loopback.
 */
export async function startInbox({ webPort, smtpPort, dataDir, hosts }: InboxOptions): Promise<Inbox> {
  await assertPortFree(smtpPort, 'the mail server', PORT_VARIABLES.smtp);
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'inbox-'));
  mkdirSync(folder, { recursive: true });
  const [mailboxPort = 0] = await freePorts(1);
  const resend = createResend(smtpPort);
  const secret = randomUUID();
  const known = { 'x-mailbox-secret': secret };
  const server = createLocalServer({
    hosts,
    onRequest: (req, res) => void answer(req, res),
    onUpgrade: (req, socket, head) => forwardUpgrade(req, socket, head, mailboxPort, known),
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'POST' || req.url?.split('?')[0] !== '/emails') {
      const missing = () => sendJson(res, 502, { message: 'The mailbox is not running.' });
      return forward(req, res, mailboxPort, missing, known);
    }
    try {
      const { status, body } = await resend.send(req.headers, (await readBody(req)).toString('utf8'));
      sendJson(res, status, body);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The e-mail was not delivered.';
      sendJson(res, 500, { statusCode: 500, name: 'application_error', message });
    }
  }

  let mailbox: ChildProcess | undefined;
  const stop = async () => {
    resend.close();
    await close(server);
    if (mailbox) await end(mailbox);
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await listen(server, webPort, 'Inbox');
    mailbox = await startMailbox({ folder, smtpPort, webPort: mailboxPort, secret });
    return { url: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMailbox(options: {
  folder: string;
  smtpPort: number;
  webPort: number;
  secret: string;
}): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./inbox/mailbox.mjs', import.meta.url));
  const child = fork(script, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let problem = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    problem = (problem + chunk.toString()).slice(-2000);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Inbox: the mailbox did not start in time.')), READY_WITHIN_MS);
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`Inbox: the mailbox ended with ${code}. ${problem}`)));
      child.once('message', () => clearTimeout(timer));
      child.once('exit', () => clearTimeout(timer));
      child.send(options);
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
  await exited;
  clearTimeout(timer);
}
