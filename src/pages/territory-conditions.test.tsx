import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { conditionsQuery, type RecentCondition, recentConditionsQuery } from '@/features/catalogue/conditions/queries';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { setBuiltAt } from '@/lib/routing/snapshot';
import TerritoryConditionsPage from './territory-conditions.tsx';

const BUILT = '2026-11-27T12:05:00Z';
const closed = {
  id: 'c1',
  territory_id: 'rio',
  subject: 'river',
  state: 'closed',
  text: 'The harbour master closed the river.',
  source_url: null,
  touches_all: true,
  starts_at: BUILT,
  ends_at: '2099-11-28T12:00:00Z',
  changed_at: BUILT,
  poster: null,
  territory: { time_zone: 'America/Guatemala' },
  services: [],
  begun: true,
  ended: false,
  changes: [],
} satisfies RecentCondition;

/** Mocks the API as it is after the build. The test decides when it responds. */
function api() {
  let answer: (rows: object[] | null) => void = () => undefined;
  const said = new Promise<object[] | null>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    const rows = await said;
    return rows ? Response.json(rows) : new Response('{}', { status: 400 });
  });
  return { answer };
}

/** Returns a cache that contains the region. */
function withRegion() {
  const client = createQueryClient();
  client.setQueryData(territoryQuery('rio').queryKey, {
    id: 'rio',
    name: 'Río',
    time_zone: 'America/Guatemala',
  } as never);
  return client;
}

/** Returns a cache filled as the built HTML fills it. */
function built(rows: RecentCondition[]) {
  const client = withRegion();
  client.setQueryData(recentConditionsQuery('rio').queryKey, rows);
  client.setQueryData(conditionsQuery(['rio']).queryKey, rows);
  setBuiltAt(Date.parse(BUILT), Date.now());
  return client;
}

const check = (client: ReturnType<typeof built>) => {
  // Moves the clock, because the cached data must be at least a millisecond older than the request.
  vi.setSystemTime(Date.now() + 1000);
  void client.invalidateQueries({ queryKey: ['conditions'] });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const open = (client: ReturnType<typeof built>) =>
  renderApp(
    <Routes>
      <Route path="/territories/:id/conditions" element={<TerritoryConditionsPage />} />
    </Routes>,
    { url: '/territories/rio/conditions', client },
  );

describe('the page of travel alerts', () => {
  it('does not claim that everything is open before checking, and shows when nothing was reported', async () => {
    const { answer } = api();
    const client = built([]);
    open(client);
    expect(screen.getByText('Checked at Fri, Nov 27, 2026, 6:05 AM.')).toBeVisible();
    expect(screen.getByText('Checking now…')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'There were no travel alerts' })).toBeVisible();
    expect(screen.queryByText('Everything is open')).not.toBeInTheDocument();

    check(client);
    answer([]);
    expect(await screen.findByRole('heading', { name: 'Everything is open' })).toBeVisible();
    expect(screen.getByText('Up to date.')).toBeVisible();
  });

  it('shows that it could not be checked, and offers a retry', async () => {
    const { answer } = api();
    const client = built([]);
    open(client);
    check(client);
    answer(null);
    expect(await screen.findByText("We couldn't check for updates.")).toBeVisible();
    expect(screen.getByText('Checked at Fri, Nov 27, 2026, 6:05 AM.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('Everything is open')).not.toBeInTheDocument();
  });
});

describe('an ended alert', () => {
  const endedAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const rows = [
    { ...closed, text: 'The bridge was under water.', ends_at: endedAgo(29) },
    { ...closed, id: 'c2', text: 'A landslide.', ends_at: endedAgo(31) },
  ].map((row) => ({ ...row, language: 'en', translations: {} }));

  /** Mocks the API with these rows. It filters them by their end, as the page requests. */
  function stored() {
    vi.stubGlobal('fetch', async (input: string | URL | Request) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.pathname.endsWith('/conditions')) return Response.json([]);
      const later = /^gt\.(.+)$/.exec(url.searchParams.get('ends_at') ?? '')?.[1] ?? '';
      return Response.json(rows.filter(({ ends_at }) => later === '' || Date.parse(ends_at) > Date.parse(later)));
    });
    return withRegion();
  }

  it('stays on the page for 30 days', async () => {
    open(stored());
    expect(await screen.findByRole('region', { name: 'In the last 30 days' })).toHaveTextContent(
      'The bridge was under water.',
    );
    expect(screen.queryByText('A landslide.')).not.toBeInTheDocument();
  });
});

describe("alerts on a service's page", () => {
  it('shows the age of a built alert until it is checked', async () => {
    const { answer } = api();
    const client = built([closed]);
    renderApp(<Conditions territoryId="rio" service={{ kind: 'experience', id: 'e1' }} />, { client });
    expect(screen.getByRole('alert')).toHaveTextContent('River closed.');
    expect(screen.getByText('Checked at Fri, Nov 27, 2026, 6:05 AM.')).toBeVisible();
    expect(screen.getByText('Checking now…')).toBeVisible();
    check(client);
    answer([]);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(screen.queryByText(/As of/)).not.toBeInTheDocument();
  });

  it('does not pass for open if it could not be checked', async () => {
    const { answer } = api();
    const client = built([]);
    renderApp(<Conditions territoryId="rio" />, { client });
    check(client);
    answer(null);
    expect(await screen.findByText("We couldn't check whether roads and rivers are open.")).toBeVisible();
  });
});
