import { screen, within } from '@testing-library/react';
import { aTerritory } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ExperienceDetail } from './experiences/ExperienceDetail';
import type { Experience } from './experiences/queries';
import { TerritoryIntro } from './territories/TerritoryHead';
import type { Transport } from './transport/queries';
import { TransportDetail } from './transport/TransportDetail';

// These parts of a detail page need no request.
vi.mock('./service/ServiceDetail', () => ({
  ServiceDetail: ({ badges, subtitle, facts, meeting }: Record<string, ReactNode>) => (
    <main>
      <div>{subtitle}</div>
      {badges}
      <ul>{facts}</ul>
      {meeting}
    </main>
  ),
  CancellationFact: () => null,
  PassportFact: () => null,
}));

const language = (text: string) => screen.getByText(text).closest('[lang]:not(html)')?.getAttribute('lang') ?? null;

const territory = aTerritory({
  id: 'lago',
  name: 'Lago de Atitlán',
  description: 'A lake.',
  meeting_point: 'En el muelle',
});

it("marks the languages of a territory's name and meeting point", () => {
  const untranslated = { name: 'es', meeting_point: 'es' };
  const { unmount } = renderApp(<TerritoryIntro territory={{ ...territory, untranslated }} referral={null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'es');
  expect(language('En el muelle')).toBe('es');
  expect(language('A lake.')).toBeNull();
  // The name doesn't need a note about its language, because many names are the same in both.
  expect(screen.getAllByText('In Spanish')).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: 'Where you meet' })).getByText('In Spanish')).toBeVisible();
  unmount();
  renderApp(<TerritoryIntro territory={territory} referral={null} />);
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveAttribute('lang');
  expect(screen.queryByText('In Spanish')).toBeNull();
});

it("marks the languages of an experience's tags and meeting place, its own or the territory's", () => {
  const experience = {
    meeting_point: null,
    meeting_point_link: null,
    booking_type: 'shared',
    shared_price: 100,
    duration: 2,
    video_urls: [],
    territory: { ...territory, untranslated: { meeting_point: 'es' } },
    tags: [
      { id: '1', key: 'Selva', names: ['Selva'], name: 'Selva', untranslated: { name: 'es' } },
      { id: '2', key: 'Boat', names: ['Boat'], name: 'Boat' },
    ],
  } as Partial<Experience> as Experience;
  renderApp(<ExperienceDetail experience={experience} />);
  expect(language('En el muelle')).toBe('es');
  expect(screen.getByText('In Spanish')).toBeVisible();
  expect(language('Selva')).toBe('es');
  expect(language('Boat')).toBeNull();
});

it("marks the languages of a transport service's places, territory and pickup location", () => {
  const transport = {
    pickup_location: 'Muelle',
    destination: 'The island',
    booking_type: 'shared',
    shared_price: 100,
    times: [],
    duration_hours: null,
    territory: { ...territory, untranslated: { name: 'es' } },
    pickup: {
      name: 'Muelle municipal',
      directions: 'Behind the church.',
      map_link: null,
      untranslated: { name: 'es' },
    },
    untranslated: { pickup_location: 'es' },
  } as Partial<Transport> as Transport;
  renderApp(<TransportDetail transport={transport} referral={null} />);
  expect(language('Muelle')).toBe('es');
  expect(language('The island')).toBeNull();
  expect(language('Lago de Atitlán')).toBe('es');
  const pickup = within(screen.getByRole('region', { name: 'Pickup location' }));
  expect(language('Muelle municipal')).toBe('es');
  expect(language('Behind the church.')).toBeNull();
  expect(pickup.getByText('In Spanish')).toBeVisible();
});
