import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { territoryQuery } from '@/features/catalogue/territories/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { choicesQuery } from '../queries';
import DriverPlan from './DriverPlan';
import { copyDriverWeek, gapsQuery, type PlannedRun, planQuery, setDepartureDrivers } from './queries';

vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  setDepartureDrivers: vi.fn(),
  copyDriverWeek: vi.fn(),
}));

// A Wednesday in Guatemala.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-10-14T18:00:00Z'), shouldAdvanceTime: true });
  vi.mocked(setDepartureDrivers).mockResolvedValue();
});
afterEach(() => vi.useRealTimers());

const planned = (more: Partial<PlannedRun>): PlannedRun =>
  ({
    slot_id: 'flores',
    service_date: '2026-10-15',
    start_time: '08:00:00',
    title: 'To Flores',
    people: 4,
    past: false,
    is_set: false,
    unled: false,
    drivers: [{ driver_id: 'juan', full_name: 'Juan Caal', answer: null }],
    ...more,
  }) as PlannedRun;
const flores = planned({});
const boat = planned({
  slot_id: 'boat',
  title: 'Lake boat',
  start_time: '09:00:00',
  people: 0,
  unled: true,
  drivers: [{ driver_id: 'juan', full_name: 'Juan Caal', answer: 'declined' }],
});

const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
function show(runs: PlannedRun[], gaps: object[] = []) {
  const client = createQueryClient();
  const set = (queryKey: readonly unknown[], data: unknown) => {
    client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
    client.setQueryData(queryKey, data);
  };
  set(territoryQuery('rio').queryKey, { name: 'Rio', time_zone: 'America/Guatemala' });
  for (const monday of ['2026-10-12', '2026-10-19']) set(planQuery('me', 'rio', monday).queryKey, runs);
  set(gapsQuery('me', 'rio').queryKey, gaps);
  set(choicesQuery('me', 'rio').queryKey, {
    drivers: [
      { driver_id: 'juan', full_name: 'Juan Caal' },
      { driver_id: 'pedro', full_name: 'Pedro Xol' },
    ],
    departures: [],
  });
  vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  return renderApp(<DriverPlan userId="me" territoryId="rio" status={status} />, { client });
}

it('shows who drives each departure, who declined, and which has no driver', () => {
  show([flores, boat]);
  const day = screen.getByRole('region', { name: 'Thursday, October 15, 2026' });
  const [first, second] = within(day).getAllByRole('list', { name: /^Drivers: / });
  expect(first).toHaveTextContent('Juan Caal');
  expect(second).toHaveTextContent('Juan CaalDeclinedNo driver');
});

it('lists the days without a driver and leads to their week', async () => {
  const { user, router } = show([flores], [{ service_date: '2026-10-21', departures: 2, booked: 1 }]);
  expect(screen.getByRole('region', { name: 'Departures without a driver' })).toHaveTextContent(
    '2 departures in the next two weeks have no driver',
  );
  await user.click(screen.getByRole('button', { name: 'Wed, Oct 21: 2 (1 with guests)' }));
  await vi.waitFor(() => expect(router.state.location.search).toBe('?from=2026-10-21'));
});

it('swaps the driver of one date, and shows who drives elsewhere that day', async () => {
  const { user } = show([
    flores,
    planned({
      slot_id: 'other',
      title: 'Boat',
      drivers: [{ driver_id: 'pedro', full_name: 'Pedro Xol', answer: null }],
    }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Change drivers: To Flores, 8:00 AM, Thu, Oct 15' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change drivers' });
  expect(within(dialog).getByRole('checkbox', { name: 'Juan Caal' })).toBeChecked();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Juan Caal' }));
  expect(dialog).toHaveTextContent('Without a driver, this departure is shown as a gap.');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Pedro Xol (also drives Boat, 8:00 AM)' }));
  vi.mocked(setDepartureDrivers).mockRejectedValueOnce(new AppError('driver_busy', 'This driver is already driving'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('This driver is already driving')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(status.success).toHaveBeenCalledWith('Drivers changed'));
  expect(setDepartureDrivers).toHaveBeenLastCalledWith(flores, ['juan'], ['pedro']);
});

it('returns a date to the weekly schedule', async () => {
  const set = planned({ is_set: true });
  const { user } = show([set]);
  await user.click(screen.getByRole('button', { name: /^Change drivers/ }));
  await user.click(await screen.findByRole('button', { name: 'Use weekly schedule' }));
  await vi.waitFor(() => expect(setDepartureDrivers).toHaveBeenLastCalledWith(set, ['juan'], null));
});

it('copies the week and says what was left out', async () => {
  vi.mocked(copyDriverWeek).mockResolvedValue({ copied: 2, kept: 1, missing: 1 });
  const { user } = show([flores]);
  await user.click(screen.getByRole('button', { name: 'Copy to next week' }));
  await user.click(await screen.findByRole('button', { name: 'Copy week' }));
  await vi.waitFor(() =>
    expect(status.success).toHaveBeenCalledWith(
      "2 departures copied. 1 departure kept its own drivers. 1 driver wasn't free",
    ),
  );
  expect(copyDriverWeek).toHaveBeenCalledWith('rio', '2026-10-12');
});
