import { createElement, type ReactNode } from 'react';
import { isSignedOut } from '@/lib/api/errors';
import { fetchWhenIdle } from '@/lib/routing/chunks';
import { LogInInstead } from './LogInInstead.tsx';

type Kind = 'success' | 'error' | 'message';

/** Loads the toast library: in advance when the page is idle, or with the first toast. */
const loadToaster = () => Promise.all([import('sonner'), import('./toaster.tsx')]);
fetchWhenIdle(loadToaster);

async function show(kind: Kind, text: ReactNode, ms: number): Promise<void> {
  const [{ toast }, { mountToaster }] = await loadToaster();
  await mountToaster();
  toast[kind](text, { duration: ms });
}

/** The time for which a toast with a login link is visible, in milliseconds. */
const LINK_MS = 15_000;

export const toast = {
  success: (text: ReactNode, ms = 3000) => void show('success', text, ms),
  error: (text: ReactNode, ms = 5000) => void show('error', text, ms),
  /** Shows why something failed. If the session has ended, the toast links to the login. */
  failure: (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    if (isSignedOut(error)) void show('error', createElement(LogInInstead, { why }), LINK_MS);
    else toast.error(why);
  },
  info: (text: ReactNode, ms = 3000) => void show('message', text, ms),
};
