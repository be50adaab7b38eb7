import { defineConfig } from 'vitest/config';

/** The tests of the edge functions, against the Postgres that tests/mutation/index.ts has started. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ['tests/functions/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.global.ts'],
  },
  resolve: {
    alias: { '@': new URL('../../src', import.meta.url).pathname, '@tests': new URL('..', import.meta.url).pathname },
  },
});
