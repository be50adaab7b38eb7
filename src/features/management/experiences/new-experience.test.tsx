import { screen } from '@testing-library/react';
import { firstSteps } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { ExperienceEditor } from './ExperienceEditor';

const team = vi.hoisted(() => ({ guides: [] as { id: string; full_name: string; email: string }[], steps: {} }));
vi.mock('../catalogue/queries', async (original) => ({
  ...(await original<typeof import('../catalogue/queries')>()),
  guidesQuery: () => ({ queryKey: ['guides'], queryFn: async () => team.guides }),
  offerTerritoryQuery: () => ({
    queryKey: ['territory'],
    queryFn: async () => ({ currency_code: 'GTQ', currency_symbol: 'Q', time_zone: 'America/Guatemala' }),
  }),
}));
vi.mock('../first-steps/queries', async (original) => ({
  ...(await original<typeof import('../first-steps/queries')>()),
  firstStepsQuery: () => ({ queryKey: ['first-steps'], queryFn: async () => team.steps }),
}));
vi.mock('./TagsField', () => ({ TagsField: () => null }));

const elmer = { id: 'g1', full_name: 'Elmer', email: 'elmer@example.test' };
const marta = { id: 'g2', full_name: 'Marta', email: 'marta@example.test' };
const open = () => renderApp(<ExperienceEditor id="new" territoryId="rio" />, { url: '/new#who-guides' });

it('has the only guide of the territory as leader, and opens from a link', async () => {
  team.guides = [elmer];
  open();
  expect(await screen.findByRole('listitem', { name: /^Elmer, 1 of 1/ })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Guides' })).toHaveFocus();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

it('asks for a guide if there are several', async () => {
  team.guides = [elmer, marta];
  open();
  expect(await screen.findByRole('option', { name: 'Choose a guide' })).toBeInTheDocument();
  expect(screen.queryByRole('listitem', { name: /1 of 1/ })).toBeNull();
});

it('waits for the invited guide, with the text of the first steps', async () => {
  team.guides = [];
  team.steps = firstSteps();
  open();
  expect(await screen.findByText('Waiting for Marta Xol to accept the invitation')).toBeInTheDocument();
  expect(screen.queryByText(/This region has no guides yet/)).toBeNull();
});

it('explains what to do if nobody was invited', async () => {
  team.guides = [];
  team.steps = firstSteps({ awaited: null });
  open();
  expect(await screen.findByText(/This region has no guides yet/)).toBeInTheDocument();
});
