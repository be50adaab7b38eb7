import { wallets } from '@/lib/env';
import { isApple } from '@/lib/offline/install-prompt';

export type Wallet = 'apple' | 'google';

/** The wallets that the project has set up and this device may have: Apple's is on Apple's devices alone, Google's on no iPhone or iPad. */
export function offeredWallets(): Wallet[] {
  const here: Record<Wallet, boolean> = {
    apple: isApple() || /Macintosh/.test(navigator.userAgent),
    google: !isApple(),
  };
  return (['apple', 'google'] as const).filter((wallet) => here[wallet] && wallets.includes(wallet));
}
