import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DepartureCard } from './DepartureCard';
import type { Departure } from './queries';

// Tests that a departure opens and closes by the clock, but not while someone works in it.

const departure = {
  slot_id: 'd1',
  title: 'Canyon walk',
  image: null,
  service_date: '2026-11-23',
  time_zone: 'America/Guatemala',
  check_in_from: '2026-11-23T10:00:00Z',
  no_show_from: '2026-11-23T13:00:00Z',
  arrival_until: '2026-11-24T18:00:00Z',
  arrived: 0,
  missed: 0,
  unpaid: 0,
  cancelled: 0,
  to_collect: 0,
  currency_symbol: 'Q',
  people: 2,
} as Departure;

/** A guest's row that opens with a click. */
function Row() {
  const [more, setMore] = useState(false);
  return (
    <button type="button" aria-expanded={more} onClick={() => setMore(!more)}>
      Anna Keller
    </button>
  );
}

/** Refetches the list, after which this or another departure is next. */
let refreshed: (isNext: boolean) => void;
function Page() {
  const [isNext, setIsNext] = useState(true);
  refreshed = (next) => act(() => setIsNext(next));
  return (
    <DepartureCard
      departure={departure}
      hour="7:00 AM"
      isNext={isNext}
      label="Canyon walk"
      counted="guests"
      facts={null}
      show="Show guests"
      hide="Hide guests"
    >
      {() => <Row />}
    </DepartureCard>
  );
}

beforeEach(() => localStorage.clear());
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T13:05:00Z'), shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());
const row = () => screen.queryByRole('button', { name: 'Anna Keller' });

it('folds when another one is next and nobody has touched it', async () => {
  renderApp(<Page />);
  expect(row()).toBeVisible();
  refreshed(false);
  expect(row()).not.toBeInTheDocument();
  refreshed(true);
  expect(row()).toBeVisible();
});

it('stays open with its open rows during work, and folds half an hour later', async () => {
  const { user } = renderApp(<Page />);
  await user.click(screen.getByRole('button', { name: 'Anna Keller' }));
  refreshed(false);
  expect(row()).toHaveAttribute('aria-expanded', 'true');
  await act(() => vi.advanceTimersByTimeAsync(29 * 60_000));
  expect(row()).toHaveAttribute('aria-expanded', 'true');
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(row()).not.toBeInTheDocument();
});

it('closes and opens by hand, and stays so', async () => {
  const { user } = renderApp(<Page />);
  await user.click(screen.getByRole('button', { name: 'Anna Keller' }));
  await user.click(screen.getByRole('button', { name: 'Hide guests' }));
  expect(row()).not.toBeInTheDocument();
  refreshed(false);
  await user.click(screen.getByRole('button', { name: 'Show guests' }));
  refreshed(true);
  refreshed(false);
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  expect(row()).toBeVisible();
});

it('is open again after a reload within half an hour of work in it', async () => {
  const { user, unmount } = renderApp(<Page />);
  await user.click(screen.getByRole('button', { name: 'Anna Keller' }));
  refreshed(false);
  unmount();
  const again = renderApp(<Page />);
  refreshed(false);
  expect(row()).toBeVisible();
  again.unmount();
  vi.setSystemTime(new Date('2026-11-23T13:36:00Z'));
  renderApp(<Page />);
  refreshed(false);
  expect(row()).not.toBeInTheDocument();
});

it('is open again after a reload if opened by hand, and not if closed by hand', async () => {
  const { user, unmount } = renderApp(<Page />);
  refreshed(false);
  await user.click(screen.getByRole('button', { name: 'Show guests' }));
  unmount();
  const { unmount: leave } = renderApp(<Page />);
  refreshed(false);
  expect(row()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide guests' }));
  leave();
  renderApp(<Page />);
  refreshed(false);
  expect(row()).not.toBeInTheDocument();
});
