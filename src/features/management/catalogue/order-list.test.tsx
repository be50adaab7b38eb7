import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { OrderList } from './OrderList';

it('orders a list by keyboard, and keeps the focus in it when a row is removed', async () => {
  const onMove = vi.fn();
  const onRemove = vi.fn();
  const items = ['Elmer', 'Marta', 'Beto'].map((name) => ({ id: name, label: name, content: name }));
  const { rerender, user } = renderApp(<OrderList label="Guides" items={items} onMove={onMove} onRemove={onRemove} />);
  screen.getByRole('listitem', { name: /^Marta, 2 of 3/ }).focus();
  await user.keyboard('{ArrowUp}{Home}{End}');
  expect(onMove.mock.calls).toEqual([
    [1, 0],
    [1, 0],
    [1, 2],
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Marta' }));
  expect(onRemove).toHaveBeenCalledWith('Marta');
  rerender(
    <OrderList label="Guides" items={items.filter(({ id }) => id !== 'Marta')} onMove={onMove} onRemove={onRemove} />,
  );
  await waitFor(() => expect(screen.getByRole('listitem', { name: /^Beto, 2 of 2/ })).toHaveFocus());
});
