import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { DeleteOffer } from '../catalogue/DeleteOffer';

const server = vi.hoisted(() => ({ run: vi.fn() }));
vi.mock('@/lib/api/run', () => ({ run: server.run }));

beforeEach(() => {
  server.run.mockReset();
});

const show = () =>
  renderApp(
    <DeleteOffer
      kind="experience"
      territoryId="rio"
      offer={{ id: 'e1', title: 'Canyon', visible: true }}
      type="Experience"
      remove={async () => undefined}
      publicKey={['experiences']}
      onCancel={() => undefined}
      onDeleted={() => undefined}
    />,
  );

it('shows whom a deletion affects before it happens, in addition to its own text', async () => {
  server.run.mockResolvedValue({ bookings: 12, guests: 30, departures: 1, last_date: '2026-12-24' });
  show();
  expect(
    await screen.findByText(
      'This affects 12 upcoming bookings until Thursday, December 24, 2026: 30 guests on 1 departure.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Guests keep these bookings/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See these bookings' })).toHaveAttribute(
    'href',
    '/territory-bookings?when=upcoming&service=e1',
  );
  expect(screen.getByRole('alertdialog', { name: 'Delete Experience' })).toHaveAccessibleDescription(
    'Are you sure you want to delete Canyon? This action cannot be undone.',
  );
});

it('shows nothing if nobody is affected', async () => {
  server.run.mockResolvedValue({ bookings: 0, guests: 0, departures: 0, last_date: null });
  show();
  await waitFor(() => expect(screen.queryByLabelText('Looking for upcoming bookings')).toBeNull());
  expect(screen.queryByText(/This affects/)).toBeNull();
});

it('shows a failure to load, and deleting stays possible', async () => {
  server.run.mockRejectedValue(new AppError('server', "We couldn't find out which upcoming bookings this affects."));
  show();
  expect(await screen.findByText(/^We couldn't find out/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled();
});
