import { act, screen, within } from '@testing-library/react';
import { aCondition, aProfile, aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minimumQuery } from '@/features/booking/minimum/queries';
import { type Condition, conditionsQuery } from '@/features/catalogue/conditions/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { BookingList } from './BookingList';
import type { TicketRow } from './pages';
import { bookingKeys } from './queries';

vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));

const rio = { id: 'rio-dulce', name: 'Río Dulce', time_zone: 'America/Guatemala' };
const named = (title: string, change: Partial<TicketRow> = {}) => {
  const { service, ...row } = aTicket({ territory: rio, ...change });
  return { ...row, id: title.replaceAll(' ', '-'), service: service && { ...service, title } };
};
const dawn = named('Hot Waterfall');
const shuttle = named('Shuttle to Flores', { kind: 'transport', start_time: '14:00:00', guide: null });
const later = named('Tikal at Sunrise', { booking_date: '2026-11-30' });
const ended = named('Lost Walk', { booking_date: '2026-11-28', status: 'cancelled' });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T06:20:00-06:00'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(rows: TicketRow[], conditions: Condition[] = []) {
  const client = createQueryClient();
  const me = aProfile();
  const show = (now: TicketRow[]) =>
    client.setQueryData(bookingKeys.mine(me.id), { pages: [{ rows: now, next: null }], pageParams: [null] });
  show(rows);
  client.setQueryData(conditionsQuery([rio.id]).queryKey, conditions);
  return { ...renderApp(<BookingList userId={me.id} />, { client, user: me }), show };
}
const ticket = (title: string) => within(screen.getByRole('article', { name: title }));
const titles = () => screen.getAllByRole('article').map((one) => within(one).getAllByRole('heading')[0]?.textContent);

it('opens with the next trip: time, party, its code, place, and who waits there', () => {
  open([later, shuttle, dawn]);
  expect(titles()).toEqual(['Hot Waterfall', 'Tikal at Sunrise', 'Shuttle to Flores']);
  const next = ticket('Hot Waterfall');
  expect(next.getByText('Starts in 40 minutes')).toBeVisible();
  expect(next.getByText('E3BD 20F1')).toBeVisible();
  expect(next.getByText('Blue pier')).toBeVisible();
  expect(next.getByRole('link', { name: 'Map to Hot Waterfall' })).toHaveAttribute(
    'href',
    expect.stringContaining('Blue%20pier'),
  );
  expect(next.getByText('Marta Choc')).toBeVisible();
  expect(next.getByRole('link', { name: 'Message about Hot Waterfall' })).toBeVisible();
  expect(next.getByText('Also today')).toBeVisible();
  expect(next.getByRole('button', { name: 'Show ticket of Shuttle to Flores' })).toBeVisible();
});

it('shows a travel alert in the row of the trip that it affects', async () => {
  const fog = aCondition({
    text: 'Fog on the road',
    starts_at: '2026-11-25T10:00:00Z',
    ends_at: '2026-11-25T23:00:00Z',
    services: [{ service_id: 'van' }],
  });
  const van = { ...shuttle, service: shuttle.service && { ...shuttle.service, id: 'van' } };
  open([dawn, van], [fog]);
  const row = (await ticket('Hot Waterfall').findByText(/Fog on the road/)).closest('ul > li');
  expect(row).toHaveTextContent('Shuttle to Flores');
});

it('opens WhatsApp with the guide who shows a number, and names the trip', () => {
  const guideNumber = '+12025550143';
  open([{ ...dawn, guideNumber }, { ...later, guideNumber }, shuttle]);
  const link = ticket('Hot Waterfall').getByRole('link', {
    name: 'WhatsApp to Marta Choc about Hot Waterfall',
  });
  const chat = new URL(link.getAttribute('href') ?? '');
  expect(chat.origin + chat.pathname).toBe('https://wa.me/12025550143');
  expect(chat.searchParams.get('text')).toBe(
    'Hello Marta Choc! Hot Waterfall, Wed, Nov 25 at 7:00 AM, ticket E3BD 20F1: ',
  );
  expect(ticket('Tikal at Sunrise').getByRole('link', { name: /^WhatsApp to Marta Choc/ })).toBeVisible();
  expect(ticket('Shuttle to Flores').queryByRole('link', { name: /^WhatsApp/ })).toBeNull();
});

it('shows the ticket on the whole screen, and the code to read out', async () => {
  const { user } = open([dawn]);
  await user.click(screen.getByRole('button', { name: 'Enlarge ticket' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hot Waterfall' }));
  expect(dialog.getByText('E3BD 20F1')).toBeVisible();
  expect(dialog.getByText('Echo 3 Bravo Delta, 2 0 Foxtrot 1')).toBeVisible();
  expect(dialog.getByText('2 people')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('folds cancelled trips, but not one that ends while it is shown', async () => {
  const { user, show } = open([later, ended, dawn]);
  const fold = screen.getByText('Cancelled (1)');
  expect(screen.getByText('Lost Walk')).not.toBeVisible();
  await user.click(fold);
  expect(screen.getByText('Lost Walk')).toBeVisible();
  show([later, ended, { ...dawn, status: 'cancelled' }]);
  expect(await screen.findByText('Cancelled (1)')).toBeVisible();
  expect(titles()).toEqual(['Tikal at Sunrise', 'Hot Waterfall', 'Lost Walk']);
  expect(ticket('Hot Waterfall').getByText('Cancelled', { selector: '.badge' })).toBeVisible();
});

it('a booking has one badge if status and arrival mean the same', () => {
  open([{ ...dawn, status: 'checked_in', check_in_status: 'checked_in' }, later]);
  expect(ticket('Hot Waterfall').getAllByText('Checked In')).toHaveLength(1);
  expect(ticket('Tikal at Sunrise').getByText('Paid')).toBeVisible();
  expect(ticket('Tikal at Sunrise').getByText('Pending Check-in')).toBeVisible();
});

it('the list has no card of the next trip without a future trip', () => {
  open([{ ...dawn, booking_date: '2026-11-01' }, ended]);
  expect(screen.queryByRole('button', { name: 'Enlarge ticket' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Past' })).toBeVisible();
});

it('asks guests who were there for a review, but not again after deleting it', () => {
  const past = { booking_date: '2026-11-01', status: 'checked_in', check_in_status: 'checked_in' };
  open([{ ...dawn, ...past }, named('Lost Walk', { ...past, review_deleted_at: '2026-11-02T10:00:00Z' })]);
  expect(ticket('Hot Waterfall').getByRole('button', { name: 'Write a review of Hot Waterfall' })).toBeVisible();
  expect(ticket('Lost Walk').queryByRole('button', { name: /review/ })).toBeNull();
});

it.each([
  ['trip_not_paid', "You can review this trip once it's been paid for."],
  ['works_for_trip', "You work on this trip, so you can't review it."],
])('says why a trip can’t be reviewed: %s', async (reviewRefusal, text) => {
  const past = { booking_date: '2026-11-01', status: 'checked_in', check_in_status: 'checked_in' };
  open([named('Lost Walk', { ...past, reviewRefusal })]);
  expect(await ticket('Lost Walk').findByText(text)).toBeVisible();
  expect(ticket('Lost Walk').queryByRole('button', { name: /review/ })).toBeNull();
});

it("leads to the person's review, but not to one that was hidden", async () => {
  const review = { id: 'r1', rating: 2, text: 'Cold water', photo_urls: [], hidden_at: null };
  const past = { booking_date: '2026-11-01', status: 'checked_in', check_in_status: 'checked_in' };
  const hidden = named('Lost Walk', { ...past, review: { ...review, hidden_at: '2026-11-02T10:00:00Z' } });
  // A busy machine takes longer to load its chunk than a test waits for the dialog.
  await import('@/features/catalogue/reviews/ReviewDialog');
  const { user } = open([{ ...dawn, ...past, review }, hidden]);
  expect(ticket('Lost Walk').queryByRole('button', { name: /review/ })).toBeNull();
  await user.click(ticket('Hot Waterfall').getByRole('button', { name: 'Edit your review of Hot Waterfall' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('radio', { name: /^2 stars/ })).toBeChecked();
  expect(dialog.getByLabelText(/^Your review/)).toHaveValue('Cold water');
});

it('shows on each ticket to whom it is offered', async () => {
  const offer = (of: TicketRow, name: string) => ({
    transfer_id: `t-${of.id}`,
    kind: of.kind,
    booking_id: of.id,
    title: 'A trip',
    service_date: of.booking_date,
    time_zone: rio.time_zone,
    state: 'open',
    email: 'ana@example.org',
    full_name: name,
    expires_at: '2026-11-25T13:00:00Z',
  });
  const { client } = open([dawn, later, shuttle]);
  act(() => client.setQueryData(bookingKeys.transfers(aProfile().id), [offer(dawn, 'Ana'), offer(later, 'Ben')]));
  expect(await ticket('Hot Waterfall').findByText(/^You've offered this ticket to Ana, /)).toBeVisible();
  expect(ticket('Tikal at Sunrise').getByRole('button', { name: 'Withdraw invitation' })).toBeVisible();
  expect(ticket('Shuttle to Flores').queryByText(/^You've offered this ticket to /)).toBeNull();
});

it('shows on the next ticket, as on the others, that a shared trip is undecided', async () => {
  const { client } = open([dawn, later]);
  const undecided = { status: 'scheduled' as const, min_to_run: 6, sold: 4, decides_at: '2026-11-26T00:00:00Z' };
  act(() => {
    for (const { kind, service, slot_id: slotId, booking_date: date } of [dawn, later])
      client.setQueryData(minimumQuery({ kind, serviceId: service?.id ?? '', slotId, date }).queryKey, undecided);
  });
  const text = "4 of 6 guests so far. We'll confirm by 6:00 PM today; if not, you'll get a full refund";
  expect(await ticket('Hot Waterfall').findByText(text)).toBeVisible();
  expect(ticket('Tikal at Sunrise').getByText(text)).toBeVisible();
});

it('a booking can be cancelled until it begins, and after that leads to the operator', () => {
  const begun = named('Dawn Walk', { start_time: '06:00:00' });
  const over = named('Night Walk', { start_time: '00:30:00' });
  open([begun, over, dawn]);
  expect(titles()[0]).toBe('Night Walk');
  const write = (title: string) => ticket(title).queryByRole('link', { name: `Message the operator about ${title}` });
  expect(screen.getByRole('button', { name: 'Cancel Hot Waterfall' })).toBeVisible();
  expect(write('Hot Waterfall')).toBeNull();
  // The link is in the card of the next trip, and in the list, where it replaces the other link to the same page.
  for (const title of ['Night Walk', 'Dawn Walk']) {
    expect(screen.queryByRole('button', { name: `Cancel ${title}` })).not.toBeInTheDocument();
    expect(write(title)).toHaveAttribute('href', expect.stringMatching(/^\/bookings\/experience\/.*\/messages$/));
  }
  expect(screen.queryByRole('link', { name: 'Message about Dawn Walk' })).toBeNull();
});

const arrivedInPart = { status: 'checked_in', check_in_status: 'checked_in', num_people: 4, arrived: [1, 2] };

it.each([
  ['the next trip', [{ ...dawn, ...arrivedInPart }]],
  ['a later trip', [dawn, { ...later, id: 'Hot-Waterfall-2', ...arrivedInPart }]],
])('keeps the code of a partly arrived party, and what the others need: %s', (_, rows) => {
  open(rows);
  const party = within(screen.getByText('2 of 4 here').closest('article') ?? document.createElement('article'));
  expect(party.getByRole('button', { name: /^Enlarge QR code/ })).toBeVisible();
  expect(party.getByRole('link', { name: /^Print ticket/ })).toBeVisible();
  expect(party.getByRole('button', { name: /^Share tickets/ })).toBeVisible();
  expect(party.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

it('offers neither code nor printout once all of a party are here', () => {
  open([dawn, { ...later, ...arrivedInPart, arrived: null }]);
  const party = ticket('Tikal at Sunrise');
  expect(party.queryByRole('button', { name: /^Enlarge QR code/ })).toBeNull();
  expect(party.queryByRole('link', { name: /^Print ticket/ })).toBeNull();
});
