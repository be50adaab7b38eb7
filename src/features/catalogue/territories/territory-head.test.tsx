import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { TerritoryIntro } from './TerritoryHead';

it('a region leads to how its roads and rivers are, also where nothing is closed', () => {
  const territory = {
    id: 'rio dulce',
    name: 'Río Dulce',
    summary: null,
    description: 'A river.',
    country: 'GT',
    visible: true,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    time_zone: 'America/Guatemala',
    image_urls: [],
    video_urls: [],
    meeting_point: null,
    meeting_point_link: null,
  };
  renderApp(<TerritoryIntro territory={territory} referral={null} />);
  expect(screen.getByRole('link', { name: 'How roads, rivers and lakes are' })).toHaveAttribute(
    'href',
    '/territories/rio%20dulce/conditions',
  );
});
