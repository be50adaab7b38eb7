import { screen, within } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp, signInAs } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import ChargebackPage from '@/pages/chargeback';
import { Chargebacks } from './Chargebacks';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    rpc: (name: string, args: object) => ({ abortSignal: async () => rpc(name, args) }),
  }),
}));
const answers = (data: unknown) => rpc.mockReturnValue({ data, error: null });
const refuses = (hint: string, message: string) =>
  rpc.mockReturnValue({ data: null, error: { code: 'PT404', message, hint, details: null } });

const chargeback = {
  id: 'dp_1',
  booking_id: 'b1',
  title: 'River Canyon',
  titles: {},
  booking_date: '2026-11-20',
  guest_name: 'Anna Keller',
  amount: 351,
  currency_code: 'GTQ',
  status: 'needs_response',
  reason: 'product_not_received',
  answer_by: '2026-12-07T23:59:59Z',
  opened_at: '2026-11-28T10:00:00Z',
  closed_at: null as string | null,
};
const evidence = {
  ...chargeback,
  currency_symbol: 'Q',
  payment_intent_id: 'pi_1',
  territory_name: 'Río Dulce',
  territory_names: {},
  time_zone: 'America/Guatemala',
  start_time: '08:00:00',
  num_people: 3,
  booked_at: '2026-11-10T15:00:00Z',
  price: 351,
  cancellation_policy: 'flexible',
  guest_email: 'anna@example.test',
  whatsapp_number: '+50255123480',
  country: 'DE',
  payer: null,
  checked_in_at: '2026-11-20T13:58:00Z',
  checked_in_by: 'Luis Caal',
  arrived: 2,
  no_show: false,
  cancelled_at: null,
  others: [] as object[],
  money: [
    { at: '2026-11-10T15:01:00Z', what: 'sale', amount: 351 },
    { at: '2026-11-12T15:01:00Z', what: 'refund', amount: -20 },
    { at: '2026-11-13T15:01:00Z', what: 'refund-failed', amount: 20 },
    { at: '2026-11-28T10:00:00Z', what: 'dispute', amount: -351 },
  ],
  emails: [
    { at: '2026-11-10T15:02:00Z', template: 'booking_confirmation', recipient: 'anna@example.test' },
    { at: '2026-11-19T23:00:00Z', template: 'of_a_newer_release', recipient: 'anna@example.test' },
  ],
  messages: [{ at: '2026-11-19T18:00:00Z', by_guest: true, name: 'Anna Keller', text: 'Where do we meet?' }],
};

it('lists chargebacks with deadline, reason and state, and leads to the evidence', async () => {
  answers([
    chargeback,
    {
      ...chargeback,
      id: 'dp_2',
      status: 'won',
      closed_at: '2026-11-29T10:00:00Z',
      guest_name: null,
      reason: 'new_one',
    },
  ]);
  renderApp(<Chargebacks territoryId="rio" currency={{ code: 'GTQ', symbol: 'Q' }} timeZone="America/Guatemala" />);
  const table = await screen.findByRole('table', { name: 'Chargebacks' });
  const [, open, won] = within(table).getAllByRole('row');
  expect(open).toHaveTextContent(/River Canyon.*Anna Keller.*Q351\.00.*wasn't provided.*Needs an answer/);
  expect(open).toHaveTextContent('Answer by Mon, Dec 7, 2026, 5:59 PM');
  expect(within(open as HTMLElement).getByRole('link', { name: /^Evidence for River Canyon/ })).toHaveAttribute(
    'href',
    '/chargebacks/dp_1',
  );
  expect(won).toHaveTextContent(/Deleted account.*new one.*Won/);
  expect(won).not.toHaveTextContent('Answer by');
});

it('says that there are none', async () => {
  answers([]);
  renderApp(<Chargebacks territoryId="rio" currency={{ code: 'GTQ', symbol: 'Q' }} timeZone="America/Guatemala" />);
  expect(await screen.findByText(/^No chargebacks/)).toBeVisible();
});

const open = () => renderApp(<ChargebackPage />, { url: '/chargebacks/dp_1', path: '/chargebacks/:id' });

it('shows the evidence on a page to print', async () => {
  answers(evidence);
  open();
  const sheet = await screen.findByRole('article', { name: 'Evidence for a disputed payment' });
  for (const text of [
    /Free cancellation until 24 hours before the start/,
    /2 of 3/,
    /Luis Caal/,
    /Booking confirmation/,
    /Where do we meet\?/,
    /pi_1/,
    /PaidQ351\.00/,
    /Refunded-Q20\.00/,
    /Refund failedQ20\.00/,
    /Chargeback-Q351\.00/,
    /Germany/,
  ])
    expect(sheet).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Answer at Stripe' })).toHaveAttribute(
    'href',
    'https://dashboard.stripe.com/payments/pi_1',
  );
});

it('leads to the evidence for the other bookings of the same payment', async () => {
  answers({ ...evidence, others: [{ id: 'b2', title: 'Shuttle to Flores', titles: {}, booking_date: '2026-11-21' }] });
  const { user } = open();
  const other = await screen.findByRole('link', { name: /^Shuttle to Flores.*November 21, 2026$/ });
  answers({ ...evidence, booking_id: 'b2', title: 'Shuttle to Flores' });
  await user.click(other);
  expect(await screen.findByText('b2')).toBeVisible();
  expect(rpc).toHaveBeenLastCalledWith('chargeback_evidence', { p_id: 'dp_1', p_booking_id: 'b2' });
});

it('says that the guest was marked as a no-show', async () => {
  answers({ ...evidence, arrived: 0, no_show: true });
  open();
  expect(await screen.findByText('Marked as a no-show')).toBeVisible();
});

it.each([
  ['territory_manager', 'Chargebacks', '/territory-management?tab=finances&view=chargebacks'],
  ['admin', 'Checks', '/admin?tab=checks'],
] as const)('leads back %s to the list they came from', async (role, label, to) => {
  answers(evidence);
  signInAs(aProfile({ roles: [role] }));
  open();
  expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', to);
});

it('says if there is no such chargeback', async () => {
  refuses('chargeback_not_found', "We couldn't find this chargeback");
  open();
  expect(await screen.findByRole('heading', { name: "We couldn't find this chargeback" })).toBeVisible();
});

it('offers to try again after a failure', async () => {
  refuses('', 'division by zero');
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  answers(evidence);
  await user.click(again);
  expect(await screen.findByRole('article', { name: 'Evidence for a disputed payment' })).toBeVisible();
});
