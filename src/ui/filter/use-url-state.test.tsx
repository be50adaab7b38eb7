import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDate, urlChoice, urlDate, urlSort, urlText, useUrlState } from './use-url-state.ts';

const fields = {
  q: urlText(10),
  from: urlDate(),
  status: urlChoice(['all', 'paid'], 'all'),
  sort: urlSort(['name', 'date'], { id: 'date', desc: true }),
};

function Filters() {
  const state = useUrlState(fields);
  const { search } = useLocation();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  return (
    <>
      <input aria-label="Search" value={state.shown.q} onChange={(event) => state.change({ q: event.target.value })} />
      <button type="button" onClick={() => state.clear()}>
        Clear
      </button>
      <button type="button" onClick={() => navigate('/?q=link')}>
        Link
      </button>
      {/* Changes the current URL, as the table of territories does when it opens its form. */}
      <button type="button" onClick={() => setParams((before) => new URLSearchParams([...before, ['edit', 'new']]))}>
        Edit
      </button>
      <output aria-label="settled">{JSON.stringify(state.settled)}</output>
      <output aria-label="address">{search}</output>
    </>
  );
}

function show(address: string) {
  const router = createMemoryRouter([{ path: '/', element: <Filters /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}
const settled = () => JSON.parse(screen.getByLabelText('settled').textContent ?? '');
const address = () => screen.getByLabelText('address').textContent;
const pause = () => act(() => vi.advanceTimersByTimeAsync(300));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});
const typist = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

describe('filters in the address', () => {
  it('are read from it, without nonsense', () => {
    show('/?q=anna&from=2026-02-30&status=no&sort=-name&tab=people');
    expect(settled()).toEqual({ q: 'anna', from: '', status: 'all', sort: { id: 'name', desc: true } });
  });

  it('are written shortly after the last key, in addition to other parameters', async () => {
    const user = typist();
    show('/?tab=people');
    await user.type(screen.getByLabelText('Search'), 'an b ');
    expect(screen.getByLabelText('Search')).toHaveValue('an b ');
    await pause();
    expect(address()).toBe('?tab=people&q=an+b');
    // The field keeps a trailing space while someone types.
    expect(screen.getByLabelText('Search')).toHaveValue('an b ');
    await user.type(screen.getByLabelText('Search'), 'c');
    await pause();
    expect(settled().q).toBe('an b c');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await pause();
    expect(address()).toBe('?tab=people');
  });

  it('are applied for a click before they are written, and after going back', async () => {
    const user = typist();
    const router = show('/');
    await user.type(screen.getByLabelText('Search'), 'anna');
    expect(address()).toBe('');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(address()).toBe('?q=anna&edit=new'));
    await act(() => router.navigate(-1));
    expect(address()).toBe('?q=anna');
    expect(screen.getByLabelText('Search')).toHaveValue('anna');
  });

  it.each(['{Enter}', '{Tab}'])('are written at once with %s', async (key) => {
    const user = typist();
    show('/');
    await user.type(screen.getByLabelText('Search'), 'anna');
    expect(settled().q).toBe('');
    await user.keyboard(key);
    expect(settled().q).toBe('anna');
  });

  it('are replaced by a link that is followed at that moment', async () => {
    const user = typist();
    const router = show('/?q=old');
    await user.type(screen.getByLabelText('Search'), 'er');
    await act(() => router.navigate('/?q=link'));
    await pause();
    expect(address()).toBe('?q=link');
    expect(screen.getByLabelText('Search')).toHaveValue('link');
  });

  it('lose no key that is pressed while they are being written', async () => {
    const user = typist();
    show('/');
    await user.type(screen.getByLabelText('Search'), 'an');
    await act(async () => {
      vi.advanceTimersByTime(250);
      fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'anna' } });
    });
    await pause();
    expect(screen.getByLabelText('Search')).toHaveValue('anna');
    expect(address()).toBe('?q=anna');
  });

  it('follow a link', async () => {
    const user = typist();
    show('/?q=old');
    await user.click(screen.getByRole('button', { name: 'Link' }));
    expect(screen.getByLabelText('Search')).toHaveValue('link');
  });
});

it('recognises valid days', () => {
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '26-01-01', ''].map(isDate)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('removes characters from a text that the database refuses', () => {
  expect(urlText().parse('lan\0quín')).toBe('lanquín');
  expect(urlText().print('lan\0quín')).toBe('lanquín');
  expect(urlText().print('\0')).toBeNull();
});
