import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { availabilityColumn } from './columns';
import { fullDaysLabel, type Sales, salesLabel } from './sales';

const sales = (change: Partial<Sales> = {}): Sales => ({ seats: 84, sold: 23, held: 0, full_days: 0, ...change });

it.each<[Sales | undefined, string, string]>([
  [sales(), '23 of 84 seats sold, next 7 days', ''],
  [sales({ held: 2, full_days: 1 }), '23 of 84 seats sold, 2 held, next 7 days', '1 day sold out'],
  [sales({ seats: 1, sold: 1, full_days: 3 }), '1 of 1 seat sold, next 7 days', '3 days sold out'],
  [sales({ seats: 0, sold: 0 }), 'No departures in the next 7 days', ''],
  [undefined, 'No departures in the next 7 days', ''],
])('shows for %j what is sold', (of, said, full) => {
  expect(salesLabel(of)).toBe(said);
  expect(fullDaysLabel(of)).toBe(full);
});

it('keeps the seats of a departure, and adds the sales once they are loaded', () => {
  const row = { id: 'a', available_spots: 6, max_spots: 12 };
  const cell = (read: ReadonlyMap<string, Sales> | undefined) => availabilityColumn(read).cell(row);
  const { rerender } = render(cell(undefined));
  expect(screen.getByText('6 / 12')).toBeInTheDocument();
  expect(screen.queryByText(/next 7 days/)).not.toBeInTheDocument();
  // The data is still that of the previous page.
  rerender(cell(new Map([['b', sales()]])));
  expect(screen.queryByText(/next 7 days/)).not.toBeInTheDocument();
  rerender(cell(new Map([['a', sales({ full_days: 2 })]])));
  expect(screen.getByText('6 / 12')).toBeInTheDocument();
  expect(screen.getByText('23 of 84 seats sold, next 7 days')).toBeInTheDocument();
  expect(screen.getByText('2 days sold out')).toBeInTheDocument();
});
