import type { CDPSession, Page } from '@playwright/test';
import { DEPARTURES } from '../manage/day.ts';
import { TERRITORY_ID, type Worker } from '../manage/people.ts';

export interface Scenario {
  name: string;
  /** Null for a page with only coloured blocks, for comparison. */
  worker: Worker | null;
  /** Opens the page for each round and waits until it is idle. */
  open(page: Page, app: string): Promise<void>;
  act(page: Page, cdp: CDPSession): Promise<void>;
  /** The scenario that shows this browser's best frame rate. */
  against: 'blank, scrolled' | 'blank, typed into';
  /** How it is judged: without movement, by the time from a tap to its result. If unset, by its frames. */
  by?: 'response';
}

const DISTANCE = 16_000;
const SPEED = 3200;

/** Scrolls down like a thumb, as the compositor sees it. */
async function scroll(_page: Page, cdp: CDPSession): Promise<void> {
  for (const yDistance of [-DISTANCE, DISTANCE / 2])
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 500,
      yDistance,
      speed: SPEED,
      gestureSourceType: 'touch',
      preventFling: true,
    });
}

const TYPED = 'guest 51';
const OPENED = 6;

/**
 * Types a search at a phone's pace, waits for the result, and clears the search. Uses only keys, because a locator
 * would search the page.
 */
async function type(page: Page): Promise<void> {
  await page.keyboard.type(TYPED, { delay: 120 });
  await page.waitForTimeout(1200);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(1200);
}

/** Measuring starts after the keyboard is open and the page has made room. */
const thenIntoSearch = (open: Scenario['open']) => async (page: Page, app: string) => {
  await open(page, app);
  await page.getByRole('searchbox').first().click();
};

const BLANK = `<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}div{height:180px;margin:12px;
  background:#dde}input{position:fixed;top:0}</style><input type="search">${'<div></div>'.repeat(200)}`;
async function openBlank(page: Page, app: string): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
  await page.goto(`${app}/blank`);
}

const openList = (path: string) => async (page: Page, app: string) => {
  await page.goto(app + path, { waitUntil: 'networkidle' });
  await page.getByRole('list', { name: 'Bookings' }).getByRole('listitem').first().waitFor();
  await page.getByRole('searchbox').first().waitFor();
};

/** Opens a dashboard with the whole day. `opened` opens every card. */
const openDay = (path: string, show: string, opened: boolean) => async (page: Page, app: string) => {
  await page.goto(app + path, { waitUntil: 'networkidle' });
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  const more = page.getByRole('button', { name: 'Show more', exact: true });
  while ((await cards.count()) < DEPARTURES) {
    const before = await cards.count();
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll('article').length > count, before);
  }
  // The next departure is open automatically.
  const others = page.getByRole('button', { name: opened ? show : show.replace('Show', 'Hide'), exact: true });
  while ((await others.count()) > 0) await others.first().click();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** Scrolls to the first closed departure and returns the centre of its button, in px of the window. */
async function findClosed(page: Page, show: string): Promise<{ x: number; y: number }> {
  // Finds it by its label, because a locator would search the page for roles and names on the measured processor.
  const look = () =>
    page.evaluate((selector) => {
      const button = document.querySelector(selector);
      button?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x = 0, y = 0, width = 0, height = 0 } = button?.getBoundingClientRect() ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    }, `button[aria-label="${show}"]`);
  // Scrolls twice, because elements that appear while scrolling change their estimated height.
  await look();
  await page.waitForTimeout(200);
  return look();
}

/** Opens departures one after the other, like a person looking for a guest. */
const unfold = (show: string) => async (page: Page) => {
  // Finds them by their label, because rows of passengers may already be open, and so is the next departure.
  const open = page.locator(`article button[aria-label="${show.replace('Show', 'Hide')}"]`);
  const before = await open.count();
  for (let n = 0; n < OPENED; n += 1) {
    const { x, y } = await findClosed(page, show);
    await page.waitForTimeout(200);
    await page.touchscreen.tap(x, y);
    await page.waitForTimeout(700);
  }
  const opened = (await open.count()) - before;
  if (opened !== OPENED) throw new Error(`${opened} of ${OPENED} departures were opened.`);
};

const lists = [
  { name: 'territory bookings', worker: 'manager', path: '/territory-bookings?when=all' },
  { name: "admin, a region's bookings", worker: 'admin', path: `/all-bookings?when=all&region=${TERRITORY_ID}` },
] as const;
const days = [
  { name: 'guide', worker: 'guide', path: '/guide-dashboard', show: 'Show guests' },
  { name: 'shuttles', worker: 'shuttle', path: '/shuttle-manager-dashboard', show: 'Show passengers' },
  { name: 'driver', worker: 'driver', path: '/driver-dashboard', show: 'Show passengers' },
] as const;

export const SCENARIOS: readonly Scenario[] = [
  { name: 'blank, scrolled', worker: null, open: openBlank, act: scroll, against: 'blank, scrolled' },
  { name: 'blank, typed into', worker: null, open: thenIntoSearch(openBlank), act: type, against: 'blank, typed into' },
  ...lists.flatMap(({ name, worker, path }): Scenario[] => [
    { name: `${name}, scrolled`, worker, open: openList(path), act: scroll, against: 'blank, scrolled' },
    {
      name: `${name}, filtered`,
      worker,
      open: thenIntoSearch(openList(path)),
      act: type,
      against: 'blank, typed into',
    },
  ]),
  ...days.flatMap(({ name, worker, path, show }): Scenario[] => {
    const day = `${name}, a day of ${DEPARTURES} departures`;
    const opened = openDay(path, show, true);
    const folded = openDay(path, show, false);
    return [
      { name: `${day}, scrolled`, worker, open: opened, act: scroll, against: 'blank, scrolled' },
      { name: `${day}, searched in`, worker, open: thenIntoSearch(opened), act: type, against: 'blank, typed into' },
      { name: `${day}, opened`, worker, open: folded, act: unfold(show), against: 'blank, typed into', by: 'response' },
    ];
  }),
];
