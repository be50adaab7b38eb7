import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
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
  return (
    <>
      <input aria-label="Search" value={state.shown.q} onChange={(event) => state.change({ q: event.target.value })} />
      <button type="button" onClick={() => state.clear()}>
        Clear
      </button>
      <button type="button" onClick={() => navigate('/?q=link')}>
        Link
      </button>
      <output aria-label="settled">{JSON.stringify(state.settled)}</output>
      <output aria-label="address">{search}</output>
    </>
  );
}

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Filters />
    </MemoryRouter>,
  );
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
  it('are read from it, and what makes no sense is not there', () => {
    show('/?q=anna&from=2026-02-30&status=no&sort=-name&tab=people');
    expect(settled()).toEqual({ q: 'anna', from: '', status: 'all', sort: { id: 'name', desc: true } });
  });

  it('are written a moment after the last key, beside what else stands there', async () => {
    const user = typist();
    show('/?tab=people');
    await user.type(screen.getByLabelText('Search'), 'an b ');
    expect(screen.getByLabelText('Search')).toHaveValue('an b ');
    await pause();
    expect(address()).toBe('?tab=people&q=an+b');
    // The blank that is still being typed behind is not taken away.
    expect(screen.getByLabelText('Search')).toHaveValue('an b ');
    await user.type(screen.getByLabelText('Search'), 'c');
    await pause();
    expect(settled().q).toBe('an b c');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await pause();
    expect(address()).toBe('?tab=people');
  });

  it('follow a link', async () => {
    const user = typist();
    show('/?q=old');
    await user.click(screen.getByRole('button', { name: 'Link' }));
    expect(screen.getByLabelText('Search')).toHaveValue('link');
  });
});

it('knows the days that there are', () => {
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '26-01-01', ''].map(isDate)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
