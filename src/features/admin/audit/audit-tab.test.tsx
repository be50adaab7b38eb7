import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import AuditTab from './AuditTab';

/** Answers each database function. A search for "ana" matches too many entries. */
const asked = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => {
  const answer = (name: string, args: { p_search?: string; p_actor?: string } = {}) => {
    asked(name, args);
    if (name === 'audit_search_cut') return args.p_search === 'ana' || args.p_actor === 'ana';
    return [];
  };
  const request = (data: unknown) => {
    const step = {
      abortSignal: () => step,
      select: () => step,
      order: () => step,
      limit: () => step,
      is: () => step,
      // biome-ignore lint/suspicious/noThenProperty: a request of the client is awaited
      then: (done: (answered: unknown) => unknown) => Promise.resolve({ data, error: null, status: 200 }).then(done),
    };
    return step;
  };
  return {
    database: async () => ({
      rpc: (name: string, args?: object) => request(answer(name, args)),
      from: () => request([]),
    }),
  };
});

// jsdom doesn't support the <search> element.
vi.mock('@/ui/filter/filters', async (load) => ({
  ...(await load<typeof import('@/ui/filter/filters')>()),
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}));

const CUT = /^This search matches more than 5,000 people or bookings/;

function show(address: string) {
  renderApp(<AuditTab />, { url: address });
  return userEvent.setup();
}

it.each(['/?q=ana', '/?who=ana'])('%s: reports that a search with too many matches is cut short', async (address) => {
  show(address);
  expect(await screen.findByText(CUT)).toBeInTheDocument();
});

it('removes the note with another word, and searches nothing without words', async () => {
  asked.mockClear();
  const user = show('/');
  expect(await screen.findByText('No entries yet.')).toBeInTheDocument();
  expect(asked).not.toHaveBeenCalledWith('audit_search_cut', expect.anything());
  await user.type(screen.getByLabelText('Search'), 'ana');
  expect(await screen.findByText(CUT)).toBeInTheDocument();
  await fill(user, screen.getByLabelText('Search'), ' lópez');
  await vi.waitFor(() => expect(screen.queryByText(CUT)).toBeNull());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('audit_search_cut', { p_search: 'ana lópez' }));
});
