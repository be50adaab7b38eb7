import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { PriceLines } from './price';

function translate(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

it('shows the number of paying people on a translated page too', () => {
  const lines = (quantity: number) => (
    <PriceLines
      lines={[{ code: 'per_person', unitPrice: 310, quantity, amount: 310 * quantity }]}
      total={310 * quantity}
      symbol="Q"
    />
  );
  const { rerender } = renderApp(lines(1));
  translate(document.body);
  rerender(lines(2));
  expect(screen.getByText('Q310.00 × 2 people')).toBeVisible();
  expect(screen.queryByText(/1 person/)).toBeNull();
  expect(screen.getAllByText('Q620.00')).toHaveLength(2);
});
