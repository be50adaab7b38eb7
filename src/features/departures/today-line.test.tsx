import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { calendarDate } from '@/lib/format/dates';
import TodayLine from './TodayLine';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const ride = (departure_id: string, start_time: string, people: number) => ({
  departure_id,
  start_time,
  people,
  service_id: departure_id,
  service_date: calendarDate('America/Guatemala'),
  has_time: true,
  time_zone: 'America/Guatemala',
  title: 'Boat',
  names: {},
  territory_name: 'Río Dulce',
});

it('counts the guests of today without those of a cancelled departure', async () => {
  const answers: Record<string, unknown> = {
    day_departures: [ride('d1', '07:00:00', 4), ride('d2', '09:00:00', 3)],
    departure_states: [{ departure_id: 'd1', status: 'cancelled' }],
  };
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked = '';
    const builder = { abortSignal: () => builder };
    const rpc = (name: string) => {
      asked = name;
      return builder;
    };
    ask({ rpc } as never);
    return answers[asked] as never;
  });
  renderApp(<TodayLine />, { user: aProfile({ roles: ['shuttle_driver'], territory_id: 'rio' }) });
  expect(await screen.findByText('Today: 3 guests, 9:00 AM')).toBeVisible();
});
