import type { ReactNode } from 'react';
import { fetchWhenIdle } from '@/lib/routing/chunks';

type Kind = 'success' | 'error' | 'message';

/** Loads the toast library, when the page is idle or with the first toast. */
const loadToaster = () => Promise.all([import('sonner'), import('./toaster.tsx')]);
fetchWhenIdle(loadToaster);

async function show(kind: Kind, text: ReactNode, ms: number): Promise<void> {
  const [{ toast }, { mountToaster }] = await loadToaster();
  await mountToaster();
  toast[kind](text, { duration: ms });
}

export const toast = {
  success: (text: ReactNode, ms = 3000) => void show('success', text, ms),
  error: (text: ReactNode, ms = 5000) => void show('error', text, ms),
  info: (text: ReactNode, ms = 3000) => void show('message', text, ms),
};
