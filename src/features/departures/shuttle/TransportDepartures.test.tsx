import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { type Departure, workKeys } from '@/features/departures/day/queries';
import { closeDeparture } from '@/features/departures/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { calendarDate } from '@/lib/format/dates';
import { TransportDepartures } from './TransportDepartures';

vi.mock('@/features/departures/queries', async (original) => ({
  ...(await original<object>()),
  closeDeparture: vi.fn(),
}));

const ZONE = 'Pacific/Auckland';
const departure = (title: string, service_date: string) =>
  ({
    kind: 'transport',
    service_id: title,
    departure_id: title,
    slot_id: `slot of ${title}`,
    territory_id: 'rio',
    service_date,
    start_time: '13:00:00',
    has_time: true,
    title,
    image: '',
    place: 'Dock',
    time_zone: ZONE,
    drivers: [] as string[],
    people: 2,
    arrived: 0,
    missed: 0,
    unpaid: 0,
    cancelled: 0,
    to_collect: 0,
    currency_symbol: 'Q',
    closed: false,
    check_in_from: '2126-11-24T16:00:00Z',
    no_show_from: '2126-11-24T19:00:00Z',
    arrival_until: '2126-11-25T18:00:00Z',
  }) as Departure;

const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
function draw(rows: Departure[]) {
  const client = createQueryClient();
  client.setQueryDefaults(workKeys.all('me'), { staleTime: Number.POSITIVE_INFINITY });
  const last = { p_after_date: '2126-01-01', p_after_time: '00:00', p_after_id: 'x' };
  client.setQueryData(workKeys.departures({ userId: 'me', role: 'shuttle_manager', territoryId: 'rio' }), {
    pages: [{ rows, next: last }],
    pageParams: [null],
  });
  return renderApp(<TransportDepartures userId="me" territoryId="rio" status={status} />, { client });
}
const today = () => departure('Coast shuttle', calendarDate(ZONE));
const tomorrow = () => departure('Hill shuttle', calendarDate(ZONE, 1));
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

it("filters today's payments with one chip, in the territory's time zone", async () => {
  const { user } = draw([today(), tomorrow()]);
  expect(titles()).toEqual(['Coast shuttle', 'Hill shuttle']);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(titles()).toEqual(['Coast shuttle']);
  // Today's departures are complete, so the next page has only later days.
  expect(screen.queryByRole('button', { name: /more/i })).toBeNull();
});

it('leads from a day without passengers to the next one with some', async () => {
  const { user } = draw([tomorrow()]);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByText('No bookings today')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Upcoming' })[1] as HTMLElement);
  expect(titles()).toEqual(['Hill shuttle']);
});

it('mentions that the next page may have more of today', async () => {
  const { user } = draw([today()]);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByRole('button', { name: /more/i })).toBeVisible();
});

it('closes the sales of a future ride, opens them again, and explains a failure', async () => {
  const { user } = draw([tomorrow(), { ...departure('Lake shuttle', calendarDate(ZONE, 2)), closed: true }]);
  await user.click(screen.getByRole('button', { name: /^Close for new bookings: Hill shuttle, / }));
  const ride = {
    serviceId: 'Hill shuttle',
    slotId: 'slot of Hill shuttle',
    date: calendarDate(ZONE, 1),
  };
  expect(closeDeparture).toHaveBeenCalledWith({ ...ride, closed: true });
  vi.mocked(closeDeparture).mockRejectedValue(new AppError('forbidden', "You don't have permission to do this"));
  await user.click(screen.getByRole('button', { name: /^Open for bookings: Lake shuttle, / }));
  expect(closeDeparture).toHaveBeenCalledWith(expect.objectContaining({ serviceId: 'Lake shuttle', closed: false }));
  expect(status.failure).toHaveBeenCalledWith(
    expect.objectContaining({ message: "You don't have permission to do this" }),
  );
});
