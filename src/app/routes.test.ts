import { expect, it } from 'vitest';
import { routeOf, routes } from './routes.ts';

const files = Object.keys(import.meta.glob(['../pages/*.tsx', '!../pages/*.test.tsx'])).map((file) =>
  file.slice('../pages/'.length, -'.tsx'.length),
);

it('names each page of src/pages, and no other', () => {
  expect([...new Set(routes.map(({ page }) => page))].sort()).toEqual(files.sort());
});

it('has each address once, and finds the page by its parameters', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  for (const route of routes) expect(routeOf(route.path.replaceAll(/:\w+/g, 'x'))).toBe(route);
  expect(routeOf('/nowhere')).toBeUndefined();
});

it('prerenders only public pages', () => {
  const drawn = routes.filter(({ prerendered }) => prerendered);
  expect(drawn.filter(({ access, frame }) => access !== 'open' || frame !== 'shell')).toEqual([]);
});

it('preloads only pages that everyone can open', () => {
  const ahead = routes.flatMap(({ next }) => next ?? []);
  expect(ahead.length).toBeGreaterThan(0);
  const open = routes.filter(({ access }) => access === 'open').map(({ page }) => page);
  expect(open).toEqual(expect.arrayContaining(ahead));
});
