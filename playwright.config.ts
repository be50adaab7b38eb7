import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './tests/support/browser.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts';

keepTemporaryFilesInMemory();

// The suite runs against a stack of its own, with ports of this run (below those that the system assigns) and data
// that ends with it.
const firstPort = 20_000 + (process.pid % 1200) * 10;
for (const [offset, name] of ['APP_PORT', 'API_PORT', 'DB_PORT', 'INBOX_PORT', 'STRIPE_PORT', 'SMTP_PORT'].entries()) {
  process.env[name] ??= String(firstPort + offset); // workers read this file too, and find it set
}
if (!process.env.TERRITORIO_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'territorio-e2e-'));
  process.env.TERRITORIO_DATA_DIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const baseURL = `http://127.0.0.1:${process.env.APP_PORT}`;
const launchOptions = {
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

// After all journeys, even failed ones, the doctor checks the data that they left in the database. A project's
// teardown runs when everything that depends on it has ended. It doesn't run with a reused stack, while writing a
// test.
const examined = process.env.E2E_REUSE ? {} : { dependencies: ['stack'] };

/**
 * Returns the journeys of a width, without those of the other one and, unless TEST_ALL is set (`npm run test:all`),
 * without those that run only at night in this width or in both.
 */
const journeysOf = (width: string, other: string) => ({
  name: width,
  grepInvert: process.env.TEST_ALL
    ? new RegExp(`@${other}\\b`)
    : new RegExp(`@${other}\\b|@nightly(?:-${width})?(?![\\w-])`),
  ...examined,
});

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // There is one more worker than there are cores, as in vitest.config.ts, because nothing is computed during a
  // quarter of a journey's time.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  // At night, a journey that fails runs once more with a recording. If it then passes, it is reported as flaky,
  // which only CI accepts.
  retries: process.env.TEST_ALL ? 1 : 0,
  failOnFlakyTests: !process.env.CI,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL,
    locale: 'en-US',
    // A worker downloads about 300 files to the phone, so only the journeys about it allow it.
    serviceWorkers: 'block',
    timezoneId: 'America/Guatemala',
    // Recording every journey takes a third of the time.
    trace: process.env.E2E_TRACE ? 'on' : 'on-first-retry',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
  projects: [
    {
      ...journeysOf('desktop', 'phone'),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    // One pixel of the device is one pixel of the page, because there is no graphics card, and painting a Pixel's
    // seven took a sixth of the browser's time.
    { ...journeysOf('phone', 'desktop'), use: { ...devices['Pixel 7'], deviceScaleFactor: 1 } },
    ...(process.env.E2E_REUSE
      ? []
      : [
          { name: 'stack', testMatch: 'doctor/before.ts', teardown: 'doctor' },
          { name: 'doctor', testMatch: 'doctor/after.ts' },
        ]),
  ],
  webServer: {
    command: 'npx tsx scripts/start.ts',
    // The benchmarks' configuration, which is in another folder, starts it too.
    cwd: import.meta.dirname,
    // A start writes the sitemap last. Until then the browser renders the public pages.
    url: `${baseURL}/${process.env.PUBLIC_PAGES === 'off' ? 'manifest.webmanifest' : 'sitemap.xml'}`,
    timeout: 240_000,
    // E2E_REUSE=1 runs against a stack that is already running on these ports, for writing tests.
    reuseExistingServer: Boolean(process.env.E2E_REUSE),
    // Many people sign in here, from one network. Passwords are hashed at bcrypt's lowest cost.
    env: { LITE_AUTH_BCRYPT_COST: '4', AUTH_REQUESTS_PER_NETWORK: '10000' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
});
