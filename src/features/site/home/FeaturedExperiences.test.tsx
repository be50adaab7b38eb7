import { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import FeaturedExperiences from './FeaturedExperiences.tsx';

const canyon = {
  id: '1f0d3c5a-0000-4000-8000-000000000001',
  title: 'River Canyon by Lancha',
  booking_type: 'both',
  shared_price: 185,
  private_price: 1650,
  rating_average: 4.6,
  rating_count: 12,
  territory: { currency_symbol: 'Q' },
};

function show(status: number, body: unknown) {
  const answer = () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const fetching = vi.fn(() => Promise.resolve(answer()));
  vi.stubGlobal('fetch', fetching);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { fetching, ...renderApp(<FeaturedExperiences territoryId="rio-dulce" referral="HOTEL1" />, { client }) };
}

it('shows the price and the rating of an experience, and keeps the code of a partner', async () => {
  show(200, [canyon, { ...canyon, id: 'new', title: 'Night on the River', rating_average: null, rating_count: 0 }]);
  const link = await screen.findByRole('link', { name: 'River Canyon by Lancha' });
  expect(link).toHaveAttribute('href', `/experiences/${canyon.id}?ref=HOTEL1`);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent('From Q185');
  expect(within(first as HTMLElement).getByText('Rated 4.6 of 5')).toBeInTheDocument();
  expect(second).not.toHaveTextContent('Rated');
});

it("marks a title that is not in the page's language", async () => {
  show(200, [
    { ...canyon, title: 'Cañón en lancha', language: 'es', texts: null },
    { ...canyon, id: 'both', language: 'es', texts: { title: 'By lancha' } },
  ]);
  expect(await screen.findByRole('link', { name: 'Cañón en lancha' })).toHaveAttribute('lang', 'es');
  expect(screen.getByRole('link', { name: 'By lancha' })).not.toHaveAttribute('lang');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent('In Spanish');
  expect(second).not.toHaveTextContent('In Spanish');
});

it("offers a retry when they can't be loaded", async () => {
  const { fetching, user } = show(403, { message: 'no' });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(fetching).toHaveBeenCalledTimes(2);
});
