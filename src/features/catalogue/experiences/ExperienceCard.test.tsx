import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { describe, expect, it } from 'vitest';
import { ExperienceCard } from './ExperienceCard.tsx';
import type { ExperienceListItem } from './queries.ts';

const base: ExperienceListItem = {
  id: '0b9d1c2e-1111-4222-8333-444455556666',
  territory_id: 'rio-dulce',
  title: 'River Canyon by Lancha',
  description: '',
  image_urls: [],
  duration: 4.5,
  booking_type: 'shared',
  shared_price: 185,
  private_price: null,
  max_spots: 12,
  max_private_guests: null,
  available_spots: 12,
  featured: false,
  featured_order: null,
  rating_average: null,
  rating_count: 0,
  tags: [],
};

function show(changes: Partial<ExperienceListItem>, referral: string | null = null) {
  const { container } = renderApp(
    <ExperienceCard experience={{ ...base, ...changes }} currencySymbol="Q" referral={referral} />,
  );
  return container;
}

describe('ExperienceCard', () => {
  it.each<[string, Partial<ExperienceListItem>, string]>([
    ['shared', {}, 'Q185.00 per person'],
    [
      'private',
      { booking_type: 'private', shared_price: null, private_price: 950, max_private_guests: 6 },
      'Q950.00 total',
    ],
    ['both', { booking_type: 'both', private_price: 950, max_private_guests: 6 }, 'From Q185.00 / person'],
  ])('labels the price of a %s one', (_, changes, text) => {
    expect(show(changes)).toHaveTextContent(text);
  });

  it('leads to the experience and keeps the referral', () => {
    show({}, 'HOTEL1');
    expect(screen.getByRole('link', { name: 'River Canyon by Lancha' })).toHaveAttribute(
      'href',
      `/experiences/${base.id}?ref=HOTEL1`,
    );
  });

  it('shows duration, party, rating and that it is featured', () => {
    const card = show({ featured: true, rating_average: 4.75, rating_count: 1 });
    expect(card).toHaveTextContent('4h 30m');
    expect(card).toHaveTextContent('Up to 12 people');
    expect(card).toHaveTextContent('Featured');
    expect(card).toHaveTextContent('Rated 4.8 of 5');
    expect(card).toHaveTextContent('1 review');
  });

  it('shows no rating before there is one', () => {
    expect(show({})).not.toHaveTextContent('Rated');
  });
});
