import { test as base } from '@playwright/test';

/** Closes every browser context that a journey opened: left open, their live pages slow down all that come after. */
export const test = base.extend<{ closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
