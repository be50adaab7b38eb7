import { screen, within } from '@testing-library/react';
import { aProfile, aWeekDeparture, aWeekService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { closeDeparture } from '@/features/departures/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import {
  type DepartureDetail,
  type DepartureRef,
  departureDetailQuery,
  type WeekService,
  weekDaysQuery,
  weekQuery,
} from './queries';
import WeekBoard from './WeekBoard';
import './departure/DepartureDrawer';
import { daysOfWeek, refOf } from './week';

vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('@/features/departures/queries', async (load) => ({
  ...(await load<typeof import('@/features/departures/queries')>()),
  closeDeparture: vi.fn(),
}));
vi.mock('@/ui/use-media-query', () => ({ useMediaQuery: () => wide }));

const RIDE_SLOT = '7f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d';
const MONDAY = '2026-10-12';
let wide = true;
let reading: () => Promise<never>;

beforeEach(() => {
  wide = true;
  reading = () => new Promise(() => undefined);
  vi.mocked(closeDeparture).mockReset().mockResolvedValue();
});

const river = aWeekService();
const rows: WeekService[] = [
  aWeekService({
    departures: [
      aWeekDeparture(),
      aWeekDeparture({ slot_id: '8f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d', start_time: '13:00:00', sold: 8 }),
      aWeekDeparture({ service_date: '2026-10-15', closed: true }),
    ],
  }),
  aWeekService({
    kind: 'transport',
    service_id: '9f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d',
    title: 'Public Lancha',
    type_name: 'Boat',
    departures: [aWeekDeparture({ slot_id: RIDE_SLOT, start_time: '09:30:00', sold: 5, unled: true, leaders: [] })],
  }),
];

const detail: DepartureDetail = {
  ...aWeekDeparture({ sold: 3 }),
  title: river.title,
  image: null,
  place: 'Main dock',
  time_zone: 'America/Guatemala',
  cancelled: 1,
  guests: [
    guest('g1', 'Anna Keller', { num_people: 2, check_in_status: 'checked_in', checked_in_at: '2026-10-14T12:38:00Z' }),
    guest('g2', 'James Whitfield', { to_collect: 185 }),
  ],
  sums: [
    { currency_code: 'GTQ', booked: 370, paid: 185, to_collect: 185 },
    { currency_code: 'USD', booked: 20, paid: 20, to_collect: 0 },
  ],
};

function guest(id: string, full_name: string, changes: Partial<DepartureDetail['guests'][number]>) {
  return {
    id,
    full_name,
    hotel_name: null,
    num_people: 1,
    status: 'confirmed',
    payment_method: 'cash',
    payment_status: 'pending',
    check_in_status: 'pending',
    checked_in_at: null,
    currency_code: 'GTQ',
    to_collect: 0,
    ...changes,
  };
}

interface Options {
  services?: WeekService[] | null;
  one?: DepartureDetail;
  ref?: DepartureRef;
  url?: string;
}

function show({ services = rows, one = detail, ref = refOf(river, aWeekDeparture()), url = '' }: Options = {}) {
  const client = createQueryClient();
  // Data that a test provides counts as fresh, so it isn't requested.
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } });
  const put = (query: { queryKey: readonly unknown[] }, data: unknown) => {
    client.setQueryDefaults(query.queryKey, { queryFn: () => reading() });
    client.setQueryData(query.queryKey, data);
  };
  const page = (list: WeekService[]) => ({ pages: [{ rows: list, next: null }], pageParams: [null] });
  put(
    { queryKey: ['territory-currency', 'rio'] },
    { id: 'rio', name: 'Río', currency_code: 'GTQ', currency_symbol: 'Q', time_zone: 'America/Guatemala' },
  );
  if (services) {
    put(weekQuery('rio', MONDAY, false), page(services));
    put(weekQuery('rio', MONDAY, true), page(services.filter((one) => one.departures.some(({ unled }) => unled))));
    put(
      weekDaysQuery('rio', MONDAY),
      daysOfWeek(MONDAY).map((service_date, n) => ({
        service_date,
        departures: 2,
        seats: 20,
        taken: 10 + n,
        unled: n === 2 ? 1 : 0,
      })),
    );
    put(departureDetailQuery('rio', ref), one);
  }
  return renderApp(<WeekBoard territoryId="rio" />, {
    client,
    user: aProfile({ roles: ['tourist', 'territory_manager'] }),
    url: `/territory-bookings?view=week&week=2026-10-14${url}`,
  });
}

it('shows services by days, with what is sold, what needs attention and the totals', () => {
  show();
  const table = screen.getByRole('table', { name: /by service and day$/ });
  expect(screen.getByRole('heading', { name: /October 12.–.18, 2026/ })).toBeInTheDocument();
  const row = within(table).getByRole('row', { name: /River Canyon by Lancha/ });
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.firstChild?.textContent),
  ).toEqual([
    'Wed, Oct 14, 7:00 AM, River Canyon by Lancha: 2 of 8',
    'Wed, Oct 14, 1:00 PM, River Canyon by Lancha: 8 of 8, Sold out',
    'Thu, Oct 15, 7:00 AM, River Canyon by Lancha: 2 of 8, Closed',
  ]);
  expect(within(table).getByRole('row', { name: /Public Lancha/ })).toHaveTextContent('No driver');
  expect(within(table).getByRole('row', { name: /seats this week/ })).toHaveTextContent('91 of 140');
  const legend = screen.getAllByRole('list').find((list) => within(list).queryByText('Private group'));
  expect(
    within(legend as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Sold out', 'Private group', 'No guide or driver', 'Closed', 'Cancelled']);
});

it('shows in its cell that a departure runs late', () => {
  show({ services: [{ ...river, departures: [aWeekDeparture({ delay_minutes: 30 })] }] });
  const table = screen.getByRole('table', { name: /by service and day$/ });
  expect(within(table).getByText('Running late: expected at 7:30 AM')).toBeInTheDocument();
});

it('has an address for each week, and a filter for departures without a guide', async () => {
  const { user, router } = show();
  expect(screen.getByRole('link', { name: 'Next week' })).toHaveAttribute(
    'href',
    '/?view=week&week=2026-10-19'.replace('/?', '/territory-bookings?'),
  );
  expect(screen.getByRole('link', { name: 'Previous week' })).toHaveAttribute(
    'href',
    expect.stringContaining('week=2026-10-05'),
  );
  expect(screen.getByRole('link', { name: 'Today' })).toHaveAttribute('href', '/territory-bookings?view=week');
  await user.click(screen.getByRole('link', { name: '1 departure needs a guide or driver' }));
  expect(router.state.location.search).toContain('show=unled');
  expect(screen.getAllByRole('button', { name: / of / })).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Show all departures' }));
  expect(screen.getAllByRole('button', { name: / of / })).toHaveLength(4);
});

it('moves with arrow keys from departure to departure, within a cell and beyond empty ones', async () => {
  const { user } = show();
  const at = (hour: RegExp) => screen.getByRole('button', { name: hour });
  at(/7:00 AM, River.*2 of 8$/).focus();
  await user.keyboard('{ArrowDown}');
  expect(at(/1:00 PM/)).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(at(/Public Lancha/)).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowRight}');
  expect(at(/Thu, Oct 15/)).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(at(/Thu, Oct 15/)).toHaveFocus();
});

it('opens a departure with its guests and their money, in each currency', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: /7:00 AM, River.*2 of 8$/ }));
  const drawer = await screen.findByRole('dialog', { name: 'River Canyon by Lancha' });
  expect(router.state.location.search).toContain('departure=experience.');
  expect(drawer).toHaveTextContent('Wednesday, October 14, 2026, 7:00 AM');
  expect(within(drawer).getByRole('button', { name: /Anna Keller/ })).toHaveTextContent('2 people');
  expect(within(drawer).getByRole('button', { name: /Anna Keller/ })).toHaveTextContent('Arrived 6:38 AM');
  expect(within(drawer).getByRole('button', { name: /James Whitfield/ })).toHaveTextContent('Collect Q185.00');
  expect(drawer).toHaveTextContent('To collectQ185.00');
  expect(drawer).toHaveTextContent('BookedUSD 20.00');
  expect(drawer).toHaveTextContent('2 bookings, 1 cancelled');
  expect(within(drawer).getByRole('link', { name: 'Change guide or driver' })).toHaveAttribute(
    'href',
    expect.stringContaining('edit-experience'),
  );
  await user.click(within(drawer).getByRole('button', { name: 'Close for new bookings' }));
  expect(closeDeparture).toHaveBeenCalledWith(expect.objectContaining({ date: '2026-10-14', closed: true }));
});

it('leads from a departure without a driver to the schedule that assigns one', async () => {
  const lancha = aWeekDeparture({ slot_id: RIDE_SLOT, sold: 5, unled: true, leaders: [] });
  const ref: DepartureRef = {
    kind: 'transport',
    serviceId: '9f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d',
    slotId: RIDE_SLOT,
    date: lancha.service_date,
  };
  const { user } = show({ one: { ...detail, ...lancha }, ref });
  await user.click(screen.getByRole('button', { name: /Public Lancha.*No driver$/ }));
  const drawer = await screen.findByRole('dialog', { name: 'River Canyon by Lancha' });
  expect(within(drawer).getByRole('link', { name: 'Assign driver' })).toHaveAttribute(
    'href',
    '/territory-management?tab=schedules&form=new&slot=7f1f9a2c-0f1e-4f53-9a5d-0e1f2a3b4c5d&day=wednesday&from=2026-10-14',
  );
});

it('shows how many of a booking are here, and counts only them', async () => {
  const keller = guest('g1', 'Anna Keller', { num_people: 4, check_in_status: 'checked_in', arrived: [1, 2, 4] });
  const one = { ...detail, guests: [keller] };
  const { user } = show({ one });
  await user.click(screen.getByRole('button', { name: /7:00 AM, River.*2 of 8$/ }));
  const drawer = await screen.findByRole('dialog', { name: 'River Canyon by Lancha' });
  expect(within(drawer).getByRole('button', { name: /Anna Keller/ })).toHaveTextContent('4 people3 of 4 here');
  expect(within(drawer).getByText('3 here')).toBeInTheDocument();
});

it('explains why closing failed, and leaves the departure as it was', async () => {
  vi.mocked(closeDeparture).mockRejectedValue(new AppError('forbidden', "You don't have permission to do this"));
  const { user } = show({
    url: `&departure=experience.${river.service_id}.${aWeekDeparture().slot_id}.2026-10-14`,
  });
  await user.click(await screen.findByRole('button', { name: 'Close for new bookings' }));
  expect(await screen.findByText("You don't have permission to do this")).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Close for new bookings' })).toBeEnabled();
});

it.each([
  [
    'shows a departure an hour after its time that can still be cancelled, but not closed',
    '2026-10-14T14:00:00Z',
    true,
  ],
  ["shows a departure two hours after its time that can't be cancelled or closed", '2026-10-14T15:00:00Z', false],
])('%s', async (_, now, canCancel) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  show({
    one: { ...detail, past: true },
    url: `&departure=experience.${river.service_id}.${aWeekDeparture().slot_id}.2026-10-14`,
  });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByRole('button', { name: /Anna Keller/ });
  expect(within(drawer).queryByRole('button', { name: 'Close for new bookings' })).not.toBeInTheDocument();
  expect(within(drawer).queryAllByRole('button', { name: /^Cancel departure/ })).toHaveLength(canCancel ? 1 : 0);
});

it('shows a departure offline as read-only', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show({ url: `&departure=experience.${river.service_id}.${aWeekDeparture().slot_id}.2026-10-14` });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByRole('button', { name: /Anna Keller/ })).toBeInTheDocument();
  for (const name of ['Close for new bookings', 'Message Group', 'Save seats'])
    expect(within(drawer).queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.getByText(/You're offline. You're seeing the list from/)).toBeInTheDocument();
});

it('shows one day on a phone, with the seven days above it', async () => {
  wide = false;
  const { user } = show({ url: '&day=2026-10-14' });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const strip = screen.getByRole('navigation', { name: 'Days of the week' });
  expect(within(strip).getAllByRole('link')).toHaveLength(7);
  expect(within(strip).getByRole('link', { name: /Wed, Oct 14, 12 people, 1 departure needs/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  const day = screen.getByRole('region', { name: 'Wednesday, October 14' });
  expect(
    within(day)
      .getAllByRole('button')
      .map((one) => one.firstChild?.textContent?.slice(12, 20)),
  ).toEqual([' 7:00 AM', ' 9:30 AM', ' 1:00 PM']);
  await user.click(within(strip).getByRole('link', { name: /^Fri/ }));
  expect(screen.getByText('No departures on this day.')).toBeInTheDocument();
});

it('explains that a territory offers nothing yet, and leads to the first step', () => {
  show({ services: [] });
  expect(screen.getByRole('heading', { name: 'There are no departures this week' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Manage Region' })).toHaveAttribute(
    'href',
    '/territory-management?tab=experiences',
  );
});
