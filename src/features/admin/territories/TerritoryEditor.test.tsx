import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import type { AdminTerritory } from './queries';
import TerritoryEditor from './TerritoryEditor';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const lake: AdminTerritory = {
  id: 'lake',
  name: 'Lake',
  shown: { name: 'Lake', description: 'Blue.' },
  description: 'Blue.',
  language: 'en',
  translations: {},
  country: 'GT',
  visible: true,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  time_zone: 'America/Guatemala',
  image_urls: ['/art/atitlan.svg'],
  video_urls: [],
  archived_at: null,
  updated_at: '2026-11-22T00:00:00Z',
};
/** The territory as a colleague has saved it. */
const theirs: AdminTerritory = { ...lake, description: 'Green.', updated_at: '2026-11-22T00:01:00Z' };

function Page({ territory }: { territory: AdminTerritory }) {
  const rest = { error: null, onRetry: async () => undefined, back: '?', onDone: vi.fn() };
  return <TerritoryEditor id="lake" territories={[territory]} {...rest} />;
}

it('fills an untouched form with a newer version of the list', () => {
  const { rerender } = renderApp(<Page territory={lake} />);
  rerender(<Page territory={theirs} />);
  expect(screen.getByLabelText('Description')).toHaveValue('Green.');
});

it('keeps a form in which someone is typing', async () => {
  const { rerender } = renderApp(<Page territory={lake} />);
  const field = screen.getByLabelText('Description');
  await fill(userEvent, field, ' And deep.');
  rerender(<Page territory={theirs} />);
  expect(screen.getByLabelText('Description')).toBe(field);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Blue. And deep.');
});
