import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import viteConfig from '../../vite.config.ts';
import { TAGS } from '../support/tags.ts';

const suites = (process.env.MUTANT_SUITES ?? '').split(',');
const place = ({ moduleId }: TestSpecification) => suites.findIndex((suite) => moduleId.includes(suite));

/** Keeps the order of the mutant's list: the fastest tests come first, and end the run. */
class InTheirOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => place(a) - place(b));
  }
}

/** The tests of the database, against a Postgres and a template that tests/mutation/sql.ts has made. */
export default mergeConfig(
  viteConfig({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      environment: 'node',
      tags: TAGS,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // Same as in `npm test`: a worker loads each module once.
      isolate: false,
      restoreMocks: true,
      maxWorkers: 1,
      bail: 1,
      include: ['tests/database/**/*.test.ts'],
      globalSetup: ['tests/support/postgres.global.ts'],
      setupFiles: ['tests/support/drop-databases.setup.ts'],
      sequence: { sequencer: InTheirOrder },
    },
  }),
);
