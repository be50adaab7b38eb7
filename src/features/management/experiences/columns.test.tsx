import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import type { ManagedService } from '../catalogue/queries';
import { experienceColumns } from './columns';

const price = experienceColumns('Q', undefined).find(({ id }) => id === 'price');

it.each([
  [{ shared_price: 385, private_price: 1650 }, 'Q385.00'],
  [{ shared_price: null, private_price: 1650 }, 'Q1,650.00per group'],
])('shows the price of a seat, and for an experience without one the price of the group: %o', (prices, shown) => {
  renderApp(<p data-testid="price">{price?.cell(prices as ManagedService)}</p>);
  expect(screen.getByTestId('price').textContent).toBe(shown);
});
