import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import { singleIcons } from './tests/support/single-icons.ts';
import { TAGS } from './tests/support/tags.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts';
import viteConfig from './vite.config.ts';

keepTemporaryFilesInMemory();

const inPackages = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

const node = {
  environment: 'node' as const,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};

/**
 * A worker loads each module once. The databases that a file has used are dropped at its end, so that each file
 * starts with new tables.
 */
const inOneProcess = {
  isolate: false,
  restoreMocks: true,
  setupFiles: ['tests/support/drop-databases.setup.ts'],
};

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      // There is one more worker than there are cores, because tests wait now and then for a timer or for Postgres.
      maxWorkers: availableParallelism() + 1,
      tags: TAGS,
      // Each request of an edge function is a line of its log.
      onConsoleLog: (line) => (line.includes('{"level":"info"') ? false : undefined),
      projects: [
        {
          extends: true,
          plugins: [singleIcons()],
          // Nothing is served to a browser, so files that one would load aren't searched for.
          environments: { __vitest_vm__: { optimizeDeps: { noDiscovery: true } } },
          test: {
            name: 'unit',
            environment: 'jsdom',
            // Each file gets its own context in a shared process, which takes a third of the time.
            pool: 'vmThreads',
            // Their CommonJS entries require ES modules, which such a context can't load.
            alias: [
              { find: /^react-router-dom$/, replacement: inPackages('react-router-dom/dist/index.mjs') },
              { find: /^recharts$/, replacement: inPackages('recharts/es6/index.js') },
            ],
            server: { deps: { inline: ['recharts'] } },
            testTimeout: 30_000,
            include: ['{src,packages/*/src}/**/*.test.{ts,tsx}', 'tests/{catalogue,repository}/*.test.ts'],
            setupFiles: ['tests/support/unit.setup.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            ...inOneProcess,
            name: 'db',
            include: ['tests/database/**/*.test.ts'],
            globalSetup: ['tests/support/postgres.global.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...node,
            ...inOneProcess,
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
            globalSetup: ['tests/support/postgres.global.ts'],
          },
        },
        { extends: true, test: { ...node, name: 'packages', include: ['packages/*/tests/**/*.test.ts'] } },
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
