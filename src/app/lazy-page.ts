import { type ComponentType, lazy } from 'react';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { whilePageLoads } from './page-loading.ts';

const KEY = 'territorio-reloaded';

export interface LazyPage {
  /** The page itself if its code is there, else one that suspends until it is. */
  component: () => ComponentType;
  load: () => Promise<unknown>;
  preload: () => void;
}

/**
 * A page in a chunk of its own. After a release the old chunks are gone: the page is then loaded afresh, once, instead
 * of showing an error to somebody who did nothing wrong.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let loaded: ComponentType | null = null;
  const remember = async () => {
    const page = await load();
    loaded = page.default;
    return page;
  };
  const guarded = async () => {
    try {
      const page = await whilePageLoads(remember);
      removeText('session', KEY);
      return page;
    } catch (error) {
      if (navigator.onLine && readText('session', KEY) === null) {
        writeText('session', KEY, '1');
        location.reload();
        return await new Promise<never>(() => undefined);
      }
      throw error;
    }
  };
  const Lazy = lazy(guarded);
  return {
    component: () => loaded ?? Lazy,
    load: remember,
    preload: () => void remember().catch(() => undefined),
  };
}
