import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { BookingFilterBar } from './BookingsCard';
import type { Bookings } from './use-bookings';

// jsdom doesn't support the <search> element.
vi.mock('@/ui/filter/filters', async (load) => ({
  ...(await load<typeof import('@/ui/filter/filters')>()),
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}));

const change = vi.fn();
const shown = { q: '', from: '2026-11-01', to: '', status: '', service: 's1' };
const bookings = { state: { shown, settled: shown, change }, count: 12 } as unknown as Bookings;
const open = (wide: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
  return renderApp(<BookingFilterBar bookings={bookings} filterLabel="Filter transactions" />);
};
afterEach(() => vi.unstubAllGlobals());

it('are in a sheet on a phone, which shows how many are set and how many bookings match', async () => {
  const { user } = open(false);
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  expect(screen.queryByLabelText('Start date')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  expect(await screen.findByLabelText('Start date')).toHaveValue('2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(change).toHaveBeenCalledWith({ q: '', from: '', to: '', status: '', service: '' });
  expect(screen.getByRole('button', { name: 'Show 12 bookings' })).toBeVisible();
});

it('are all visible on a desktop screen', () => {
  open(true);
  expect(screen.getByLabelText('Start date')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();
});
