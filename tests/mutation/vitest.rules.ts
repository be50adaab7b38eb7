import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';

/** The tests of the pure rules in src; those that draw a component say nothing more about them and take most of the time. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: { environment: 'jsdom', include: ['src/**/*.test.ts'], setupFiles: ['tests/support/unit.setup.ts'] },
  }),
);
