import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, expect, it, vi } from 'vitest';
import { QueryFailed } from './LoadFailed.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Pending } from './Pending.tsx';
import { ErrorState } from './states.tsx';

const query = () => ({
  error: new Error('Failed to load data. Please try again later.'),
  isFetching: false,
  refetch: vi.fn(async () => undefined),
});
const signal = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);

afterEach(() => vi.restoreAllMocks());

it.each([
  ['an answer', (one: ReturnType<typeof query>) => <QueryFailed query={one} />],
  ['several answers', (one: ReturnType<typeof query>) => <PageFailed queries={[one, query()]} />],
  [
    'a loading placeholder',
    (one: ReturnType<typeof query>) => (
      <Pending query={one} label="Loading">
        …
      </Pending>
    ),
  ],
])('shows offline in the place of %s that it opens when online, and otherwise why it failed', async (_place, draw) => {
  signal(false);
  const failed = query();
  const { user } = renderApp(draw(failed));
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent("You're offline");
  expect(alert).toHaveTextContent("This page will open when you're back online.");
  expect(alert).not.toHaveTextContent('Failed');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(failed.refetch).toHaveBeenCalledOnce();
  signal(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load data. Please try again later.');
  // Screen readers announce the alert again only if it is a new element.
  expect(screen.getByRole('alert')).not.toBe(alert);
});

it('shows what opens, and ignores what no connection brings', () => {
  signal(false);
  renderApp(
    <>
      <QueryFailed query={query()} offline="Your ticket opens when the signal is back." heading="h1" />
      <ErrorState title="Booking Not Found" />
    </>,
  );
  expect(screen.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible();
  expect(screen.getByText('Your ticket opens when the signal is back.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Booking Not Found' })).toBeVisible();
});
