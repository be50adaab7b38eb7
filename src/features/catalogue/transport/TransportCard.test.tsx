import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { describe, expect, it } from 'vitest';
import type { TransportListItem } from '@/features/catalogue/transport/queries';
import { TransportCard } from './TransportCard';

const transport = (changes: Partial<TransportListItem> = {}): TransportListItem => ({
  id: 't1',
  territory_id: 'rio-dulce',
  title: 'Río Dulce to Flores Shuttle',
  image_urls: [],
  booking_type: 'shared',
  shared_price: 200,
  private_price: null,
  max_spots: 12,
  max_private_guests: 4,
  available_spots: 12,
  pickup_location: 'Bruno’s Dock',
  destination: 'Flores',
  destination_key: 'Flores',
  times: ['13:00:00'],
  duration_hours: 4.5,
  rating_average: null,
  rating_count: 0,
  destination_region: null,
  type: { id: 'shuttle', name: 'Shuttle' },
  territory: { id: 'rio-dulce', name: 'Río Dulce', currency_symbol: 'Q' },
  ...changes,
});

function show(changes: Partial<TransportListItem> = {}, referral: string | null = null) {
  renderApp(<TransportCard transport={transport(changes)} referral={referral} />);
  return screen.getByRole('article').textContent;
}

describe('the card', () => {
  it('shows the price of a shared service', () => {
    const text = show();
    for (const words of ['Shuttle', '1:00 PM', '4 h 30 min', 'Up to 12 passengers', 'From Q200.00 / person'])
      expect(text).toContain(words);
    expect(text).toContain('Bruno’s Dockto Flores');
    expect(text).not.toContain('Private from');
  });
  it.each([
    [['06:00:00', '13:00:00'], '6:00 AM, 1:00 PM'],
    [['06:00:00', '08:00:00', '10:00:00', '12:00:00'], '6:00 AM, 8:00 AM, 10:00 AM …'],
  ])('shows the times of transport that leaves at %j', (times, text) => {
    expect(show({ times })).toContain(text);
  });
  it('shows both prices of a service of both types', () => {
    const text = show({ booking_type: 'both', private_price: 2100 });
    expect(text).toContain('From Q200.00 / person');
    expect(text).toContain('Private from Q2,100.00');
  });
  it('shows a private one without time or destination', () => {
    const text = show({
      booking_type: 'private',
      shared_price: null,
      private_price: 340,
      times: [],
      duration_hours: null,
      destination: null,
    });
    expect(text).toContain('Q340.00 per vehicle');
    expect(text).toContain('Up to 4 passengers');
    expect(text).not.toMatch(/PM|hour|Bruno|person/);
  });
  it("marks names that are not in the page's language", () => {
    show({
      untranslated: { destination: 'es' },
      territory: { id: 'rio-dulce', name: 'Río Dulce', currency_symbol: 'Q', untranslated: { name: 'es' } },
    });
    expect(screen.getByText('Río Dulce')).toHaveAttribute('lang', 'es');
    expect(screen.getByText('Flores')).toHaveAttribute('lang', 'es');
    expect(screen.getByText('Bruno’s Dock')).not.toHaveAttribute('lang');
  });
  it('keeps the code of a partner in its link', () => {
    show({}, 'ABC123');
    expect(screen.getByRole('link')).toHaveAttribute('href', '/transport/t1?ref=ABC123');
  });
});
