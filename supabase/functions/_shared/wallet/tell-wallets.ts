import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { type Outcome, sendDue } from '../outbox.ts';
import { reason } from '../troubles.ts';
import { wakeDevice } from './apns.ts';
import { writeGooglePass } from './google.ts';
import { readPass } from './pass.ts';

type Teller = Pick<Dependencies, 'admin' | 'wallets' | 'tickets' | 'mail' | 'fetch'>;

const news = z.discriminatedUnion('wallet', [
  z.object({ wallet: z.literal('apple'), push_token: z.string() }),
  z.object({ wallet: z.literal('google'), serial: z.string() }),
]);
/** Notifies wallets of changed tickets. */
export async function tellWallets(deps: Teller, limit = 50): Promise<{ wallets: number }> {
  const run = { kind: 'wallet', limit, runMs: 30_000 } as const;
  const { sent } = await sendDue(deps.admin, run, ({ data }) => tell(deps, data));
  return { wallets: sent };
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
  // Status 400 is final, but our settings may be the cause, so the device is kept. Other errors may be temporary.
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
