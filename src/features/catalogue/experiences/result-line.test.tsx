import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import ExperienceList from './ExperienceList.tsx';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('./ExperienceCard.tsx', () => ({ ExperienceCard: () => null }));
// jsdom doesn't support the <search> element.
vi.mock('./FilterBar.tsx', () => ({ FilterBar: () => null }));

const row = (id: string, title: string) => ({
  id,
  title,
  description: '',
  tags: [],
  translations: {},
  language: 'en',
  booking_type: 'shared',
  shared_price: 100,
  private_price: null,
});

it.each([
  ['', '2 experiences'],
  ['?q=springs', '1 experience matches your filters'],
  ['?q=o', '2 experiences match your filters'],
  ['?q=nothing', '0 experiences match your filters'],
])('shows for the address "%s" "%s"', async (search, text) => {
  vi.mocked(run).mockResolvedValue([row('a', 'Hot springs'), row('b', 'Volcano')]);
  renderApp(<ExperienceList territoryId="rio" currencySymbol="Q" referral={null} />, {
    url: `/territories/rio${search}`,
  });
  await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(text));
});
