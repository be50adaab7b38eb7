import { defineConfig } from '@playwright/test';
import base from '../../../playwright.config.ts';

// The configuration of benchmarks that take minutes, which are separate from the journeys: `npx playwright test
// --config tests/bench/dock`.
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  retries: 0,
  reporter: 'list',
  // The phones go offline and reload, so the service worker is needed.
  use: { ...base.use, serviceWorkers: 'allow' },
  projects: (base.projects ?? [])
    .filter(({ name }) => name === 'phone')
    .map((phone) => ({ ...phone, dependencies: [] })),
});
