import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

// No push service can be reached here, so the browser's developer tools deliver the pushes to the worker. A
// headless browser can't show notifications, so those that the worker shows are recorded.
test('a push wakes its worker, which shows its content', { tag: ['@phone', '@account'] }, async ({
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
