import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP, chunksOf, MANIFEST, moduleOf } from '../../scripts/build/files.ts';
import { buildApp, renderOptions } from '../../supabase/local/app/build.ts';
import { PACKED } from '../../supabase/local/app/packing.ts';
import { readConfig } from '../../supabase/local/config.ts';
import { PUBLIC_PAGES } from '../bench/page-budgets.ts';

const root = mkdtempSync(join(tmpdir(), 'territorio-weight-'));
let dist = '';
let manifest: Manifest = {};

// The build of `npm start` and the journeys.
beforeAll(async () => {
  const config = readConfig({ TERRITORIO_DATA_DIR: root });
  dist = await buildApp(config);
  manifest = JSON.parse(readFileSync(join(renderOptions(config).renderer, MANIFEST), 'utf8')) as Manifest;
}, 240_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the size that the build has compressed it to. */
const packedSize = (file: string) => statSync(join(dist, file + PACKED)).size;

/** Returns the scripts of the page's HTML before the first tap: starter, app, page. */
const scriptsOf = (page: string) => [
  ...new Set(['index.html', APP, moduleOf({ page })].flatMap((module) => [...chunksOf(manifest, module)])),
];

it.each(Object.entries(PUBLIC_PAGES))('%s loads no more scripts than its budget', (_, { page, budget }) => {
  expect(manifest[moduleOf({ page })]).toBeDefined();
  const scripts = scriptsOf(page);
  const sizes = scripts.map((file) => `${file} ${packedSize(file)}`);
  const js = scripts.reduce((sum, file) => sum + packedSize(file), 0);
  expect(js, sizes.join(', ')).toBeLessThanOrEqual(budget.js);
  expect(scripts.length, sizes.join(', ')).toBeLessThanOrEqual(budget.scripts);
});

it('no page loads the code of requests, forms, dialogs, charts or phone numbers before it is used', () => {
  const later = [
    'src/lib/api/client.ts',
    'src/lib/api/to-app-error.ts',
    'src/features/booking/checkout/Checkout.tsx',
    'src/ui/form/PhoneInput.tsx',
    'src/ui/feedback/toaster.tsx',
  ];
  const files = later.map((module) => `/${manifest[module]?.file}`);
  expect(files).not.toContain('/undefined');
  for (const { page } of Object.values(PUBLIC_PAGES)) {
    const scripts = scriptsOf(page);
    expect(scripts.filter((file) => files.includes(file))).toEqual([]);
  }
});
