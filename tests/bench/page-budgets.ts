/** In bytes. KB are thousands. */
interface Weight {
  js: number;
  all: number;
  requests: number;
}

interface PublicPage {
  /** The page's file in src/pages. */
  page: string;
  /**
   * The size limit of its module graph: its scripts, and those of the app. The default run fails above it
   * (tests/stack/page-weight.test.ts). It may only be lowered.
   */
  budget: { js: number; scripts: number };
  /** The target for everything the page loads when opened, as in the page speed measurements. */
  aim: Weight;
  /** Its weight in the last release. Before the first one, on 30 November 2026. */
  last: Weight;
}

/** The same limit for an experience opened at its booking form. */
export const FORM_BUDGET = { js: 212_500, scripts: 22 };

/** The same limits for pages of guests and staff, whose forms load when they are opened. */
export const WORK_BUDGETS: Record<string, { js: number; scripts: number }> = {
  bookings: { js: 199_500, scripts: 16 },
  'driver-dashboard': { js: 202_800, scripts: 16 },
  'guide-dashboard': { js: 206_500, scripts: 16 },
  'territory-bookings': { js: 281_200, scripts: 47 },
  ticket: { js: 190_900, scripts: 16 },
};

/** The same limits for what a signed-in person's header and session add to the app on every page. */
export const SIGNED_IN_BUDGET = { js: 113_700, scripts: 26 };

/** The pages that `npm run bench -- weight` opens. */
export const PUBLIC_PAGES: Record<string, PublicPage> = {
  '/': {
    page: 'home',
    budget: { js: 138_200, scripts: 9 },
    aim: { js: 100_000, all: 260_000, requests: 25 },
    last: { js: 138_700, all: 270_900, requests: 26 },
  },
  '/regions': {
    page: 'regions',
    budget: { js: 147_300, scripts: 11 },
    aim: { js: 105_000, all: 290_000, requests: 28 },
    last: { js: 147_600, all: 297_000, requests: 24 },
  },
  '/territories/{id}': {
    page: 'territory',
    budget: { js: 149_300, scripts: 12 },
    aim: { js: 110_000, all: 290_000, requests: 28 },
    last: { js: 149_600, all: 295_400, requests: 25 },
  },
  '/experiences/{id}': {
    page: 'experience',
    budget: { js: 154_200, scripts: 13 },
    aim: { js: 120_000, all: 280_000, requests: 28 },
    last: { js: 154_300, all: 296_000, requests: 28 },
  },
  '/transport/{id}': {
    page: 'transport',
    budget: { js: 153_700, scripts: 12 },
    aim: { js: 120_000, all: 280_000, requests: 28 },
    last: { js: 154_000, all: 251_800, requests: 23 },
  },
};
