import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

// No push service can be reached here: the browser's own tools hand the worker what such a service would bring. A headless browser lets
// nobody show a notification, so what the worker asks it to show is kept instead.
test('a push wakes its worker, which shows what it says', { tag: ['@phone', '@account'] }, async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((done) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) done(found.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await page.goto('/privacy');
  const started = context.waitForEvent('serviceworker', (worker) => worker.url().endsWith('/sw.js'));
  await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js');
    await new Promise((done) => {
      installing?.addEventListener('statechange', () => installing.state === 'activated' && done(0));
    });
  });
  const worker = await started;
  await worker.evaluate(() => {
    const scope = self as unknown as { shown: unknown[]; registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push([title, options?.body, options?.data]);
  });
  const data = JSON.stringify({ title: 'Elmer', body: 'At the dock', tag: 'message:1', url: '/bookings' });
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown))
    .toEqual([['Elmer', 'At the dock', { path: '/bookings' }]]);
});
