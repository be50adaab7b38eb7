import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@territorio/local-server/ports';
import { type Inbox, startInbox } from '@territorio/local-supabase/inbox';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';

interface Mail {
  id: string;
  subject: string;
  from: { address: string; name: string }[];
  to: { address: string }[];
  html?: string;
  text?: string;
  headers: Record<string, string>;
  attachments?: { fileName: string; contentType: string; generatedFileName: string; length: number }[] | null;
}

const dataDir = mkdtempSync(join(tmpdir(), 'inbox-test-'));
let webPort = 0;
let smtpPort = 0;
let inbox: Inbox;

const mails = async (subject: string) => {
  const response = await fetch(`${inbox.url}/email?subject=${encodeURIComponent(subject)}`);
  return (await response.json()) as Mail[];
};
const email = (subject: string, extra: object = {}) => ({
  from: 'Correo <hola@example.test>',
  to: ['ana@example.test'],
  subject,
  html: '<p>Buenas, <b>Ana</b></p>',
  text: 'Buenas, Ana',
  ...extra,
});
async function send(body: unknown, headers: Record<string, string> = { authorization: 'Bearer re_test' }) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(`${inbox.url}/emails`, {
    ...init,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

beforeAll(async () => {
  [webPort = 0, smtpPort = 0] = await freePorts(2);
  inbox = await startInbox({ webPort, smtpPort, dataDir });
});
afterAll(async () => {
  await inbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("Resend's POST /emails", () => {
  test('puts an email with its attachment and headers into the mailbox', async () => {
    const ticket = Buffer.from('%PDF-1.7 ticket \u0000\u00ff', 'latin1');
    const { status, body } = await send(
      email('Your booking', {
        headers: { 'X-Booking': 'b1' },
        attachments: [{ filename: 'ticket.pdf', content: ticket.toString('base64'), content_type: 'application/pdf' }],
      }),
    );
    expect([status, body]).toEqual([200, { id: expect.any(String) }]);
    await expect.poll(async () => (await mails('Your booking')).length).toBe(1);
    const [mail] = await mails('Your booking');
    expect(mail).toMatchObject({
      from: [{ address: 'hola@example.test', name: 'Correo' }],
      to: [{ address: 'ana@example.test' }],
      html: '<p>Buenas, <b>Ana</b></p>',
      headers: { 'x-booking': 'b1' },
      attachments: [{ fileName: 'ticket.pdf', contentType: 'application/pdf' }],
    });
    expect(mail?.text?.trim()).toBe('Buenas, Ana');
    const file = await fetch(`${inbox.url}/email/${mail?.id}/attachment/${mail?.attachments?.[0]?.generatedFileName}`);
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), ticket)).toBe(0);
  });

  test('sends once under one Idempotency-Key', async () => {
    const headers = { authorization: 'Bearer re_test', 'idempotency-key': 'booking:1' };
    const answers = await Promise.all([1, 2, 3].map(() => send(email('Once'), headers)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await send(email('Another'), headers)).status).toBe(409);
    await expect.poll(async () => (await mails('Once')).length).toBe(1);
    expect(await mails('Another')).toEqual([]);
  });

  test.each([
    ['no key', email('x'), {}, 401],
    ['no recipient', { ...email('x'), to: [] }, undefined, 422],
    ['no content', { from: 'a@example.test', to: 'b@example.test', subject: 'x' }, undefined, 422],
    ['no JSON', '{', undefined, 422],
  ])('refuses an email with %s', async (_what, body, headers, status) => {
    const answer = await send(body, headers as Record<string, string> | undefined);
    expect([answer.status, answer.body.statusCode]).toEqual([status, status]);
    expect(await mails('x')).toEqual([]);
  });
});

test('accepts emails over SMTP', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  await transport.sendMail({
    from: 'auth@example.test',
    to: 'eva@example.test',
    subject: 'Over SMTP',
    text: 'hola',
  });
  transport.close();
  await expect.poll(async () => (await mails('Over SMTP')).length).toBe(1);
});

test('shows its page, and reports new emails to it over a web socket', async () => {
  const page = await fetch(`${inbox.url}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  expect(html).toContain('MailDev');
  const assets = [...html.matchAll(/(?:src|href)="([^":]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  expect(assets.length).toBeGreaterThan(0);
  for (const asset of assets) expect((await fetch(new URL(asset, `${inbox.url}/`))).status).toBe(200);

  const socket = new WebSocket(`ws://127.0.0.1:${webPort}/socket.io/?EIO=4&transport=websocket`);
  const heard: string[] = [];
  socket.on('message', (data) => {
    const text = data.toString();
    heard.push(text);
    if (text.startsWith('0')) socket.send('40'); // socket.io: opened, join the default room
  });
  await expect.poll(() => heard.some((text) => text.startsWith('40'))).toBe(true);
  await send(email('Live'));
  await expect
    .poll(() => heard.some((text) => text.startsWith('42') && text.includes('newMail') && text.includes('Live')))
    .toBe(true);
  socket.terminate();
});

test('keeps its emails, in order, after a restart', async () => {
  for (let n = 0; n < 5; n += 1) {
    await send(email(`Kept ${n}`));
    await delay(10); // a file system's clock has a resolution of some milliseconds
  }
  await expect.poll(async () => (await mails('Kept 4')).length).toBe(1);
  await inbox.stop();
  await expect(fetch(`${inbox.url}/email`)).rejects.toThrow();
  inbox = await startInbox({ webPort, smtpPort, dataDir });
  const kept = (await (await fetch(`${inbox.url}/email`)).json()) as Mail[];
  const subjects = kept.map(({ subject }) => subject).filter((subject) => subject.startsWith('Kept'));
  expect(subjects).toEqual(['Kept 0', 'Kept 1', 'Kept 2', 'Kept 3', 'Kept 4']);
  expect(kept.find(({ subject }) => subject === 'Your booking')?.attachments).toHaveLength(1);
});

test('reports a used port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  const [free = 0] = await freePorts(1);
  await expect(startInbox({ webPort: free, smtpPort: taken })).rejects.toThrow(
    `${taken} for the mail server is in use`,
  );
  await expect(startInbox({ webPort: taken, smtpPort: free })).rejects.toThrow(`port ${taken} is in use`);
  other.close();
});
