import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';
import { TAGS } from '../support/tags.ts';

/** The tests of the edge functions, against the Postgres that tests/mutation/index.ts has started. */
export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      environment: 'node',
      tags: TAGS,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      include: ['tests/functions/**/*.test.ts'],
      globalSetup: ['tests/support/postgres.global.ts'],
      setupFiles: ['tests/support/drop-databases.setup.ts'],
    },
  }),
);
