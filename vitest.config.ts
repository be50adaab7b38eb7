import { defineConfig, mergeConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts';
import viteConfig from './vite.config.ts';

keepTemporaryFilesInMemory();

const node = {
  environment: 'node' as const,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      maxWorkers: 2,
      // Each request of an edge function is a line of its log.
      onConsoleLog: (line) => (line.includes('{"level":"info"') ? false : undefined),
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            environment: 'jsdom',
            testTimeout: 30_000,
            include: ['src/**/*.test.{ts,tsx}', 'tests/{catalogue,repository}/*.test.ts'],
            setupFiles: ['tests/support/unit.setup.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            name: 'db',
            include: ['tests/database/**/*.test.ts'],
            globalSetup: ['tests/support/postgres.global.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            name: 'functions',
            include: ['tests/functions/**/*.test.ts'],
            globalSetup: ['tests/support/postgres.global.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            name: 'deployment',
            include: ['tests/deployment/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            name: 'stack',
            include: ['tests/stack/**/*.test.ts'],
            globalSetup: ['tests/support/stack.global.ts'],
          },
        },
      ],
    },
  }),
);
