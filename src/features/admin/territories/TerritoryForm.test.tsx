import { screen, waitFor } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { createTerritory } from './queries';
import { TerritoryForm } from './TerritoryForm';

vi.mock('@/lib/upload/use-entity-media', () => ({
  useEntityMedia: () => ({
    images: ['/storage/v1/object/public/territory-media/a.webp'],
    videos: [],
    uploading: false,
    forget: vi.fn(),
    discard: vi.fn(),
  }),
}));
vi.mock('@/ui/media/MediaField', () => ({ MediaField: () => null }));
vi.mock('./ManagerFields', () => ({ ManagerFields: () => null }));
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  createTerritory: vi.fn(async () => undefined),
}));

it('saves a new territory in both languages', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <TerritoryForm territory={null} territories={[]} back="?" onDone={onDone} onReload={vi.fn()} />,
  );
  await user.selectOptions(screen.getByLabelText('Original language'), 'Spanish');
  await fill(user, screen.getByLabelText('Name'), 'Lago Verde');
  await fill(user, screen.getByLabelText('Name, in English'), 'evil.example.com');
  await fill(user, screen.getByLabelText('Description'), 'Un lago.');
  expect(screen.getByLabelText('Currency')).toHaveValue('GTQ');
  await user.selectOptions(screen.getByLabelText('Currency'), 'MXN');
  await user.selectOptions(screen.getByLabelText('Time zone'), 'America/Merida');
  await user.click(screen.getByRole('button', { name: 'Add region' }));
  await waitFor(() => expect(screen.getByLabelText('Name, in English')).toBeInvalid());
  expect(createTerritory).not.toHaveBeenCalled();
  await user.clear(screen.getByLabelText('Name, in English'));
  await fill(user, screen.getByLabelText('Name, in English'), 'Green Lake');
  await user.click(screen.getByRole('button', { name: 'Add region' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Territory created successfully'));
  expect(createTerritory).toHaveBeenCalledExactlyOnceWith(
    'lago-verde',
    expect.objectContaining({
      name: 'Lago Verde',
      description: 'Un lago.',
      language: 'es',
      translations: { en: { name: 'Green Lake' } },
      currency_code: 'MXN',
      time_zone: 'America/Merida',
    }),
    expect.any(String),
  );
});
