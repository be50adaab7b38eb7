import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { PausedNotice } from './PausedNotice';
import { guideKeys } from './queries';

function open(names: string[]) {
  const client = createQueryClient();
  client.setQueryData(
    guideKeys.pauses('me'),
    names.map((name) => ({ territory_id: name, name })),
  );
  return renderApp(<PausedNotice userId="me" />, { client });
}

it('shows where a guide takes no new bookings, each territory separately', () => {
  open(['Antigua', 'Río Dulce']);
  expect(screen.getByRole('status')).toHaveTextContent("You're paused in Antigua: new bookings go to other guides");
  expect(screen.getByRole('status')).toHaveTextContent("You're paused in Río Dulce: new bookings go to other guides");
  expect(screen.getByRole('status')).toHaveTextContent('You keep the trips you already lead.');
});

it('shows nothing without a pause', () => {
  open([]);
  expect(screen.queryByRole('status')).toBeNull();
});
