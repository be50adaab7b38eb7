import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { flags } from './scripts/build/flags-plugin.ts';
import { hostHeaders } from './scripts/build/headers-plugin.ts';
import { offlinePages } from './scripts/build/service-worker/plugin.ts';
import { productionRouter } from './scripts/production-router-plugin.ts';

export default defineConfig({
  plugins: [
    // Lingui's macros must be expanded before React's transform sees the file. English stays in the bundle (src/lib/i18n/i18n.ts).
    babel({
      plugins: [['@lingui/babel-plugin-lingui-macro', { stripMessageField: false }]],
      parserOpts: { plugins: ['jsx', 'typescript'] },
      include: /src\/.*\.tsx?$/,
    }),
    react(),
    lingui(),
    tailwindcss(),
    flags(),
    hostHeaders(),
    productionRouter(),
    offlinePages(),
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
    // Every browser that runs the app (es2022) knows module preloads.
    modulePreload: { polyfill: false },
  },
  environments: {
    // Not for the rendering at build, which is one program.
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Tens of tiny chunks cost as much as a huge one: what every page needs, and what every page with data needs.
            codeSplitting: {
              groups: [
                {
                  name: 'base',
                  priority: 2,
                  test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@lingui\/(core|react))\/|src\/(lib\/(env|storage|api|kept\/kept|i18n|paths|session-source|snapshot|page-head|theme|use-online|media)|features\/(auth\/(session|session-store|origin|referral))|ui\/(cx|Button|Spinner|Poster|brand|states|Alert|Badge)|app\/navigation|features\/profile\/roles)\.tsx?$|lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|icons\/(sun|moon|wifi-off|menu|arrow-right|bus|ship|ticket|map-pinned)\.)/,
                },
                {
                  name: 'data',
                  priority: 1,
                  test: /node_modules\/@tanstack\/(query-core|react-query)\/|src\/(lib\/(supabase|plain-read|run|query-client)|app\/data|features\/(auth\/(ReferralBanner|referral-link)|territories\/queries))\.tsx?$|lucide-react\/dist\/esm\/icons\/(arrow-left|chevron-right|clock|users)\./,
                },
                // What every page has that lists something, also before it asks a server.
                {
                  name: 'list',
                  priority: 2,
                  test: /src\/(ui\/LoadFailed|lib\/plain-text|features\/(auth\/ReferralNotice|territories\/keys))\.tsx?$|lucide-react\/dist\/esm\/icons\/(hotel|search|rotate-ccw|sparkles)\./,
                },
                // What the pages of one region, experience or service share.
                {
                  name: 'catalogue',
                  priority: 1,
                  test: /src\/(lib\/(dates|money)|features\/(transport\/(kinds|Journey)|reviews\/(Rating|Stars)))\.tsx?$|lucide-react\/dist\/esm\/icons\/(star|car|timer|map-pin|id-card|check)\./,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
});
