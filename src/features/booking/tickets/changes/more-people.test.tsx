import { cleanup, screen, waitFor } from '@testing-library/react';
import { aChange, aHold, aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import * as checkout from '@/features/booking/checkout/queries';
import { AppError } from '@/lib/api/errors';
import { writeDraft } from '@/lib/storage/form-draft';
import ChangeBookingPage from '@/pages/change-booking';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/features/booking/checkout/form/passport/queries', () => ({
  uploadPassport: vi.fn(async ({ file }: { file: File }) => `me/${file.name}`),
  removePassport: vi.fn(async () => undefined),
}));
vi.mock('@/features/booking/checkout/form/passport/prepare', () => ({ preparePassport: async (file: Blob) => file }));
vi.mock('@/features/booking/checkout/payment/CardStep', () => ({
  default: ({ send, onEdit }: { send: (event: { type: string }) => void; onEdit: () => void }) => (
    <>
      <button type="button" onClick={() => ['pay', 'authorised'].map((type) => send({ type }))}>
        Pay
      </button>
      <button type="button" onClick={onEdit}>
        Change details
      </button>
    </>
  ),
}));
vi.setConfig({ testTimeout: 20_000 });

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const more = ({
  refusal = null,
  unit_amount = 385,
  fewest = 1,
  most = 3,
  at_once = false,
  choices = Array.from({ length: most - fewest + 1 }, (_, n) => ({
    people: n + fewest,
    extra_amount: unit_amount * (n + fewest),
    at_once,
  })),
  ...booking
}: Partial<queries.MorePeople> & { unit_amount?: number; at_once?: boolean } = {}) =>
  aChange({ booking_id: id, ...booking, more: { refusal, fewest, most, choices } });
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const hold = (change: Parameters<typeof aHold>[0] = {}) =>
  aHold({
    id: 'h1',
    serviceDate: '2026-12-04',
    startTime: '09:00:00',
    numPeople: 2,
    state: 'held',
    expiresAt: later(10),
    keepsSeats: true,
    bookingId: null,
    ...change,
  });

const ask = vi.fn<() => Promise<queries.ChangeOptions>>();
const add = vi.fn<typeof queries.changeBooking>();
function asked(n: number) {
  const [, [step], shown, key] = add.mock.calls[n] ?? [undefined, [], undefined];
  if (step?.step !== 'party') return undefined;
  return {
    people: step.people - 2,
    amount: shown?.extra_amount,
    names: step.passengers?.map(({ name }) => name),
    passports: step.passport_images,
    key,
  };
}
const added: queries.Changed = {
  done: { service_date: '2026-12-04', start_time: '09:00:00', people: 3, refund_amount: 0 },
  hold: null,
};
const confirm = vi.fn<typeof checkout.confirmPayment>();
const intent = vi.fn<typeof checkout.createPaymentIntent>();
const release = vi.fn<typeof checkout.releaseHold>();
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(queries, 'changeOptionsQuery').mockImplementation(
    () => ({ queryKey: ['more'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'changeBooking').mockImplementation(add);
  vi.spyOn(checkout, 'confirmPayment').mockImplementation(confirm);
  vi.spyOn(checkout, 'createPaymentIntent').mockImplementation(intent);
  vi.spyOn(checkout, 'releaseHold').mockImplementation(release);
  ask.mockReset().mockResolvedValue(more());
  add.mockReset().mockResolvedValue({ done: null, hold: hold() });
  confirm.mockReset().mockResolvedValue({ state: 'booked', bookingId: id });
  intent.mockReset().mockResolvedValue({ clientSecret: 'pi_1_secret_1', paymentIntentId: 'pi_1' });
  release.mockReset().mockResolvedValue();
});

function show(url = `/bookings/experience/${id}/more-people`) {
  const { user } = renderApp(<ChangeBookingPage />, {
    user: aProfile({ roles: ['tourist'] }),
    path: '/bookings/:kind/:id/more-people',
    url,
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press };
}

it('shows what they cost, holds their seats, and changes the booking once they are paid for', async () => {
  const { user, press } = show();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'How many more people are coming?' }),
    '2 people',
  );
  expect(screen.getByText('To pay now').parentElement).toHaveTextContent('Q770.00');
  expect(add).not.toHaveBeenCalled();
  await press('Continue to payment');
  expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
  expect(asked(0)).toMatchObject({ people: 2, amount: 770, names: [] });
  await press('Pay');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your booking is now for 4 people' })).toHaveFocus());
});

it('explains that an authorised card is charged as well', async () => {
  ask.mockResolvedValue(more({ payment_status: 'pending' }));
  show();
  expect(await screen.findByText(/^We'll also charge what you've already booked/)).toBeVisible();
});

it('offers only numbers that a card can be charged for', async () => {
  ask.mockResolvedValue(more({ unit_amount: 2, fewest: 3, most: 4 }));
  const { press } = show();
  const number = await screen.findByRole('combobox');
  expect([...number.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['3 people', '4 people']);
  await press('Continue to payment');
  await waitFor(() => expect(asked(0)).toMatchObject({ people: 3, amount: 6 }));
});

it('says what is paid already, and shows no price where that covers everyone', async () => {
  const choices = [
    { people: 1, extra_amount: 0, at_once: true },
    { people: 2, extra_amount: 200, at_once: false },
  ];
  ask.mockResolvedValue(more({ most: 2, credit_amount: 185, choices }));
  const { user, press } = show();
  expect(await screen.findByText(/There's nothing more to pay/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox'), '2 people');
  expect(screen.getByText("You've already paid Q185.00 of the price for this.")).toBeVisible();
  expect(screen.getByText('Q200.00')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox'), '1 person');
  await press('Add 1 person');
  await waitFor(() => expect(asked(0)).toMatchObject({ people: 1, amount: 0 }));
});

it('continues with held seats, and first checks whether they are paid', async () => {
  ask.mockResolvedValue(more({ hold: hold() }));
  confirm.mockResolvedValue({ state: 'requires_payment', bookingId: null });
  const { press } = show();
  expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
  expect(confirm).toHaveBeenCalledWith('h1');
  expect(add).not.toHaveBeenCalled();
  await press('Change details');
  expect(await screen.findByRole('combobox')).toBeVisible();
});

it('counts as one request for the same selection, and as another for a new one', async () => {
  add.mockRejectedValue(new AppError('network', 'No answer'));
  const { user, press } = show();
  await press('Continue to payment');
  await press('Continue to payment');
  await user.selectOptions(screen.getByRole('combobox'), '3 people');
  await press('Continue to payment');
  const keys = add.mock.calls.map(([, , , key]) => key);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('shows the new price if it has changed', async () => {
  add.mockRejectedValue(new AppError('price_changed', 'The price has changed'));
  const { press } = show();
  await screen.findByText('Q385.00');
  ask.mockResolvedValue(more({ unit_amount: 400, most: 2 }));
  await press('Continue to payment');
  expect(await screen.findByText('Q400.00')).toBeVisible();
  expect(screen.getByRole('alert')).toBeVisible();
});

it('asks for the names of added passengers of a ride', async () => {
  ask.mockResolvedValue(more({ kind: 'transport' }));
  const { user, press } = show();
  await press('Continue to payment');
  expect(await screen.findByText("Please enter the person's name")).toBeVisible();
  expect(add).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Full name of passenger 3/ }), ' Ana ');
  await press('Continue to payment');
  await waitFor(() => expect(asked(0)).toMatchObject({ people: 1, names: ['Ana'] }));
});

it('keeps the added people over an expired session and a new login', async () => {
  ask.mockResolvedValue(more({ kind: 'transport' }));
  add.mockRejectedValueOnce(new AppError('session_expired', 'Your session has expired', { status: 401 }));
  const first = show();
  await first.user.type(await screen.findByRole('textbox', { name: /Full name of passenger 3/ }), 'Ana');
  await first.press('Continue to payment');
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1));
  cleanup();
  show();
  expect(await screen.findByRole('textbox', { name: /Full name of passenger 3/ })).toHaveValue('Ana');
});

it('keeps the selected people over a reload and a failed request, until they are added', async () => {
  ask.mockResolvedValue(more({ kind: 'transport' }));
  add.mockRejectedValueOnce(new AppError('network', 'No answer'));
  const first = show();
  await first.user.type(await screen.findByRole('textbox', { name: /Full name of passenger 3/ }), 'Ana');
  await first.press('Continue to payment');
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1));
  cleanup();
  const again = show();
  expect(await screen.findByRole('textbox', { name: /Full name of passenger 3/ })).toHaveValue('Ana');
  add.mockResolvedValue(added);
  await again.press('Continue to payment');
  expect(await screen.findByRole('heading', { name: 'Your booking is now for 3 people' })).toBeVisible();
  expect(asked(1)?.key).toBe(asked(0)?.key);
  cleanup();
  show();
  expect(await screen.findByRole('textbox', { name: /Full name of passenger 3/ })).toHaveValue('');
});

it('asks for their passport photo, and keeps it over a reload and a failed request', async () => {
  ask.mockResolvedValue(more({ passport_required: true }));
  add.mockRejectedValueOnce(new AppError('network', 'No answer'));
  const first = show();
  await first.press('Continue to payment');
  expect(await screen.findByText('Please upload a passport image')).toBeVisible();
  expect(add).not.toHaveBeenCalled();
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'eva.jpg', { type: 'image/jpeg' });
  await first.user.upload(document.querySelector('input[type=file]') as HTMLInputElement, photo);
  expect(await screen.findByText('eva.jpg')).toBeVisible();
  expect(screen.queryByText('Please upload a passport image')).toBeNull();
  await first.press('Continue to payment');
  await waitFor(() => expect(asked(0)).toMatchObject({ people: 1, passports: ['me/eva.jpg'] }));
  cleanup();
  const again = show();
  expect(await screen.findByText('eva.jpg')).toBeVisible();
  await again.press('Continue to payment');
  expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
  expect(asked(1)).toEqual(asked(0));
});

it('accepts no more photos than people', async () => {
  ask.mockResolvedValue(more({ passport_required: true }));
  const photos = ['a.jpg', 'b.jpg'].map((name) => ({ path: `me/${name}`, name, size: 3 }));
  writeDraft(`more-people-experience-${id}`, { values: { people: 2, names: [], passports: photos } });
  const { user, press } = show();
  await user.selectOptions(await screen.findByRole('combobox'), '1 person');
  expect(screen.getByText(/more passport photos than people/)).toBeVisible();
  await press('Continue to payment');
  expect(add).not.toHaveBeenCalled();
  await press('Remove passport 1');
  await press('Continue to payment');
  await waitFor(() => expect(asked(0)).toMatchObject({ people: 1, passports: ['me/b.jpg'] }));
});

it('charges nothing now for cash on the day and for a private group', async () => {
  ask.mockResolvedValue(more({ at_once: true }));
  add.mockResolvedValue(added);
  const { press } = show();
  expect(await screen.findByText("You'll pay Q385.00 more on the day.")).toBeVisible();
  await press('Add 1 person');
  expect(await screen.findByRole('heading', { name: 'Your booking is now for 3 people' })).toBeVisible();
});

it('reports that the time to pay has passed, and that nothing was charged', async () => {
  ask.mockResolvedValue(more({ hold: hold({ expiresAt: later(-1) }) }));
  confirm.mockResolvedValue({ state: 'requires_payment', bookingId: null });
  const { press } = show();
  expect(await screen.findByText(/we've released the seats. We haven't charged you/)).toBeVisible();
  ask.mockResolvedValue(more());
  await press('Choose again');
  expect(await screen.findByRole('combobox')).toBeVisible();
});

it('reports that they could not be added although they were paid for', async () => {
  ask.mockResolvedValue(more({ hold: hold() }));
  confirm.mockResolvedValue({ state: 'void', bookingId: null });
  show();
  expect(
    await screen.findByText(/couldn't change the booking. If we charged your card, we'll refund you/),
  ).toBeVisible();
});

it('keeps asking after a lost connection, and offers a retry if the card form did not open', async () => {
  confirm.mockRejectedValueOnce(new AppError('network', 'No answer'));
  intent.mockRejectedValueOnce(new AppError('payment_unavailable', "The payment service didn't respond."));
  const { press } = show();
  await press('Continue to payment');
  expect(await screen.findByText(/didn't respond/)).toBeVisible();
  await press('Try again');
  await press('Pay');
  expect(await screen.findByText(/We're still trying/)).toBeVisible();
  expect(await screen.findByRole('heading', { name: /is now for 4 people/ })).toBeVisible();
});

it('explains why it is refused, and offers nothing', async () => {
  ask.mockResolvedValue(more({ refusal: { code: 'too_late_to_add', message: 'From the server' }, most: 0 }));
  show();
  expect(await screen.findByText('You can add people only while cancelling is free.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).not.toBeInTheDocument();
});

it("refuses another person's booking, and shows what failed to load", async () => {
  ask.mockRejectedValue(new AppError('booking_not_found', 'Booking not found'));
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Booking not found' })).toBeVisible();
  ask.mockRejectedValue(new AppError('server', 'Failed to load the price'));
  show(`/bookings/transport/${id}/more-people`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Failed to load the price' })).toBeVisible();
});
