import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { denoBinary } from '@territorio/local-supabase/functions/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApnsFake, filesOf, PASS_TYPE, Papers } from './wallet-support.ts';

// The other tests run in Node. Signing and HTTP/2 are different in Deno, on which the functions run.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let papers: Papers;
let apns: ApnsFake;
beforeAll(async () => {
  papers = new Papers();
  apns = new ApnsFake(papers);
  await apns.listen();
});
afterAll(async () => {
  await apns.close();
  papers.remove();
});

const PASS = {
  serial: '0e0a6f8e-6a6d-4d4e-9b3e-0f6a0c8b1a11',
  language: { locale: 'en-US' },
  state: 'valid',
  description: 'Ticket',
  title: 'Castle',
  territory: 'Río Dulce',
  facts: [{ key: 'date', label: 'Date', value: 'Tomorrow' }],
  qr: 'https://app.test/check-in/x#1',
  startsAt: null,
  expiresAt: null,
  bookings: { label: 'My Bookings', url: 'https://app.test/bookings' },
};

test('signs a pass, notifies a device, and signs a link for Google on Deno with its import map', async () => {
  const shared = `file://${ROOT}supabase/functions/_shared/wallet`;
  writeFileSync(
    papers.path('main.ts'),
    `import { readFileSync, writeFileSync } from 'node:fs';
    import { applePass } from '${shared}/apple-pass.ts';
    import { wakeDevice } from '${shared}/apns.ts';
    import { saveLink } from '${shared}/google.ts';
    import { walletSettings } from '${shared}/settings.ts';
    const wallets = walletSettings((name) => Deno.env.get(name));
    const apple = { ...wallets.apple(), pushUrl: '${apns.url}', pushCa: readFileSync('server.pem', 'utf8') };
    writeFileSync('deno.pkpass', await applePass(${JSON.stringify(PASS)}, apple, 'https://functions.test/apple-wallet'));
    const status = await wakeDevice(apple, 'ab'.repeat(32));
    console.log(JSON.stringify({ status, link: await saveLink(wallets.google(), '${PASS.serial}', 'https://app.test') }));`,
  );
  apns.answers = [410];
  const flags = ['--no-prompt', '--no-lock', '--no-remote', '--no-check', '--node-modules-dir=manual'];
  const config = `--config=${ROOT}supabase/functions/deno.json`;
  const { stdout } = await promisify(execFile)(denoBinary(), ['run', '--allow-all', ...flags, config, 'main.ts'], {
    cwd: papers.folder,
    env: { ...papers.env(), DENO_DIR: `${ROOT}node_modules/.cache/deno`, NO_COLOR: '1', PATH: process.env.PATH ?? '' },
  });
  const said = JSON.parse(stdout) as { status: number; link: string };
  expect(said.status).toBe(410);
  expect(apns.woken).toMatchObject([{ topic: PASS_TYPE, certificate: `UID=${PASS_TYPE}` }]);
  expect(said.link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  const files = filesOf(papers.bytes('deno.pkpass'));
  for (const name of ['manifest.json', 'signature']) writeFileSync(papers.path(name), files.get(name) ?? '');
  const content = ['-content', 'manifest.json', '-CAfile', 'wwdr.pem', '-purpose', 'any'];
  expect(papers.openssl('smime', '-verify', '-inform', 'DER', '-in', 'signature', ...content)).toContain('pass.json');
});
