import { screen, waitFor, within } from '@testing-library/react';
import { aBookingDetail, aChange, aHold } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import * as changes from '@/features/booking/tickets/changes/queries';
import { AppError } from '@/lib/api/errors';
import ChangeDialog from './ChangeDialog';
import DetailsDialog from './DetailsDialog';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ supabase: async () => ({}) }));
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
  quote.mockReset().mockReturnValue({ ...sums, choices: [sunday] });
  change.mockReset().mockResolvedValue({ done, hold: null });
});

function show() {
  const props = { onClose: vi.fn(), onDone: vi.fn(), refresh: vi.fn(async () => undefined) };
  const { user } = renderApp(<ChangeDialog booking={aBookingDetail()} {...props} />);
  const submit = async () => user.click(await screen.findByRole('button', { name: 'Change booking' }));
  return { user, submit, ...props };
}

it('moves a booking with a reason, and says that the guest was told', async () => {
  const { user, submit, onDone, onClose } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  expect(await screen.findByText('The price is the same.')).toBeVisible();
  await submit();
  expect((await screen.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
  expect(change).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Asked on the phone');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(change).toHaveBeenCalledWith(
    'b1',
    [{ step: 'date', service_date: '2026-12-05', slot_id: 'slot' }],
    {
      refund_amount: 0,
      extra_amount: 0,
      booking: { service_date: '2026-12-04', start_time: '09:00:00', people: 2 },
    },
    expect.any(String),
    { reason: 'Asked on the phone', waived: false },
  );
  expect(onDone).toHaveBeenCalledWith("The booking has changed, and we've told the guest.");
});

it('says what is refunded, and keeps the price where the team decides so', async () => {
  quote.mockImplementation((steps, waived) =>
    waived || steps.every(({ step }) => step !== 'party')
      ? { ...sums, choices: [sunday] }
      : { ...sums, refund_amount: 340, reduced_amount: 340 },
  );
  const { user, submit } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /People/ }), '1 person');
  expect(await screen.findByText('We refund Q340.00 to the card.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Keep the price/ }));
  expect(await screen.findByText('The price stays as it is.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  await waitFor(() => expect(change).toHaveBeenCalled());
  expect(change.mock.calls[0]?.[1]).toEqual([{ step: 'party', people: 1 }]);
  expect(change.mock.calls[0]?.[4]).toEqual({ reason: 'Agreed', waived: true });
});

it('asks where someone else has changed the booking since it was opened', async () => {
  change.mockRejectedValueOnce(new AppError('changed_meanwhile', 'changed'));
  const { user, submit, onClose } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  expect(await screen.findByText(/Someone else changed this booking after you opened it/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('says first that a change waits for the guest to pay, what it is, and withdraws it', async () => {
  const withdraw = vi.spyOn(queries, 'withdrawChange').mockResolvedValue(null as never);
  const waiting = {
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
    <ChangeDialog booking={aBookingDetail({ waiting })} onClose={vi.fn()} onDone={vi.fn()} refresh={refresh} />,
  );
  expect(await screen.findByText(/waiting for the guest to pay Q185.00 by/)).toBeVisible();
  for (const text of [/Dec 13.* instead of .*Dec 12/, '3 people instead of 2', 'Joining: Eva Lux', /that change ends/])
    expect(screen.getByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Withdraw change' }));
  expect(withdraw).toHaveBeenCalledWith('b1', 'h1');
  await waitFor(() => expect(refresh).toHaveBeenCalled());
});

it('says that the guest pays a higher price by a link', async () => {
  quote.mockReturnValue({ ...sums, extra_amount: 49, at_once: false, choices: [sunday] });
  change.mockResolvedValue({ done: null, hold: aHold() });
  const { user, submit, onDone } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Departure/ }), screen.getByText(/Dec 5/));
  expect(await screen.findByText(/It costs Q49.00 more. We email the guest a link to pay/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Agreed');
  await submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(expect.stringMatching(/emailed the guest a link/)));
});

it('says why it is refused, and what went wrong', async () => {
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

it('corrects hotel and names, and shows what the database refuses', async () => {
  const save = vi
    .spyOn(queries, 'changeDetails')
    .mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
  const booking = aBookingDetail({ kind: 'transport', passengers: [{ name: 'Ana' }, { name: 'Ben' }] });
  const onClose = vi.fn();
  const { user } = renderApp(
    <DetailsDialog booking={booking} onClose={onClose} onDone={() => undefined} refresh={async () => undefined} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Correct details' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Hotel or pickup/ }), 'Posada');
  const second = within(dialog).getByRole('textbox', { name: /passenger 2/ });
  await user.clear(second);
  await user.type(second, 'Benita');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Typed wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Save details' }));
  expect(await within(dialog).findByText(/couldn't reach the server/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  save.mockResolvedValueOnce();
  await user.click(within(dialog).getByRole('button', { name: 'Save details' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(save.mock.calls[1]?.[1]).toMatchObject({
    hotel_name: 'Posada',
    passengers: [{ name: 'Ana' }, { name: 'Benita' }],
    reason: 'Typed wrong',
  });
});

it('shows why nothing can change, instead of the form', async () => {
  const refusal = { code: 'departure_begun', message: 'This departure has already started' };
  const options = aChange({
    date: { ...sums, refusal, refund_at_most: null, choices: [] },
    fewer: { refusal, min_to_run: null, choices: [] },
    more: { refusal, unit_amount: 0, fewest: 1, most: 0, at_once: true },
  });
  vi.mocked(changes.changeOptionsQuery).mockImplementation(
    () => ({ queryKey: ['options'], queryFn: async () => options, retry: false }) as never,
  );
  show();
  expect(await screen.findByText('This departure has already started')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
