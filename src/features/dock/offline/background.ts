import { storedAccess } from '@/lib/api/session';
import { apiUrl, publishableKey } from '@/lib/env';
import { QUEUE } from '@/lib/offline/database';
import { persistText } from '@/lib/offline/persist-queries';
import { askForSync } from '@/lib/offline/service-worker';

/**
 * Has the service worker send what waits when the line is back, also with no page open, where the browser can (docs/decisions/0061). The worker renews
 * no session: it sends as long as the one of now is good, an hour at most.
 */
export async function sendInBackground(userId: string): Promise<void> {
  const access = storedAccess();
  if (!access || access.userId !== userId) return;
  await askForSync(QUEUE, () => {
    const sender = { address: `${apiUrl}/rest/v1/rpc/report_arrivals`, key: publishableKey, token: access.token };
    return persistText(userId, 'sender', JSON.stringify(sender), access.until);
  });
}
