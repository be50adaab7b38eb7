import { screen } from '@testing-library/react';
import { aTerritory } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { TerritoryIntro } from './TerritoryHead';

it('links a territory to its roads and rivers even when nothing is closed', () => {
  renderApp(<TerritoryIntro territory={aTerritory({ id: 'rio dulce' })} referral={null} />);
  expect(screen.getByRole('link', { name: 'Road, river and lake conditions' })).toHaveAttribute(
    'href',
    '/territories/rio%20dulce/conditions',
  );
});
