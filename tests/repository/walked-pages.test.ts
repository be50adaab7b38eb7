// @vitest-environment node
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { routeOf, routes } from '@/app/routes';
import { TABS } from '@/features/management/tabs';
import { pages, type Who } from '../e2e/support/pages.ts';

// The journeys that visit all pages (tests/e2e/translated.spec.ts, spanish.spec.ts) use this list.
const walked = Object.values(pages).flat();
const pathOf = (address: string) => address.replace(/\?.*/, '');

/** Their role, as in the routes. */
const ROLES: Record<Who, string | null> = {
  visitor: null,
  tourist: 'tourist',
  guide: 'tour_guide',
  driver: 'shuttle_driver',
  dispatcher: 'shuttle_manager',
  partner: 'travel_partner',
  manager: 'territory_manager',
  admin: 'admin',
};

test('the walks visit every page', () => {
  expect(
    routes.map(({ path }) => path).filter((path) => !walked.some((address) => matchPath(path, pathOf(address)))),
  ).toEqual([]);
});

test('the walks visit every tab of Region Management', () => {
  const tabs = walked.filter((address) => pathOf(address) === '/territory-management');
  expect(TABS.filter(({ name }) => !tabs.some((address) => address.includes(`tab=${name}`)))).toEqual([]);
});

test('each page is visited by a person who can open it', () => {
  const closed = Object.entries(ROLES).flatMap(([who, role]) =>
    pages[who as Who].filter((address) => {
      const access = routeOf(pathOf(address))?.access;
      if (access === 'open') return false;
      if (access === 'guest') return role !== null;
      return access === 'user' ? role === null : !access?.some((one) => one === role);
    }),
  );
  expect(closed).toEqual([]);
});
