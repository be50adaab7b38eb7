import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { reason } from '../troubles.ts';
import { wakeDevice } from './apns.ts';
import { writeGooglePass } from './google.ts';
import { readPass } from './pass.ts';

type Teller = Pick<Dependencies, 'admin' | 'wallets' | 'tickets' | 'mail' | 'fetch'>;

const news = z.discriminatedUnion('wallet', [
  z.object({ wallet: z.literal('apple'), push_token: z.string() }),
  z.object({ wallet: z.literal('google'), serial: z.string() }),
]);
const claimed = z.array(z.object({ id: z.coerce.number(), data: z.unknown() }));

/** As for pushes: `gone`, the device or pass no longer exists; `failed`, retry later; `refused`, for good. */
type Outcome = { outcome: 'sent' | 'gone' } | { outcome: 'failed' | 'refused'; error: string };

const RUN_MS = 30_000;

/** Notifies wallets of changed tickets, at most `limit`, each claimed when its turn comes. */
export async function tellWallets(deps: Teller, limit = 50): Promise<{ wallets: number }> {
  const deadline = Date.now() + RUN_MS;
  let wallets = 0;
  for (let taken = 0; taken < limit && Date.now() < deadline; taken += 1) {
    const [row] = claimed.parse(await deps.admin('claim_wallet_updates', { p_limit: 1 }));
    if (!row) break;
    const went = await tell(deps, row.data);
    await deps.admin('finish_wallet_update', {
      p_id: row.id,
      p_outcome: went.outcome,
      p_error: 'error' in went ? went.error : null,
    });
    if (went.outcome === 'sent') wallets += 1;
  }
  return { wallets };
}

async function tell(deps: Teller, data: unknown): Promise<Outcome> {
  try {
    const one = news.parse(data);
    return one.wallet === 'apple' ? await tellApple(deps, one.push_token) : await tellGoogle(deps, one.serial);
  } catch (error) {
    return { outcome: 'failed', error: reason(error) };
  }
}

async function tellApple(deps: Teller, pushToken: string): Promise<Outcome> {
  const apple = deps.wallets.apple();
  if (!apple) return { outcome: 'refused', error: 'Apple Wallet is not set up' };
  const status = await wakeDevice(apple, pushToken);
  if (status === 200) return { outcome: 'sent' };
  if (status === 410) return { outcome: 'gone' };
  // 400: final, but our settings may be at fault, so the device is kept. Other errors may be temporary.
  return { outcome: status === 400 ? 'refused' : 'failed', error: `Apple answered ${status}` };
}

async function tellGoogle(deps: Teller, serial: string): Promise<Outcome> {
  const google = deps.wallets.google();
  if (!google) return { outcome: 'refused', error: 'Google Wallet is not set up' };
  const pass = await readPass(deps, serial);
  const status = pass ? await writeGooglePass(pass, google, deps.fetch, false) : 404;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404) return { outcome: 'gone' };
  return { outcome: status === 400 ? 'refused' : 'failed', error: `Google answered ${status}` };
}
