import type { Page, Route } from '@playwright/test';

/** Imitates a phone that sends reports without keys, so that each repeat looks new. */
const withNewKeys = (body: string | null) => body?.replace(/"key":"[^"]+"/g, () => `"key":"${crypto.randomUUID()}"`);

/**
 * The number of reports that pages and the service worker sent over a connection, and of calls that were cut or repeated.
 */
export interface LineLog {
  byPage: number;
  byWorker: number;
  cut: number;
  twice: number;
}

/**
 * Cuts, delays or repeats requests between a phone and the server. Numbers between 0 and 1 come from `random`. In
 * the control, `withoutKeys`, all reports arrive twice with different keys. Includes the service worker's requests.
 */
export async function giveBadLine(page: Page, random: () => number, withoutKeys = false): Promise<LineLog> {
  const log: LineLog = { byPage: 0, byWorker: 0, cut: 0, twice: 0 };
  await page
    .context()
    .route(/\/rest\/v1\/rpc\/(check_in|check_in_listed|report_arrivals|receive_cash)$/, async (route: Route) => {
      const isReport = route.request().url().endsWith('/report_arrivals');
      if (isReport) log[route.request().serviceWorker() ? 'byWorker' : 'byPage'] += 1;
      const fate = withoutKeys && isReport ? 0.3 : random();
      if (fate < 0.24) log.cut += 1;
      else if (fate < 0.34) log.twice += 1;
      if (fate < 0.12) return route.abort('connectionfailed');
      if (fate < 0.24) {
        // The server has done it, but the phone never gets the response.
        await route.fetch().catch(() => undefined);
        return route.abort('connectionreset');
      }
      if (fate < 0.34) {
        const postData = withoutKeys ? withNewKeys(route.request().postData()) : undefined;
        await route.fetch({ ...(postData && { postData }) }).catch(() => undefined);
        return route.continue();
      }
      if (fate < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      return route.continue();
    });
  return log;
}
