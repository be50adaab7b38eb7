import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, ScrollRestoration } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';

const ROWS = Array.from({ length: 500 }, (_, index) => ({ id: `${index}`, name: `Place ${index}` }));

/** Returns a work screen whose rows are cached from an earlier visit. */
const page = (title: string) => (
  <>
    <h1>{title}</h1>
    <Link to={title === 'Team' ? '/places' : '/team'}>Leave {title}</Link>
    <DataTable
      key={title}
      label={title}
      rows={ROWS}
      rowKey={(row) => row.id}
      columns={[{ id: 'name', header: 'Name', cell: (row) => row.name }]}
      empty="None"
    />
    <ScrollRestoration />
  </>
);

beforeEach(() => {
  // jsdom has no layout or scrolling. This makes rows taller than estimated and sends the scroll event a moment later.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(97);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', (to: ScrollToOptions | number, top?: number) => {
    vi.stubGlobal('scrollY', typeof to === 'number' ? top : to.top);
    setTimeout(() => dispatchEvent(new Event('scroll')));
  });
});

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 250)));

it('opens a page with a long list at its top, and returns to the earlier position', async () => {
  const router = createMemoryRouter(
    [
      { path: '/team', element: page('Team') },
      { path: '/places', element: page('Places') },
    ],
    { initialEntries: ['/team'] },
  );
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  await settled();
  scrollTo(0, 9000);
  await settled();
  await act(() => router.navigate('/places'));
  expect(await screen.findByRole('heading', { name: 'Places' })).toBeInTheDocument();
  await settled();
  expect(scrollY).toBe(0);
  expect(screen.getByText('Place 0')).toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('heading', { name: 'Team' })).toBeInTheDocument();
  await settled();
  expect(scrollY).toBe(9000);
});
