import { storedAccess } from '@/lib/api/session';
import { apiUrl, publishableKey } from '@/lib/env';
import { QUEUE } from '@/lib/offline/database';
import { persistText } from '@/lib/offline/persist-queries';
import { askForSync } from '@/lib/offline/service-worker';

/**
 * Lets the service worker send the queue when the phone is back online, even without an open page, where browsers
 * support this (docs/decisions/0061). The worker can't renew a session, so it sends only while the current one is
 * valid, which is an hour at most.
 */
export async function sendInBackground(userId: string): Promise<void> {
  const access = storedAccess();
  if (!access || access.userId !== userId) return;
  await askForSync(QUEUE, () => {
    const sender = { address: `${apiUrl}/rest/v1/rpc/report_arrivals`, key: publishableKey, token: access.token };
    return persistText(userId, 'sender', JSON.stringify(sender), access.until);
  });
}
