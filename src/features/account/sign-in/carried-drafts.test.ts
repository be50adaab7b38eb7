import { beforeEach, expect, it, vi } from 'vitest';
import { carryDrafts, takeDrafts } from './carried-drafts.ts';

const KEY = 'territorio:checkout:e1';
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Opens another tab of the same browser. */
const openTab = () => sessionStorage.clear();

it('restores drafts in the tab that the email opens, once', () => {
  sessionStorage.setItem(KEY, 'typed');
  sessionStorage.setItem('territorio-form-x', 'another form');
  carryDrafts('Ana@example.test');
  openTab();
  takeDrafts('ana@example.test');
  expect({ ...sessionStorage }).toEqual({ [KEY]: 'typed' });
  openTab();
  takeDrafts('ana@example.test');
  expect({ ...sessionStorage }).toEqual({});
});

it('restores them for nobody else', () => {
  sessionStorage.setItem(KEY, 'typed');
  carryDrafts('ana@example.test');
  openTab();
  takeDrafts('otto@example.test');
  expect({ ...sessionStorage }).toEqual({});
  takeDrafts('ana@example.test');
  expect(sessionStorage.getItem(KEY)).toBe('typed');
});

it('does not overwrite what was typed in the tab itself', () => {
  sessionStorage.setItem(KEY, 'typed');
  carryDrafts('ana@example.test');
  sessionStorage.setItem(KEY, 'newer');
  takeDrafts('ana@example.test');
  expect(sessionStorage.getItem(KEY)).toBe('newer');
});

it('deletes them after an hour', () => {
  sessionStorage.setItem(KEY, 'typed');
  carryDrafts('ana@example.test');
  openTab();
  vi.useFakeTimers({ now: Date.now() + 3_700_000 });
  takeDrafts('ana@example.test');
  expect({ ...sessionStorage, ...localStorage }).toEqual({});
});
