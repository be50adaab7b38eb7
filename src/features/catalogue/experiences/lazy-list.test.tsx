import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { run } from '@/lib/api/run';
import { LazyExperienceList } from './LazyExperienceList.tsx';
import type { ExperienceListItem } from './queries.ts';
import { experienceKeys, experiencesQuery } from './queries.ts';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('@/lib/routing/snapshot', async (original) => ({ ...(await original<object>()), isTakenOver: () => true }));
const draw = vi.hoisted(() => vi.fn());
vi.mock('./ExperienceList.tsx', async () => {
  const { useQuery } = await import('@tanstack/react-query');
  const { experiencesQuery } = await import('./queries.ts');
  return {
    default: ({ territoryId }: { territoryId: string }) => {
      draw();
      return useQuery(experiencesQuery(territoryId)).data?.map(({ id, title }) => <p key={id}>{title}</p>);
    },
  };
});

const row = (id: string, title: string) => ({ id, title, tags: [], translations: {}, language: 'en' });
const built = [row('a', 'Hot springs')] as unknown as ExperienceListItem[];

beforeEach(() => {
  draw.mockReset();
  // The list is far below the window.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const client = createQueryClient();
  const answer = vi.mocked(run).getMockImplementation();
  vi.mocked(run).mockResolvedValue(built);
  // The built page stores its rows in this format.
  const snapshot = JSON.stringify(await client.fetchQuery(experiencesQuery('rio')));
  client.setQueryData(experienceKeys.list('rio'), JSON.parse(snapshot));
  vi.mocked(run).mockClear();
  if (answer) vi.mocked(run).mockImplementation(answer);
  renderApp(<LazyExperienceList territoryId="rio" currencySymbol="Q" referral={null} />, { client });
  return () => act(() => client.invalidateQueries({ queryKey: experienceKeys.list('rio'), exact: true }));
}

it('renders the list of a built page that has changed since, without waiting for a scroll', async () => {
  vi.mocked(run).mockResolvedValue([...built, row('b', 'New trip')]);
  const refresh = await open();
  await refresh();
  expect(await screen.findByText('New trip')).toBeInTheDocument();
  vi.mocked(run).mockResolvedValue([row('b', 'New trip')]);
  await refresh();
  await waitFor(() => expect(screen.queryByText('Hot springs')).toBeNull());
});

it('keeps the HTML of the build while nothing has changed', async () => {
  vi.mocked(run).mockResolvedValue(structuredClone(built));
  const refresh = await open();
  await refresh();
  expect(run).toHaveBeenCalledOnce();
  expect(draw).not.toHaveBeenCalled();
});
