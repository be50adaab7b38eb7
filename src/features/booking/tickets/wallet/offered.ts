import { wallets } from '@/lib/env';
import { isApple } from '@/lib/offline/install-prompt';

export type Wallet = 'apple' | 'google';

/**
 * Returns the configured wallets that this device can use. Apple's works only on Apple devices, and Google's is not
 * offered on iPhone or iPad.
 */
export function offeredWallets(): Wallet[] {
  const here: Record<Wallet, boolean> = {
    apple: isApple() || /Macintosh/.test(navigator.userAgent),
    google: !isApple(),
  };
  return (['apple', 'google'] as const).filter((wallet) => here[wallet] && wallets.includes(wallet));
}
