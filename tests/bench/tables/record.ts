import type { Browser, Page, Request } from '@playwright/test';
import type { LoadedSite } from '../manage/loaded-site.ts';
import { watchTraffic } from '../traffic.ts';
import type { Screen } from './screens.ts';

/** A request as the app made it. */
export interface Asked {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  /** The number of rows in the response. 1 if it isn't a list. */
  rows: number;
  /** Whether it was sent before any input. */
  first: boolean;
}

const ANSWER_MS = 60_000;
const KEPT = ['apikey', 'authorization', 'content-type', 'prefer', 'accept'];
/** Requests of every page of a signed-in user. */
const FRAME = /\/(profiles|notifications|role_grants)\?|rpc\/(unread|my_)/;

/** Opens the screens one after the other and returns each one's API requests. */
export async function recordScreens(
  site: LoadedSite,
  browser: Browser,
  screens: readonly Screen[],
): Promise<Map<Screen, Asked[]>> {
  const recorded = new Map<Screen, Asked[]>();
  const pages = new Map<string, Page>();
  try {
    for (const screen of screens) {
      const page = pages.get(screen.worker) ?? (await site.open(browser, screen.worker));
      pages.set(screen.worker, page);
      recorded.set(screen, await record(site, page, screen));
    }
  } finally {
    for (const page of pages.values()) await page.context().close();
  }
  return recorded;
}

async function record(site: LoadedSite, page: Page, { name, path, table }: Screen): Promise<Asked[]> {
  const asked: Promise<Asked>[] = [];
  let touched = false;
  const keep = (request: Request) => {
    if (request.url().includes('/rest/v1/') && request.method() !== 'HEAD') asked.push(read(site, request, !touched));
  };
  page.on('requestfinished', keep);
  const traffic = watchTraffic(page);
  const answer = page
    .waitForResponse((response) => table.test(response.url()), { timeout: ANSWER_MS })
    .catch(() => Promise.reject(new Error(`"${name}" did not ask for its rows.`)));
  try {
    // On a busy machine, a page is idle for a while before it requests them.
    await Promise.all([answer, page.goto(site.app + path)]);
    await traffic.quiet();
    touched = true;
    // Sums below the fold are requested when scrolled near.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    await traffic.quiet();
  } finally {
    page.off('requestfinished', keep);
    traffic.stop();
  }
  const all = await Promise.all(asked);
  // A page that has just received an event reloads.
  const once = firstOf(all, (one) => `${one.method} ${one.path} ${one.body}`);
  const own = once.filter((one) => table.test(one.path) || !FRAME.test(one.path));
  const rows = own.filter((one) => one.first && table.test(one.path));
  if (rows.every((one) => one.rows === 0))
    throw new Error(
      `"${name}" showed no row: ${all.map((one) => `${one.path} ${one.rows}`).join(', ') || 'nothing was asked'}.`,
    );
  return own;
}

/** Returns the first query of each key, in the order of the requests. */
export function firstOf(asked: readonly Asked[], keyOf: (one: Asked) => string): Asked[] {
  const seen = new Set<string>();
  return asked.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}

async function read(site: LoadedSite, request: Request, first: boolean): Promise<Asked> {
  const response = await request.response();
  if (!response?.ok()) throw new Error(`${request.url()} was answered with ${response?.status()}.`);
  const answer: unknown = await response.json().catch(() => null);
  const headers = Object.entries(await request.allHeaders()).filter(([header]) => KEPT.includes(header));
  return {
    path: request.url().slice(site.app.length),
    method: request.method(),
    headers: Object.fromEntries(headers),
    body: request.postData(),
    rows: Array.isArray(answer) ? answer.length : 1,
    first,
  };
}

/** Repeats the request outside the browser and reads the answer. */
export async function askAgain(site: LoadedSite, { path, method, headers, body }: Asked): Promise<void> {
  const response = await fetch(site.api + path, { method, headers, body });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  await response.json();
}
