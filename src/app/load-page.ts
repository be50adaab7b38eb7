import type { ComponentType } from 'react';
import { lastingToken, storedUser } from '@/lib/api/session';
import type { PageRoute } from './routes.ts';

interface PageModule {
  default: ComponentType;
  /** Requests the page's data while the person's profile is still loading. */
  prefetch?: (userId: string) => void;
}

const files = import.meta.glob<PageModule>(['../pages/*.tsx', '!../pages/*.test.tsx']);

/** Returns the component of a page, whose code is in its own chunk. */
export const loadPage = async (route: PageRoute): Promise<ComponentType> => (await loadModule(route)).default;

/** Returns the component of a page that is being opened, and starts to request its data. */
export async function openPage(route: PageRoute): Promise<ComponentType> {
  const { default: Page, prefetch } = await loadModule(route);
  const user = lastingToken() ? storedUser() : null;
  if (user) prefetch?.(user.id);
  return Page;
}

async function loadModule(route: PageRoute): Promise<PageModule> {
  const load = files[`../pages/${route.page}.tsx`];
  if (!load) throw new Error(`src/pages has no ${route.page}.tsx.`);
  return load();
}
