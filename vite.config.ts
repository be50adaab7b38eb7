import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bootScriptInPage } from './scripts/build/boot-script-plugin.ts';
import { flags } from './scripts/build/flags-plugin.ts';

/**
 * React Router's package names its development build with all its warnings under every condition (7.18.5), so a
 * build takes the production one beside it.
 */
function productionRouter(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('react-router/package.json')), 'dist/production');
  const alias = [
    { find: /^react-router$/, replacement: join(folder, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(folder, 'dom-export.mjs') },
  ];
  return { name: 'production-router', apply: 'build', config: () => ({ resolve: { alias } }) };
}

const linguiMacro = defineRolldownBabelPreset({
  preset: () => ({ plugins: [['@lingui/babel-plugin-lingui-macro', { stripMessageField: false }]] }),
  rolldown: { filter: { id: /src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ } },
});

export default defineConfig(({ command }) => ({
  plugins: [
    // Lingui's macros must be expanded before React's transform sees the file. English stays in the bundle
    // (src/lib/i18n/i18n.ts). A build has no source maps.
    babel({ presets: [linguiMacro], parserOpts: { plugins: ['jsx', 'typescript'] }, sourceMap: command === 'serve' }),
    react(),
    lingui(),
    tailwindcss(),
    flags(),
    bootScriptInPage(),
    productionRouter(),
  ],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '@tests': fileURLToPath(new URL('./tests', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 2048,
    // Every browser that runs the app (es2022) supports module preloads.
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1' },
}));
