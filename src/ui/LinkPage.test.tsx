import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { isGone, LinkPage } from './LinkPage';

const TOKEN = 'ab12'.repeat(16);
const refetch = vi.fn(async () => undefined);
let query: Parameters<typeof isGone>[0];
const useLink = vi.fn((_token: string) => ({ query, gone: isGone(query, 'offer_not_found') }));

beforeEach(() => {
  query = { data: undefined, error: null, isFetching: false, refetch };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const show = (url = `/offer#${TOKEN}`, leaves = false) =>
  renderApp(
    <LinkPage
      title="Your offer"
      useLink={useLink}
      loading="Loading the offer"
      notFound="There is no offer"
      offline="It opens later"
    >
      {(data, { token }) => (leaves ? null : <h1>{`${data} of ${token}`}</h1>)}
    </LinkPage>,
    { url },
  );
const fails = (code: string) => new AppError(code, 'It could not be loaded');

it('shows what its link leads to, under its name', () => {
  query.data = 'A choice';
  show();
  expect(screen.getByRole('heading', { name: `A choice of ${TOKEN}` })).toBeVisible();
  expect(document.title).toMatch(/^Your offer/);
});

it('shows what loads, and that it continues to another page', () => {
  const first = show();
  expect(screen.getByRole('status', { name: 'Loading the offer' })).toBeInTheDocument();
  first.unmount();
  query.data = 'Paid';
  show(undefined, true);
  expect(screen.getByRole('status', { name: 'Loading the offer' })).toBeInTheDocument();
});

it.each(['/offer', '/offer#', '/offer#abc', `/offer#${TOKEN}x`])('requests nothing for %s, which is no link', (url) => {
  show(url);
  expect(screen.getByText('There is no offer')).toBeVisible();
  expect(useLink).not.toHaveBeenCalled();
});

it('shows that there is nothing behind a link, and not a failure', () => {
  query.error = fails('offer_not_found');
  show();
  expect(screen.getByText('There is no offer')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it("keeps loaded data when it can't be reloaded, even if the link has ended since", () => {
  query = { ...query, data: 'A choice', error: fails('network') };
  const first = show();
  expect(screen.getByRole('heading', { name: /^A choice/ })).toBeVisible();
  first.unmount();
  query.error = fails('offer_not_found');
  show();
  expect(screen.getByRole('heading', { name: /^A choice/ })).toBeVisible();
});

it('explains a failure and retries', async () => {
  query.error = fails('network');
  const { user } = show();
  expect(screen.getByRole('alert')).toHaveTextContent('It could not be loaded');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('shows offline what opens later', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  query.error = fails('offline');
  show();
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByRole('alert')).toHaveTextContent('It opens later');
});
