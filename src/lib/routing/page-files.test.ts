import { expect, it } from 'vitest';
import { filesOfPage, PAGE_FILES_ID } from './page-files.ts';

const list = {
  files: ['/a.js', '/b.js', '/es.js'],
  pages: [
    ['^(?:/bookings|/es/bookings)/?$', [0, 1]],
    ['^(?:/bookings/[^/]+/[^/]+/ticket)/?$', [1]],
    ['^/es(?:/|$)', [2]],
  ],
};

it('names the files of a page and of its language', () => {
  document.body.innerHTML = `<script type="application/json" id="${PAGE_FILES_ID}">${JSON.stringify(list)}</script>`;
  expect(filesOfPage('/bookings')).toEqual(['/a.js', '/b.js']);
  expect(filesOfPage('/es/bookings/')).toEqual(['/a.js', '/b.js', '/es.js']);
  expect(filesOfPage('/bookings/experience/1/ticket')).toEqual(['/b.js']);
  expect(filesOfPage('/essays')).toEqual([]);
});

it('names none in the HTML of a page rendered at build', () => {
  document.body.innerHTML = '';
  expect(filesOfPage('/bookings')).toEqual([]);
});
