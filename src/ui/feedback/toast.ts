import type { ReactNode } from 'react';
import { fetchWhenIdle } from '@/lib/routing/chunks';

type Kind = 'success' | 'error' | 'message';

/** Toasts are drawn by a library that is loaded when the page is idle, or with the first of them. */
const loadToaster = () => Promise.all([import('sonner'), import('./toaster.tsx')]);
fetchWhenIdle(loadToaster);

async function show(kind: Kind, text: ReactNode, ms: number): Promise<void> {
  const [{ toast }, { mountToaster }] = await loadToaster();
  await mountToaster();
  toast[kind](text, { duration: ms });
}

/** Says that something was done, for 3 seconds (or for `ms`), in words of the product. */
export const toast = {
  success: (text: ReactNode, ms = 3000) => void show('success', text, ms),
  error: (text: ReactNode, ms = 5000) => void show('error', text, ms),
  info: (text: ReactNode, ms = 3000) => void show('message', text, ms),
};
