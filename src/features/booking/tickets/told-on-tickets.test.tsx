import { screen } from '@testing-library/react';
import { aCondition, aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { minimumQuery } from '@/features/booking/minimum/queries';
import { type Condition, conditionKeys } from '@/features/catalogue/conditions/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { NextTrip } from './NextTrip';
import type { TicketRow } from './pages';
import { TicketSheet } from './sheet/TicketSheet';
import { Ticket } from './Ticket';

// Tests the notices on a ticket, which are travel alerts and the minimum.

vi.mock('@/lib/api/run', () => ({ run: () => new Promise(() => undefined) }));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const HOUR = 3_600_000;
const territory = { id: 'rio', name: 'Río Dulce', time_zone: 'America/Guatemala' } as NonNullable<
  TicketRow['territory']
>;
const SERVICE = 'e1';

/** Returns a trip that starts in some hours, in its region's time. */
function tripIn(hours: number, change: Partial<TicketRow> = {}): TicketRow {
  const moment = new Date(Date.now() + hours * HOUR).toLocaleString('sv-SE', { timeZone: territory.time_zone });
  const [booking_date = '', start_time = ''] = moment.split(' ');
  return aTicket({ booking_date, start_time, territory, ...change });
}

const closed = aCondition({ services: [{ service_id: SERVICE }] });

function show(row: TicketRow, ui: ReactNode, condition: Condition = closed) {
  const client = createQueryClient();
  client.setQueryData(conditionKeys.current(['rio']), [condition]);
  const departure = { kind: row.kind, serviceId: SERVICE, slotId: row.slot_id, date: row.booking_date };
  const counted = { status: 'scheduled', min_to_run: 6, sold: 4, decides_at: '2126-11-26T00:00:00Z' } as const;
  client.setQueryData(minimumQuery(departure).queryKey, counted);
  return renderApp(ui, { client });
}

const handlers = { onAct: vi.fn(), onChanged: vi.fn() };
const SHOWN: [string, (row: TicketRow) => ReactNode][] = [
  ['in My Bookings', (row) => <Ticket row={row} upcoming {...handlers} />],
  ['as the next trip', (row) => <NextTrip row={row} sameDay={[]} now={new Date()} {...handlers} />],
  ['on paper', (row) => <TicketSheet row={row} readAt={Date.now()} />],
];

it.each(SHOWN)('a ticket %s shows that its trip is undecided', async (_, ui) => {
  const row = tripIn(30);
  show(row, ui(row));
  expect(
    await screen.findByText(/^4 of 6 guests so far. We'll confirm by .*; if not, you'll get a full refund$/),
  ).toBeInTheDocument();
});

it.each(SHOWN)('a ticket %s shows when its late departure is expected, until its guest has arrived', (_, ui) => {
  const row = tripIn(1, { expected_time: '08:15:00' });
  const { unmount } = show(row, ui(row));
  expect(screen.getByText('Running late: expected at 8:15 AM')).toBeInTheDocument();
  unmount();
  const here = { ...row, check_in_status: 'checked_in' };
  show(here, ui(here));
  expect(screen.queryByText(/^Running late/)).toBeNull();
});

it.each(SHOWN.slice(0, 2))(
  'a ticket %s shows a change that waits for its payment, with ways to pay and to keep it',
  async (_, ui) => {
    const unpaid_change = {
      hold_id: 'h1',
      by: 'desk',
      moves: false,
      title: null,
      service_date: '2126-12-05',
      start_time: '09:00:00',
      people: 3,
      joining: [],
      amount: 185,
      currency_symbol: 'Q',
      expires_at: '2126-12-01T18:00:00Z',
      paying: false,
    };
    const row = { ...tripIn(300), unpaid_change } as TicketRow;
    show(row, ui(row));
    expect(await screen.findByText(/^The team has prepared a change. The difference is Q185.00/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Review and pay' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'No, keep my booking' })).toBeVisible();
  },
);

it.each(SHOWN)('a ticket %s shows nothing about it to a private group, or for a cancelled one', (_, ui) => {
  for (const change of [{ booking_type: 'private' }, { status: 'cancelled' }] as const) {
    const row = { ...tripIn(30), ...change } as TicketRow;
    show(row, ui(row));
  }
  expect(screen.queryByText(/4 of 6/)).not.toBeInTheDocument();
});

it.each(SHOWN)('a ticket %s of the next 48 hours shows what is closed, a later one does not', async (_, ui) => {
  const later = tripIn(49);
  show(later, ui(later));
  expect(screen.queryByText(closed.text)).not.toBeInTheDocument();
  const soon = tripIn(47);
  show(soon, ui(soon));
  expect(await screen.findByText(closed.text)).toBeInTheDocument();
});

it.each(SHOWN.slice(0, 2))(
  'a ticket %s shows travel alerts below its buttons, which do not move when they load late',
  async (_, ui) => {
    const soon = tripIn(47);
    show(soon, ui(soon));
    const alert = await screen.findByText(closed.text);
    const actions = screen.getByRole('link', { name: /^Message about/ });
    expect(actions.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

it('shows an alert that begins during its trip', async () => {
  const service = { ...aTicket().service, hours: 2 } as TicketRow['service'];
  const soon = tripIn(3, { service });
  show(soon, <TicketSheet row={soon} readAt={Date.now()} />, {
    ...closed,
    starts_at: new Date(Date.now() + 4 * HOUR).toISOString(),
  });
  expect(await screen.findByText(closed.text)).toBeInTheDocument();
});

it('shows no alert that affects other services, has ended, or begins after the trip', () => {
  const soon = tripIn(47);
  const sheet = <TicketSheet row={soon} readAt={Date.now()} />;
  show(soon, sheet, { ...closed, services: [{ service_id: 'e2' }] });
  show(soon, sheet, { ...closed, ends_at: new Date(Date.now() - HOUR).toISOString() });
  show(soon, sheet, { ...closed, starts_at: new Date(Date.now() + 80 * HOUR).toISOString() });
  expect(screen.queryByText(closed.text)).not.toBeInTheDocument();
});
