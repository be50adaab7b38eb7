import { readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';

const stryker = JSON.parse(readFileSync(new URL('stryker.rules.json', import.meta.url), 'utf8')) as {
  mutate: string[];
};

/** The tests next to each rule must detect it. Those of pages that use the rule would take most of the time. */
const tests = stryker.mutate.map((file) => file.replace(/\.ts$/, '.test.ts'));
const IN_A_BROWSER = ['src/lib/api/errors.test.ts', 'src/lib/format/csv.test.ts'];

export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'plain',
            environment: 'node',
            include: tests,
            exclude: IN_A_BROWSER,
            setupFiles: ['src/lib/i18n/i18n.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            environment: 'jsdom',
            include: IN_A_BROWSER,
            setupFiles: ['tests/support/unit.setup.ts'],
          },
        },
      ],
    },
  }),
);
