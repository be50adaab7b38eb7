import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import type { Column, DataTableProps, Sort } from './types.ts';

interface Place {
  id: string;
  name: string;
  people: number | null;
}
const PLACES: Place[] = [
  { id: 'b', name: 'Bacalar', people: 10 },
  { id: 'a', name: 'Água 10', people: null },
  { id: 'c', name: 'agua 2', people: 9 },
];
const columns: Column<Place>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'people', header: 'People', cell: (row) => row.people ?? '-', sortValue: (row) => row.people, align: 'end' },
];

function screenIs(kind: 'wide' | 'phone') {
  vi.stubGlobal('matchMedia', () => ({
    matches: kind === 'wide',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function Places(props: Partial<DataTableProps<Place>>) {
  const [sort, setSort] = useState<Sort>({ id: 'name', desc: false });
  return (
    <DataTable
      label="Places"
      rows={PLACES}
      rowKey={(row) => row.id}
      columns={columns}
      empty="No places"
      sort={sort}
      onSort={setSort}
      {...props}
    />
  );
}

function Switches() {
  const [hidden, setHidden] = useState<string | null>(null);
  const switchOf = ({ id, name }: Place) => ({
    label: hidden === id ? `Show ${name}` : `Hide ${name}`,
    short: '',
    icon: null,
    inline: true,
    onSelect: () => setHidden(id),
  });
  return <Places actions={(row) => [switchOf(row)]} />;
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

it.each(['wide', 'phone'] as const)('says above the old rows that it is searching: %s', (kind) => {
  screenIs(kind);
  const { rerender } = renderApp(<Places stale />);
  expect(screen.getByRole('status')).toHaveTextContent('Searching');
  expect(screen.getByText('Bacalar')).toBeVisible();
  rerender(<Places stale={false} />);
  expect(screen.queryByRole('status')).toBeNull();
});

it('does not call a search empty before its answer', () => {
  screenIs('wide');
  const { rerender } = renderApp(<Places rows={[]} stale />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  expect(screen.queryByText('No places')).toBeNull();
  rerender(<Places rows={[]} />);
  expect(screen.getByText('No places')).toBeVisible();
});

describe('a table', () => {
  beforeEach(() => screenIs('wide'));

  it('keeps the focus on a button that is renamed when clicked', async () => {
    renderApp(<Switches />);
    screen.getByRole('button', { name: 'Hide Bacalar' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show Bacalar' })).toHaveFocus());
  });

  it('sorts by the clicked header, by the alphabet and by size, and announces it', async () => {
    const user = userEvent.setup();
    renderApp(<Places />);
    expect(names()).toEqual(['agua 2', 'Água 10', 'Bacalar']);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Bacalar', 'Água 10', 'agua 2']);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'People' }));
    expect(names()).toEqual(['agua 2', 'Bacalar', 'Água 10']);
  });

  it('leaves the order to the server if configured', () => {
    renderApp(<Places sortedBy="server" />);
    expect(names()).toEqual(['Bacalar', 'Água 10', 'agua 2']);
  });

  it('moves between rows by keyboard and opens one with Enter', async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn();
    renderApp(<Places onOpen={onOpen} onSort={() => undefined} sortedBy="server" />);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(screen.getAllByRole('row')[1]).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(screen.getAllByRole('row')[3]).toHaveFocus();
    await user.keyboard('{Home}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(PLACES[0]);
  });

  it('offers what can be done with a row: a button, and a menu for the rest', async () => {
    const user = userEvent.setup();
    const done = vi.fn();
    renderApp(
      <Places
        rows={PLACES.slice(0, 1)}
        actions={(row) => [
          { label: `Edit ${row.name}`, short: 'Edit', icon: null, inline: true, onSelect: () => done('edit') },
          { label: `Delete ${row.name}`, short: 'Delete', icon: null, onSelect: () => done('delete') },
        ]}
      />,
    );
    // The menu works by keyboard even the first time, and closing it restores the focus.
    const more = screen.getByRole('button', { name: 'More actions' });
    more.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Edit Bacalar' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(done.mock.calls.flat()).toEqual(['edit', 'delete']);
  });

  it('renders only the rows near the window of a long list, and shows how many there are', () => {
    vi.stubGlobal('scrollTo', () => undefined);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60); // jsdom has no layout.
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: `${index}`,
      name: `Place ${index}`,
      people: index,
    }));
    renderApp(<Places rows={many} sortedBy="server" />);
    expect(screen.getAllByRole('row').length).toBeLessThan(200);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  });

  it('shows that it loads, that there is nothing, that it failed', async () => {
    const user = userEvent.setup();
    const onRetry = vi.fn();
    const { rerender } = renderApp(<Places rows={undefined} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    rerender(<Places rows={[]} />);
    expect(screen.getByText('No places')).toBeInTheDocument();
    rerender(
      <Places rows={undefined} error={new Error('Offline')} errorTitle="Failed to load places" onRetry={onRetry} />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load places');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalled();
    rerender(<Places error={new Error('Offline')} />);
    expect(names()).toHaveLength(3);
    expect(screen.getByRole('alert')).toHaveTextContent('Offline');
  });

  it('shows no failure for unloaded data while offline, and loads it when online again', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const onRetry = vi.fn();
    renderApp(
      <Places rows={undefined} error={new Error('Offline')} errorTitle="Failed to load places" onRetry={onRetry} />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent("You're offline. This page will open when you're back online.");
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(onRetry).toHaveBeenCalledOnce());
    online.mockRestore();
  });
});

describe('cards on a phone', () => {
  it('shows rows as cards with their labels, and the order is selected above them', async () => {
    screenIs('phone');
    const user = userEvent.setup();
    renderApp(<Places />);
    const cards = () => screen.getAllByRole('listitem').map((card) => card.textContent);
    expect(cards()).toEqual(['agua 2People9', 'Água 10People-', 'BacalarPeople10']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'People');
    await user.click(screen.getByRole('button', { name: 'Sort descending' }));
    expect(cards()[0]).toBe('Água 10People-');
  });
});
