import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type Person, sql } from '../../e2e/support/fixtures.ts';
import { keptDay, wakeForSync, workers } from '../../e2e/support/signal.ts';
import { signedIn } from '../../e2e/support/steps.ts';
import { test } from '../../e2e/support/test.ts';
import { createRng } from '../../support/rng.ts';
import { giveBadLine, type LineLog } from './bad-line.ts';
import { expectAllIn, type Guest, newFullDay, openScanner, ticketOf } from './guests.ts';
import { waitingOn } from './queue.ts';

const RUNS = Number(process.env.DOCK_RUNS ?? 20);
const GUESTS = Number(process.env.GUESTS ?? 60);
/** The share of a phone's guests that are checked in offline. */
const OFFLINE = 0.2;
/** How many times a phone's browser is killed. */
const KILLED = 2;
/**
 * After this share of the guests, the browser detects a connection and starts the service worker, which sends the
 * queue in parallel to the page.
 */
const WOKEN = 0.15;
/** The share of guests who show their ticket at both phones. */
const TWICE = 0.2;

/** Types like a handheld scanner. */
const scan = (page: Page, text: string) =>
  page.evaluate((typed) => {
    for (const key of [...typed, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, text);

/**
 * Records each result shown by the phone, because a valid one is shown for a second, which a busy machine may miss.
 */
const noteResults = (page: Page) =>
  page.context().addInitScript(() => {
    const results: string[] = [];
    let shown = '';
    new MutationObserver(() => {
      const now = document.querySelector('[role=dialog] h1')?.textContent ?? '';
      if (now !== shown && now !== '') results.push(now);
      shown = now;
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { results });
  });

const results = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { results: string[] }).results);

interface Phone {
  page: Page;
  address: string;
  random: () => number;
  /** The guests that the phone showed as checked in, and for how much cash. */
  letIn: Map<string, number>;
  line: LineLog;
}

async function newPhone(
  browser: Browser,
  person: Person,
  address: string,
  random: () => number,
  withoutKeys: boolean,
): Promise<Phone> {
  const page = await signedIn(browser, person);
  const line = await giveBadLine(page, random, withoutKeys);
  await noteResults(page);
  await openScanner(page, address);
  await expect.poll(() => workers(page)).toEqual(['/ activated']);
  await expect.poll(() => keptDay(page, person)).toContain('Anna Keller');
  return { page, address, random, letIn: new Map(), line };
}

async function kill(phone: Phone): Promise<void> {
  const context = phone.page.context();
  await phone.page.close();
  // No page is open.
  await wakeForSync(context, 'dock-queue');
  await reopen(phone, context);
}

async function reopen(phone: Phone, context: BrowserContext): Promise<void> {
  phone.page = await context.newPage();
  await openScanner(phone.page, phone.address);
}

/** Serves one guest at one phone, until the phone shows a result. */
async function meet(phone: Phone, guest: Guest, origin: string): Promise<void> {
  const { page } = phone;
  const pay = page.getByRole('button', { name: /^Check in, .* received$/ });
  const before = (await results(page)).length;
  const said = async () =>
    (await results(page)).slice(before).find((text) => text === 'Checked In' || text === 'Already checked in');
  // A stalled machine can split a scan, because its characters arrive from within the page. Then the ticket is
  // scanned again.
  await expect(async () => {
    if ((await results(page)).length === before) await scan(page, ticketOf(guest, origin));
    await expect.poll(async () => (await said()) ?? (await pay.isVisible()), { timeout: 8000 }).toBeTruthy();
  }).toPass({ timeout: 60_000 });
  if (await pay.isVisible()) await pay.click();
  await expect.poll(said, { timeout: 30_000 }).toBeTruthy();
  if ((await said()) === 'Checked In') phone.letIn.set(guest.id, guest.cash);
  else await page.getByRole('button', { name: 'Scan the next ticket' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeHidden();
}

async function work(phone: Phone, guests: readonly Guest[], origin: string, offline: number): Promise<void> {
  const { random } = phone;
  const kills = new Set(Array.from({ length: KILLED }, () => Math.floor(random() * guests.length)));
  const firstOffline = Math.floor(random() * guests.length * (1 - offline));
  const lastOffline = firstOffline + Math.ceil(guests.length * offline);
  for (const [n, guest] of guests.entries()) {
    const context = phone.page.context();
    if (n === lastOffline) {
      // The battery was empty. The browser is online before anyone opens the app, and its worker sends in parallel
      // to the next page.
      await phone.page.close();
      await context.setOffline(false);
      await wakeForSync(context, 'dock-queue');
      await reopen(phone, context);
    } else await context.setOffline(n >= firstOffline && n < lastOffline);
    if (kills.has(n)) await kill(phone);
    await meet(phone, guest, origin);
    if (random() < WOKEN) await wakeForSync(phone.page.context(), 'dock-queue');
  }
  await phone.page.context().setOffline(false);
}

/** Goes online and waits until everything is sent. */
async function settle({ page, address }: Phone): Promise<void> {
  await page.goto(address);
  await expect.poll(() => waitingOn(page), { timeout: 60_000 }).toBe(0);
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

/**
 * Checks in the same guests on two phones. Compares what the phones showed with the books after all reports were
 * sent.
 */
async function letAllIn(
  browser: Browser,
  origin: string,
  run: number,
  { withoutKeys = false, offline = OFFLINE } = {},
) {
  const { driver, manager, guests } = await newFullDay(GUESTS);
  const random = createRng(run);
  const half = Math.ceil(GUESTS / 2);
  // In the control, everyone pays in cash, because an amount recorded twice is detected.
  const both = withoutKeys
    ? guests.filter(({ cash }) => cash > 0)
    : shuffled(guests, random).slice(0, Math.round(GUESTS * TWICE));
  const ofOne = (own: Guest[]) => shuffled([...new Set([...own, ...both])], random);
  const rngs = [createRng(run * 2), createRng(run * 2 + 1)] as const;
  const phones = await Promise.all([
    newPhone(browser, driver, '/driver-dashboard', rngs[0], withoutKeys),
    newPhone(browser, manager, '/shuttle-manager-dashboard', rngs[1], withoutKeys),
  ]);
  const queues = [ofOne(guests.slice(0, half)), ofOne(guests.slice(half))] as const;
  await Promise.all(phones.map((phone, n) => work(phone, queues[n] ?? [], origin, offline)));
  for (const phone of phones) await settle(phone);

  const [one, other] = phones.map(({ letIn }) => letIn);
  const ids = guests.map(({ id }) => id);
  const conflicts = await sql<{ id: string }[]>`
    select booking_id as id from private.dock_conflicts where booking_id = any (${ids}) and reason = 'checked_in_twice'`;
  const cash = await sql<{ n: number }[]>`
    select count(*)::int as n from private.dock_conflicts where booking_id = any (${ids}) and amount is not null`;
  const [money] = await sql<{ booked: number; waiting: number; seats: number }[]>`
    select (select coalesce(sum(amount), 0)::float from public.cash_entries where booking_id = any (${ids})) as booked,
      (select coalesce(sum(amount), 0)::float from private.dock_conflicts where booking_id = any (${ids})) as waiting,
      (select (d.sold - sum(b.seats))::int from public.departures d join public.bookings b on b.departure_id = d.id
        where b.status <> 'cancelled' and d.id = (select departure_id from public.bookings where id = ${ids[0] ?? ''}) group by d.id) as seats`;
  return {
    guests,
    /** Guests checked in by both phones. */
    doubles: ids.filter((id) => one?.has(id) && other?.has(id)).sort(),
    conflicts: conflicts.map(({ id }) => id).sort(),
    /** How many cash payments were recorded twice, and how many were taken twice. */
    cashConflicts: cash[0]?.n ?? 0,
    cashTwice: ids.filter((id) => one?.get(id) && other?.get(id)).length,
    lines: phones.map(({ line }) => line),
    due: guests.reduce((sum, { cash }) => sum + cash, 0),
    taken: phones.reduce((sum, { letIn }) => sum + [...letIn.values()].reduce((all, cash) => all + cash, 0), 0),
    ...money,
  };
}

const inWords = ({ byPage, byWorker, cut, twice }: LineLog): string =>
  `${byPage} reports by the page, ${byWorker} by the service worker, ${cut} calls cut, ${twice} twice`;

for (let run = 1; run <= RUNS; run += 1) {
  test(`checks in on two phones, ${GUESTS} guests, a weak connection, run ${run}`, async ({ browser, baseURL }) => {
    test.setTimeout(900_000);
    const { guests, doubles, conflicts, due, taken, booked, waiting, seats, lines } = await letAllIn(
      browser,
      baseURL ?? '',
      run,
    );
    await expectAllIn(guests);
    // For each guest that both phones checked in, and no other, someone is notified once.
    expect(conflicts).toEqual(doubles);
    // Cash is in the books once per guest. Cash taken a second time waits for a decision.
    expect({ booked, waiting, seats }).toEqual({ booked: due, waiting: taken - due, seats: 0 });
    console.info(
      `run ${run}: ${guests.length} in once, 0 twice; ${doubles.length} let in by both phones, ${conflicts.length} conflicts; ${lines.map(inWords).join(' / ')}`,
    );
  });
}

test('control: without its key, a repeated report counts again', async ({ browser, baseURL }) => {
  test.setTimeout(900_000);
  // All of them are offline, so that both phones take the same guests' cash.
  const { taken, due, waiting, cashConflicts, cashTwice } = await letAllIn(browser, baseURL ?? '', 1, {
    withoutKeys: true,
    offline: 1,
  });
  console.info(`control, no key: cash of ${cashTwice} taken twice and written down ${cashConflicts} times`);
  expect(cashTwice).toBeGreaterThan(0);
  // Nobody handed over this cash a second time.
  expect(cashConflicts).toBeGreaterThan(cashTwice);
  expect(waiting).toBeGreaterThan(taken - due);
});

for (const [name, withoutVersion, says] of [
  ['the old picture of a ticket that was issued anew is not let in', false, 'An old ticket'],
  ['control: without the version the old picture enters', true, 'Checked In'],
] as const) {
  test(name, async ({ browser, baseURL }) => {
    const { driver, guests } = await newFullDay(1);
    const [guest] = guests as [Guest];
    const page = await signedIn(browser, driver);
    await noteResults(page);
    // The number of people changed: the code stays, the ticket changes.
    await sql`update public.booking_codes set version = version + 1 where booking_id = ${guest.id}`;
    if (withoutVersion)
      await page.context().route('**/rest/v1/rpc/dock_tickets', async (route) => {
        const response = await route.fetch();
        const rows = (await response.json()) as object[];
        await route.fulfill({ response, json: rows.map((row) => ({ ...row, version: 0 })) });
      });
    await openScanner(page, '/driver-dashboard');
    await expect.poll(() => workers(page)).toEqual(['/ activated']);
    await expect.poll(() => keptDay(page, driver)).toContain(guest.id);
    await page.context().setOffline(true);
    await scan(page, ticketOf(guest, baseURL ?? ''));
    await expect.poll(() => results(page)).toContain(says);
  });
}
