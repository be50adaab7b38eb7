import { cleanup, screen, waitFor } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { LoginForm } from '@/features/account/sign-in/LoginForm';
import { RegisterForm } from '@/features/account/sign-in/RegisterForm';
import { uploadPassport } from '@/features/booking/checkout/form/passport/queries';
import * as checkout from '@/features/booking/checkout/queries';
import * as queries from '@/features/booking/tickets/transfer/queries';
import { AppError } from '@/lib/api/errors';
import TicketTransferPage from './ticket-transfer';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/features/booking/checkout/form/passport/queries', () => ({
  uploadPassport: vi.fn(),
  removePassport: vi.fn(),
}));
vi.mock('@/features/booking/checkout/form/passport/prepare', () => ({ preparePassport: async (file: Blob) => file }));
vi.setConfig({ testTimeout: 20_000 });

const token = '0123456789abcdef'.repeat(4);
const ticket = (change: Partial<queries.OfferedTicket> = {}): queries.OfferedTicket => ({
  kind: 'experience',
  version: 'v1',
  territory_id: 'rio',
  title: 'Hot Waterfall',
  territory_name: 'Río Dulce',
  time_zone: 'America/Guatemala',
  booking_date: '2026-12-01',
  start_time: '07:00:00',
  num_people: 2,
  booking_type: 'shared',
  meeting_point: 'Blue pier',
  currency_symbol: 'Q',
  giver_name: 'Gustavo Pérez',
  full_name: 'Ana',
  paid: true,
  amount_due: null,
  expires_at: '2026-11-30T13:00:00Z',
  passport_required: false,
  ...change,
});
const linked = (change: Partial<queries.LinkedTransfer> = {}): queries.LinkedTransfer => ({
  refusal: null,
  mine: false,
  ticket: ticket(),
  ...change,
});
const over = (code: string) => linked({ refusal: { code, message: code }, ticket: null });

const ask = vi.fn<() => Promise<queries.LinkedTransfer>>();
const accept = vi.fn<typeof queries.acceptTransfer>();
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(queries, 'linkedTransferQuery').mockImplementation(
    () => ({ queryKey: ['linked'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(checkout, 'detailsQuery').mockImplementation(
    () =>
      ({
        queryKey: ['details'],
        queryFn: async () => ({
          whatsapp_number: '+50255599999',
          country: 'GT',
          speaks_spanish: true,
          hotel_name: null,
        }),
      }) as never,
  );
  vi.spyOn(queries, 'acceptTransfer').mockImplementation(accept);
  ask.mockReset().mockResolvedValue(linked());
  accept.mockReset().mockResolvedValue(null as never);
});

function show(
  profile: ReturnType<typeof aProfile> | null = aProfile({ full_name: 'Ana Morales' }),
  hash = `#${token}`,
) {
  const { user } = renderApp(<TicketTransferPage />, {
    user: profile,
    path: '/ticket-transfer',
    url: `/ticket-transfer${hash}`,
    otherPages: {
      '/login': <LoginForm onForgot={() => undefined} />,
      '/register': <RegisterForm onDone={() => undefined} />,
    },
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press };
}

it('shows a visitor the ticket and its giver, and asks to sign in', async () => {
  const { user } = show(null);
  expect(await screen.findByRole('heading', { level: 1, name: 'Hot Waterfall' })).toBeVisible();
  expect(screen.getByText('Gustavo Pérez is giving you this ticket')).toBeVisible();
  expect(screen.getByText('Blue pier')).toBeVisible();
  expect(screen.getByText('2 people')).toBeVisible();
  expect(screen.getByText(/Any refund goes to the person who paid, not to you/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept ticket' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sign In' }));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
});

it('recognises the invited address of a visitor without revealing it to others', async () => {
  ask.mockResolvedValue(linked({ ticket: ticket({ email: 'a…@example.test' }) }));
  show(null);
  expect(await screen.findByText(/Use the address that received the email, a…@example\.test\./)).toBeVisible();
});

it('asks a signed-in person for contact details and the waiver, and gives them the ticket', async () => {
  const { user, press } = show();
  expect(await screen.findByText('Ana Morales')).toBeVisible();
  await press('Accept ticket');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please read and accept the waiver');
  expect(accept).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: 'I have read and accept the waiver' }));
  ask.mockResolvedValue({ refusal: null, mine: true, ticket: null });
  await press('Accept ticket');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'The ticket is yours' })).toHaveFocus());
  expect(accept.mock.calls[0]).toMatchObject([
    token,
    { version: 'v1' },
    { whatsappNumber: '+50255599999', waiverAccepted: true, passengers: [] },
  ]);
});

it('keeps the input after a reload, and nothing of the ticket itself', async () => {
  const { user } = show();
  const hotel = () => screen.findByRole('textbox', { name: /Hotel name/ });
  await fill(user, await hotel(), 'Casa Azul');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country of origin' }), 'ES');
  cleanup();
  ask.mockResolvedValue(linked({ ticket: ticket({ version: 'v2', num_people: 1 }) }));
  const again = show();
  expect(await hotel()).toHaveValue('Casa Azul');
  expect(screen.getByRole('combobox', { name: 'Country of origin' })).toHaveValue('ES');
  await again.user.click(screen.getByRole('checkbox', { name: 'I have read and accept the waiver' }));
  await again.press('Accept ticket');
  expect(accept.mock.calls[0]).toMatchObject([token, { version: 'v2' }, { hotelName: 'Casa Azul', numPeople: 1 }]);
  cleanup();
  expect(JSON.stringify(sessionStorage)).not.toContain('Casa Azul');
});

it("does not show one person's input to the next one on this device", async () => {
  const { user } = show();
  await fill(user, await screen.findByRole('textbox', { name: /Hotel name/ }), 'Casa Azul');
  cleanup();
  show(aProfile({ id: 'somebody-else', full_name: 'Ana Morales' }));
  expect(await screen.findByRole('textbox', { name: /Hotel name/ })).toHaveValue('');
});

it('restores uploaded passport photos, in the same format as the checkout', async () => {
  const needs = linked({ ticket: ticket({ passport_required: true }) });
  ask.mockResolvedValue(needs);
  vi.mocked(uploadPassport).mockResolvedValue('somebody/passport-1.jpg');
  const { user, press } = show();
  await press('Choose photo');
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'passport.jpg', { type: 'image/jpeg' });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, photo);
  expect(await screen.findByText('passport.jpg')).toBeVisible();
  cleanup();
  const again = show();
  expect(await screen.findByText('passport.jpg')).toBeVisible();
  await again.user.click(screen.getByRole('checkbox', { name: 'I have read and accept the waiver' }));
  await again.press('Accept ticket');
  await vi.waitFor(() =>
    expect(accept.mock.calls[0]).toMatchObject([token, {}, { passports: [{ path: 'somebody/passport-1.jpg' }] }]),
  );
});

it('asks for passengers of a ride, and for passports if the trip needs them', async () => {
  ask.mockResolvedValue(
    linked({ ticket: ticket({ kind: 'transport', pickup_location: 'Dock', passport_required: true }) }),
  );
  const { press } = show();
  await press('Accept ticket');
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('Please provide the name of passenger 2');
  expect(summary).toHaveTextContent('Please upload a passport image');
  expect(screen.getByText('Dock')).toBeVisible();
});

it('shows the cash amount that is due', async () => {
  ask.mockResolvedValue(linked({ ticket: ticket({ paid: false, amount_due: 770 }) }));
  show();
  expect(await screen.findByText('Q770.00')).toBeVisible();
  expect(screen.queryByText(/The ticket is already paid for/)).toBeNull();
});

it('shows a changed ticket before it can be accepted', async () => {
  const { user, press } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'I have read and accept the waiver' }));
  accept.mockRejectedValue(new AppError('ticket_changed', 'This ticket has changed', { status: 409 }));
  ask.mockResolvedValue(linked({ ticket: ticket({ version: 'v2', num_people: 1 }) }));
  await press('Accept ticket');
  expect(await screen.findByText('1 person')).toBeVisible();
  expect(screen.getByText(/This ticket has changed/)).toBeVisible();
});

it.each([
  ['transfer_taken', 'Someone has already accepted this ticket.'],
  ['transfer_withdrawn', 'The person who offered you this ticket has withdrawn the invitation.'],
  ['transfer_expired', "It's too late to accept this ticket."],
  ['booking_cancelled', /cancelled/],
])('shows that one has ended (%s)', async (code, words) => {
  ask.mockResolvedValue(over(code));
  show();
  expect(await screen.findByRole('heading', { level: 1, name: words })).toBeVisible();
});

it.each([
  ['own_transfer', /This is your own ticket/],
  ['transfer_other_account', /offered to another email address/],
])("explains, beside the ticket, to a person who can't accept it why (%s)", async (code, words) => {
  ask.mockResolvedValue(linked({ refusal: { code, message: code } }));
  show();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Hot Waterfall' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept ticket' })).toBeNull();
});

it('reports an invalid link, and offers a retry after a failure', async () => {
  show(null, '#nothing');
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
});

it('offers a retry for what could not be loaded', async () => {
  ask.mockRejectedValueOnce(new AppError('server', 'Failed to load the ticket'));
  const { press } = show(null);
  expect(await screen.findByRole('heading', { name: 'Failed to load the ticket' })).toBeVisible();
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hot Waterfall' })).toBeVisible();
});
