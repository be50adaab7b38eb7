import { screen, waitFor, within } from '@testing-library/react';
import { aBookingDetail, aChange, aHold } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import * as changes from '@/features/booking/tickets/changes/queries';
import * as cancelling from '@/features/departures/cancelling/queries';
import { AppError } from '@/lib/api/errors';
import ChangeDialog from './ChangeDialog';
import DetailsDialog from './DetailsDialog';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.setConfig({ testTimeout: 20_000 });

const sunday = {
  service_date: '2026-12-05',
  start_time: '09:00:00',
  slot_id: 'slot',
  free_until: null,
  change_until: null,
};
const sums = { refusal: null, refund_amount: 0, reduced_amount: 0, fee_amount: 0, extra_amount: 0, at_once: true };
const quote = vi.fn<(steps: readonly { step?: string }[], waived: boolean) => changes.Quote>();
const change = vi.fn<typeof changes.changeBooking>();
const done = { service_date: '2026-12-05', start_time: '09:00:00', people: 2, refund_amount: 0 };

beforeEach(() => {
  const options = aChange({ date: { ...sums, refund_at_most: null, choices: [sunday] } });
  vi.spyOn(changes, 'changeOptionsQuery').mockImplementation(
    () => ({ queryKey: ['options'], queryFn: async () => options, retry: false }) as never,
  );
  vi.spyOn(changes, 'quoteQuery').mockImplementation(
    (_id, steps, waived) =>
      ({
        queryKey: ['quote', steps, waived],
        queryFn: async () => quote(steps as { step?: string }[], waived),
        retry: false,
        enabled: steps.length > 0,
      }) as never,
  );
  vi.spyOn(changes, 'changeBooking').mockImplementation(change);
  offer([]);
  quote.mockReset().mockReturnValue({ ...sums, choices: [sunday] });
  change.mockReset().mockResolvedValue({ done, hold: null });
});

/** The services of the same kind and territory. */
const offer = (services: { id: string; title: string; booking_type: string }[]) =>
  vi
    .spyOn(cancelling, 'sameKindServicesQuery')
    .mockImplementation(() => ({ queryKey: ['services'], queryFn: async () => services, retry: false }) as never);

function show() {
  const props = { onClose: vi.fn(), onDone: vi.fn(), refresh: vi.fn(async () => undefined) };
  const { user, unmount } = renderApp(<ChangeDialog booking={aBookingDetail()} {...props} />);
  const submit = async () => user.click(await screen.findByRole('button', { name: 'Change booking' }));
  return { user, unmount, submit, ...props };
}

it('moves a booking with a reason, and confirms that the guest was notified', async () => {
  const { user, submit, onDone, onClose } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  expect(await screen.findByText('The price is the same.')).toBeVisible();
  await submit();
  expect((await screen.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
  expect(change).not.toHaveBeenCalled();
  await fill(user, screen.getByRole('textbox', { name: /Reason/ }), 'Asked on the phone');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(change).toHaveBeenCalledWith(
    expect.objectContaining({
      booking_id: 'b1',
      service_date: '2026-12-04',
      start_time: '09:00:00',
      num_people: 2,
    }),
    [{ step: 'date', service_date: '2026-12-05', slot_id: 'slot' }],
    { refund_amount: 0, extra_amount: 0 },
    expect.any(String),
    { reason: 'Asked on the phone', waived: false },
  );
  expect(onDone).toHaveBeenCalledWith("We've changed the booking and notified the guest.");
});

it('asks the desk to tell a guest who has no account', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <ChangeDialog booking={aBookingDetail({ walk_in: true })} onDone={onDone} onClose={vi.fn()} refresh={vi.fn()} />,
  );
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  await fill(user, screen.getByLabelText('Reason'), 'Asked on the phone');
  await user.click(await screen.findByRole('button', { name: 'Change booking' }));
  await waitFor(() =>
    expect(onDone).toHaveBeenCalledWith(
      "We've changed the booking. The guest has no account, so please tell them yourself.",
    ),
  );
});

it('moves it to another service of the same kind: the price comes first, then a departure has to be selected', async () => {
  offer([
    { id: 'e1', title: 'Hot Waterfall', booking_type: 'both' },
    { id: 'walk', title: 'A walk', booking_type: 'shared' },
    { id: 'hike', title: 'A private hike', booking_type: 'private' },
  ]);
  quote.mockImplementation((steps) =>
    steps.some(({ step }) => step === 'service')
      ? { ...sums, refund_amount: 151, reduced_amount: 151, choices: [{ ...sunday, slot_id: 'other' }] }
      : { ...sums, choices: [sunday] },
  );
  const { user, submit } = show();
  const service = await screen.findByRole('combobox', { name: /Service/ });
  expect(within(service).queryByText('A private hike')).toBeNull();
  await user.selectOptions(service, 'A walk');
  expect(await screen.findByText("We'll refund Q151.00 to the card.")).toBeVisible();
  await fill(user, screen.getByRole('textbox', { name: /Reason/ }), 'Asked on the phone');
  await submit();
  expect((await screen.findAllByText('Please choose a departure of the new trip')).length).toBeGreaterThan(0);
  expect(change).not.toHaveBeenCalled();
  await user.selectOptions(screen.getByRole('combobox', { name: /Departure/ }), await screen.findByText(/Dec 5/));
  await submit();
  await waitFor(() => expect(change).toHaveBeenCalled());
  expect(change.mock.calls[0]?.slice(1, 3)).toEqual([
    [{ step: 'service', service_id: 'walk', service_date: '2026-12-05', slot_id: 'other' }],
    { refund_amount: 151, extra_amount: 0 },
  ]);
});

it.each([
  [{ extra_amount: 175.5 }, /The booking will cost Q175.50 more. Collect the cash now. .* cash book/],
  [{ refund_amount: 175.5, reduced_amount: 175.5 }, /Refund Q175.50 in cash now. .* cash book/],
])('shows that the difference of a booking paid in cash is settled now: %o', async (difference, text) => {
  const options = aChange({ payment_method: 'cash', payment_status: 'completed' });
  vi.mocked(changes.changeOptionsQuery).mockImplementation(
    () => ({ queryKey: ['options'], queryFn: async () => options, retry: false }) as never,
  );
  quote.mockReturnValue({ ...sums, ...difference });
  const { user } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /People/ }), '1 person');
  expect(await screen.findByText(text)).toBeVisible();
});

it('shows what is refunded, and keeps the price if the team decides so', async () => {
  quote.mockImplementation((steps, waived) =>
    waived || steps.every(({ step }) => step !== 'party')
      ? { ...sums, credit_amount: 340, choices: [sunday] }
      : { ...sums, refund_amount: 340, reduced_amount: 340 },
  );
  const { user, submit } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /People/ }), '1 person');
  expect(await screen.findByText("We'll refund Q340.00 to the card.")).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Keep the price/ }));
  expect(await screen.findByText(/^The price stays the same. Q340.00 of it is credit for adding people/)).toBeVisible();
  await fill(user, screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  await waitFor(() => expect(change).toHaveBeenCalled());
  expect(change.mock.calls[0]?.[1]).toEqual([{ step: 'party', people: 1 }]);
  expect(change.mock.calls[0]?.[4]).toEqual({ reason: 'Agreed', waived: true });
});

it('says that passport photos are missing for the trip, and that the guest is asked', async () => {
  quote.mockReturnValue({ ...sums, lacks_passport: true, choices: [sunday] });
  const { user } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  expect(await screen.findByText(/needs a passport photo, and the booking has none/)).toBeVisible();
});

it('asks if someone else has changed the booking since it was opened', async () => {
  change.mockRejectedValueOnce(new AppError('changed_meanwhile', 'changed'));
  const { user, submit, onClose } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  await fill(user, screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  expect(await screen.findByText(/Someone else changed this booking after you opened it/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('shows first that a change waits for the guest to pay, what it is, and withdraws it', async () => {
  const withdraw = vi.spyOn(queries, 'withdrawChange').mockResolvedValue(null as never);
  const unpaid_change = {
    hold_id: 'h1',
    by: 'desk',
    reason: 'Asked on the phone',
    moves: true,
    title: null,
    service_date: '2026-12-13',
    start_time: '09:00:00',
    people: 3,
    joining: ['Eva Lux'],
    amount: 185,
    currency_symbol: 'Q',
    expires_at: '2026-12-01T20:00:00Z',
    paying: false,
  };
  const refresh = vi.fn(async () => undefined);
  const { user } = renderApp(
    <ChangeDialog booking={aBookingDetail({ unpaid_change })} onClose={vi.fn()} onDone={vi.fn()} refresh={refresh} />,
  );
  expect(await screen.findByText(/to pay Q185.00 for this change/)).toBeVisible();
  for (const text of [
    /Dec 13.* instead of .*Dec 12/,
    '3 people instead of 2',
    'Joining: Eva Lux',
    /can no longer pay for the earlier change/,
  ])
    expect(screen.getByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Withdraw change' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw this change?' }));
  expect(withdraw).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Withdraw change' }));
  expect(withdraw).toHaveBeenCalledWith('b1', 'h1');
  await waitFor(() => expect(refresh).toHaveBeenCalled());
});

it('shows that the guest pays a higher price by a link', async () => {
  quote.mockReturnValue({ ...sums, extra_amount: 49, at_once: false, choices: [sunday] });
  change.mockResolvedValue({ done: null, hold: aHold() });
  const { user, submit, onDone } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  expect(
    await screen.findByText(/The booking will cost Q49.00 more. We'll email the guest a payment link/),
  ).toBeVisible();
  await fill(user, screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(expect.stringMatching(/emailed the guest a link/)));
});

it('explains a refusal and a failure', async () => {
  quote.mockReturnValue({
    ...sums,
    refusal: { code: 'departure_begun', message: 'This departure has already started' },
    choices: [],
  });
  const { user } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /People/ }), '1 person');
  expect(await screen.findByText(/has already started/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change booking' })).toBeDisabled();
});

function correct(booking: queries.BookingDetail, save = vi.fn<typeof queries.changeDetails>()) {
  vi.spyOn(queries, 'changeDetails').mockImplementation(save);
  const props = { onClose: vi.fn(), onDone: vi.fn(), onReload: vi.fn(), refresh: vi.fn(async () => undefined) };
  const { user, unmount } = renderApp(<DetailsDialog booking={booking} {...props} />);
  const dialog = () => within(screen.getByRole('dialog', { name: 'Edit details' }));
  const type = async (name: RegExp, text: string) => {
    const field = dialog().getByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, text);
  };
  const submit = () => user.click(dialog().getByRole('button', { name: 'Save details' }));
  return { user, unmount, dialog, type, submit, save, ...props };
}

it('corrects hotel and names, and shows what the database refuses', async () => {
  const save = vi.fn<typeof queries.changeDetails>();
  save.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server.")).mockResolvedValueOnce(true);
  const booking = aBookingDetail({ kind: 'transport', passengers: [{ name: 'Ana' }, { name: 'Ben' }] });
  const { dialog, type, submit, onClose, onDone } = correct(booking, save);
  await type(/^Hotel or pickup location/, 'Posada');
  await type(/passenger 2/, 'Benita');
  await type(/Reason/, 'Typed wrong');
  await submit();
  expect(await dialog().findByText(/couldn't reach the server/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  // The request contains only the changed fields and their previous values.
  const changed = {
    details: { hotel_name: 'Posada', passengers: ['Ana', 'Benita'] },
    seen: { hotel_name: '', passengers: ['Ana', 'Ben'] },
  };
  expect(save.mock.calls).toEqual([
    ['b1', changed, 'Typed wrong'],
    ['b1', changed, 'Typed wrong'],
  ]);
  expect(onDone).toHaveBeenCalledWith("We've changed the booking and notified the guest.");
});

it('shows that nothing has changed if the same details were already saved', async () => {
  const { type, submit, save, onDone } = correct(
    aBookingDetail(),
    vi.fn(async () => false),
  );
  await type(/Reason/, 'Typed wrong');
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('These details were already saved, so nothing has changed.'));
  expect(save).toHaveBeenCalledWith('b1', { details: {}, seen: {} }, 'Typed wrong');
});

it("asks before it overwrites a colleague's correction", async () => {
  const conflict = new AppError('changed_meanwhile', 'Someone else changed this while you were working on it');
  const save = vi.fn<typeof queries.changeDetails>().mockRejectedValueOnce(conflict).mockResolvedValueOnce(true);
  const booking = aBookingDetail({ hotel_name: 'Posada' });
  const theirs = { ...booking, hotel_name: 'Hostal', whatsapp_number: '+50255123499' };
  vi.spyOn(queries, 'bookingQuery').mockImplementation(
    () => ({ queryKey: ['theirs'], queryFn: async () => theirs }) as never,
  );
  const { user, dialog, type, submit, onReload } = correct(booking, save);
  await type(/^Hotel or pickup location/, 'Casa Verde');
  await type(/Reason/, 'Asked');
  await submit();
  expect(await dialog().findByText('Someone else changed this while you were working on it')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  // The colleague's new number stays, because the form doesn't send a number it didn't change.
  expect(save.mock.calls[1]?.[1]).toEqual({ details: { hotel_name: 'Casa Verde' }, seen: { hotel_name: 'Hostal' } });
  expect(onReload).not.toHaveBeenCalled();
});

it('reloads the booking instead, if the person prefers that', async () => {
  const save = vi.fn<typeof queries.changeDetails>().mockRejectedValueOnce(new AppError('changed_meanwhile', 'x'));
  const { user, dialog, type, submit, onReload } = correct(aBookingDetail(), save);
  await type(/^Hotel or pickup location/, 'Casa Verde');
  await type(/Reason/, 'Asked');
  await submit();
  await user.click(await dialog().findByRole('button', { name: 'Load current version' }));
  expect(onReload).toHaveBeenCalled();
});

it('drops the typed details with Back, and restores them with a note after a reload', async () => {
  const first = correct(aBookingDetail());
  await first.type(/^Hotel or pickup location/, 'Casa Verde');
  first.unmount();
  const second = correct(aBookingDetail());
  expect(second.dialog().getByText("We've restored your unsaved changes")).toBeVisible();
  expect(second.dialog().getByRole('textbox', { name: /^Hotel or pickup location/ })).toHaveValue('Casa Verde');
  await second.user.click(second.dialog().getByRole('button', { name: 'Back' }));
  expect(second.onClose).toHaveBeenCalled();
  second.unmount();
  const third = correct(aBookingDetail());
  expect(third.dialog().getByRole('textbox', { name: /^Hotel or pickup location/ })).toHaveValue('');
});

it.each(['Back', 'Close'])(
  'drops an abandoned selection with %s, and restores it with a note after a reload',
  async (name) => {
    const people = () => screen.findByRole('combobox', { name: /People/ });
    const first = show();
    await first.user.selectOptions(await people(), '1 person');
    first.unmount();
    const second = show();
    expect(await people()).toHaveDisplayValue('1 person');
    expect(screen.getByText("We've restored your unsaved changes")).toBeVisible();
    await second.user.click(screen.getByRole('button', { name }));
    expect(second.onClose).toHaveBeenCalled();
    second.unmount();
    show();
    expect(await people()).toHaveDisplayValue('2 people');
    expect(screen.queryByText("We've restored your unsaved changes")).toBeNull();
  },
);

it.each(['own_commission', 'own_booking'])('explains why a colleague has to change it: %s', async (code) => {
  const why = 'Please ask a colleague to do this.';
  vi.mocked(changes.changeOptionsQuery).mockImplementation(
    () => ({ queryKey: ['options'], queryFn: () => Promise.reject(new AppError(code, why)), retry: false }) as never,
  );
  show();
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change booking' })).toBeNull();
});

it('shows why nothing can change, instead of the form', async () => {
  const refusal = { code: 'departure_begun', message: 'This departure has already started' };
  const options = aChange({
    date: { ...sums, refusal, refund_at_most: null, choices: [] },
    fewer: { refusal, min_to_run: null, choices: [] },
    more: { refusal, fewest: 1, most: 0, choices: [] },
  });
  vi.mocked(changes.changeOptionsQuery).mockImplementation(
    () => ({ queryKey: ['options'], queryFn: async () => options, retry: false }) as never,
  );
  show();
  expect(await screen.findByText('This departure has already started')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
