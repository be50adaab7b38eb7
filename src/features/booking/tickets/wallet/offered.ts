import { wallets } from '@/lib/env';
import { isApple } from '@/lib/offline/install-prompt';

export type Wallet = 'apple' | 'google';

/** Configured wallets for this device: Apple's on Apple devices only, Google's not on iPhone or iPad. */
export function offeredWallets(): Wallet[] {
  const here: Record<Wallet, boolean> = {
    apple: isApple() || /Macintosh/.test(navigator.userAgent),
    google: !isApple(),
  };
  return (['apple', 'google'] as const).filter((wallet) => here[wallet] && wallets.includes(wallet));
}
