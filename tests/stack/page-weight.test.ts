import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP, BOOKING_FORM, chunksOf, MANIFEST, moduleOf, SHELL } from '../../scripts/build/files.ts';
import { PAGE_FILES_ID, type PageFiles } from '../../src/lib/routing/page-files.ts';
import { buildApp, renderOptions } from '../../supabase/local/app/build.ts';
import { PACKED } from '../../supabase/local/app/packing.ts';
import { readConfig } from '../../supabase/local/config.ts';
import { FORM_BUDGET, PUBLIC_PAGES, SIGNED_IN_BUDGET, WORK_BUDGETS } from '../bench/page-budgets.ts';

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

const filesOf = (modules: readonly string[]) => [
  ...new Set(modules.flatMap((module) => [...chunksOf(manifest, module)])),
];

/** The pages without a signal that a person uses, as the service worker notes them (worker.js). */
const PEOPLE: Record<string, readonly string[]> = {
  "a guest: bookings, tickets, receipts, also by a ticket's link": ['/bookings', '/dock-ticket', '/passenger-ticket'],
  'a driver: the day, selling, cash book, check-in': ['/bookings', '/driver-dashboard'],
  'a guide: the same': ['/bookings', '/guide-dashboard'],
  'a shuttle manager: the same, the manifest': ['/bookings', '/shuttle-manager-dashboard'],
  'the desk of a territory: its bookings, selling, cash book, check-in': ['/bookings', '/territory-bookings'],
};

/** Returns the files that the service worker keeps for these pages, without the QR code reader. */
function keptFiles(used: readonly string[]): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const read = (name: string) => JSON.parse(new RegExp(`^const ${name} = (.*);$`, 'm').exec(worker)?.[1] ?? '[]');
  const pages: [string, string][] = read('PAGES');
  const files: [string, number[]?][] = read('FILES');
  return files
    .filter(([file, of]) => !file.endsWith('.wasm') && (!of || of.some((n) => used.includes(pages[n]?.[0] ?? ''))))
    .map(([file]) => file);
}

/** Returns the size of a file as it is sent. */
const sentSize = (file: string) =>
  statSync(join(dist, existsSync(join(dist, file + PACKED)) ? file + PACKED : file)).size;

/** Returns the scripts of the page's HTML before the first tap: starter, app, page. */
const scriptsOf = (page: string) => filesOf(['index.html', APP, moduleOf({ page })]);

function expectWithin(scripts: readonly string[], budget: { js: number; scripts: number }) {
  const sizes = scripts.map((file) => `${file} ${packedSize(file)}`);
  const js = scripts.reduce((sum, file) => sum + packedSize(file), 0);
  expect(js, sizes.join(', ')).toBeLessThanOrEqual(budget.js);
  expect(scripts.length, sizes.join(', ')).toBeLessThanOrEqual(budget.scripts);
}

it.each(Object.entries(PUBLIC_PAGES))('%s loads no more scripts than its budget', (_, { page, budget }) => {
  expect(manifest[moduleOf({ page })]).toBeDefined();
  expectWithin(scriptsOf(page), budget);
});

it.each(Object.entries(WORK_BUDGETS))('%s loads no more scripts than its budget', (page, budget) => {
  expect(manifest[moduleOf({ page })]).toBeDefined();
  expectWithin(scriptsOf(page), budget);
});

it('the session and header of a signed-in person load no more scripts than their budget', () => {
  const parts = [
    'src/lib/api/client.ts',
    'src/lib/api/database.ts',
    'src/app/layout/FittingLinks.tsx',
    'src/app/layout/HeaderPanels.tsx',
    'src/app/layout/ProfileMenu.tsx',
  ];
  expect(parts.filter((part) => !manifest[part])).toEqual([]);
  const app = filesOf(['index.html', APP]);
  expectWithin(
    filesOf(parts).filter((file) => !app.includes(file)),
    SIGNED_IN_BUDGET,
  );
});

it('a link to a booking form loads no more scripts than its budget', () => {
  const missing = BOOKING_FORM.filter((module) => !manifest[module]);
  expect(missing).toEqual([]);
  const scripts = filesOf(['index.html', APP, moduleOf({ page: 'experience' }), ...BOOKING_FORM]);
  expectWithin(scripts, FORM_BUDGET);
  // These are loaded later: sign-in, live data and files; the texts of refusals; the calendar; payment and ticket;
  // passports.
  for (const later of [
    'src/lib/api/to-app-error.ts',
    'src/lib/api/client.ts',
    'src/ui/form/PhoneInput.tsx',
    'src/features/booking/checkout/form/CalendarPopover.tsx',
    'src/features/booking/checkout/LaterSteps.tsx',
    'src/features/booking/checkout/form/passport/PassportField.tsx',
  ]) {
    expect(manifest[later], later).toBeDefined();
    expect(scripts).not.toContain(`/${manifest[later]?.file}`);
  }
});

it('names the code of pages for a weak signal in the HTML without content, so that it loads together with the app', () => {
  const html = readFileSync(join(dist, SHELL), 'utf8');
  const list = JSON.parse(new RegExp(`id="${PAGE_FILES_ID}">(.*?)</script>`, 's').exec(html)?.[1] ?? '{}') as PageFiles;
  const app = filesOf(['index.html', APP]);
  for (const [path, page] of [
    ['/bookings', 'bookings'],
    ['/es/guide-dashboard', 'guide-dashboard'],
    ['/bookings/experience/1/ticket', 'ticket'],
  ] as const) {
    const named = list.pages.filter(([address]) => new RegExp(address).test(path)).flatMap(([, files]) => files);
    const files = named.map((number) => list.files[number]);
    expect(files).toEqual(expect.arrayContaining(scriptsOf(page).filter((file) => !app.includes(file))));
    // The profile is requested first.
    expect(files).toContain(`/${manifest['src/lib/api/database.ts']?.file}`);
    expect(files.filter((file) => app.includes(file ?? ''))).toEqual([]);
  }
});

it('keeps a dialog that loads when opened on the phone, for each page that opens without a signal', () => {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  for (const dialog of ['src/ui/overlay/ConfirmQuestion.tsx', 'src/features/booking/tickets/cancel/CancelDialog.tsx']) {
    const file = manifest[dialog]?.file;
    expect(file, dialog).toBeDefined();
    expect(worker).toContain(`/${file}`);
    for (const page of Object.keys(WORK_BUDGETS)) expect(scriptsOf(page)).not.toContain(`/${file}`);
  }
});

it.each(Object.entries(PEOPLE))('docs/operations.md says what a phone keeps for %s', (person, used) => {
  const files = keptFiles(used);
  const size = Math.round(files.reduce((sum, file) => sum + sentSize(file), 0) / 1000);
  const row = `| ${person} | ${files.length} | ${size} |`;
  const table = readFileSync('docs/operations.md', 'utf8');
  const [, count, kept] =
    table
      .split('\n')
      .map((line) => line.split(' | '))
      .find(([name]) => name === `| ${person}`) ?? [];
  // A tenth more or less needs no new table.
  const within = (written: string | undefined, now: number) =>
    Math.abs(Number.parseInt(written ?? '0', 10) - now) <= now / 10;
  expect(within(count, files.length) && within(kept, size), `The row is now: ${row}`).toBe(true);
});

it('no page loads the code of requests, forms, dialogs, charts or phone numbers before it is used', () => {
  const later = [
    'src/lib/api/client.ts',
    'src/lib/api/database.ts',
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
