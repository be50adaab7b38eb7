import type { ComponentType } from 'react';
import type { PageRoute } from './routes.ts';

const files = import.meta.glob<{ default: ComponentType }>(['../pages/*.tsx', '!../pages/*.test.tsx']);

/** Loads the code of a page, which is in its own chunk. */
export async function loadPage(route: PageRoute): Promise<ComponentType> {
  const load = files[`../pages/${route.page}.tsx`];
  if (!load) throw new Error(`src/pages has no ${route.page}.tsx.`);
  return (await load()).default;
}
