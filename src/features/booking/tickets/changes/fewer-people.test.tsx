import { screen, waitFor } from '@testing-library/react';
import { aChange, aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import ChangeBookingPage from '@/pages/change-booking';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.setConfig({ testTimeout: 20_000 });

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const choice = (people: number, reduced: number, fee: number): queries.FewerChoice => ({
  people,
  reduced_amount: reduced,
  refund_amount: reduced - fee,
  fee_amount: fee,
  sold: people + 1,
});
const fewer = ({
  refusal = null,
  min_to_run = null,
  choices = [choice(2, 385, 192.5), choice(1, 770, 385)],
  ...booking
}: Partial<queries.FewerPeople> = {}) =>
  aChange({ booking_id: id, num_people: 3, ...booking, fewer: { refusal, min_to_run, choices } });
const ask = vi.fn<() => Promise<queries.ChangeOptions>>();
const reduce = vi.fn<typeof queries.changeBooking>();
function asked() {
  const [, [step], shown] = reduce.mock.calls[0] ?? [undefined, [], undefined];
  return step?.step === 'party' ? { people: step.people, leaving: step.leaving ?? [], ...shown } : undefined;
}
beforeEach(() => {
  vi.spyOn(queries, 'changeOptionsQuery').mockImplementation(
    () => ({ queryKey: ['fewer'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'changeBooking').mockImplementation(reduce);
  ask.mockReset().mockResolvedValue(fewer());
  reduce.mockReset().mockImplementation(async (_id, [step], { refund_amount }) => ({
    done: {
      service_date: '2026-12-04',
      start_time: '09:00:00',
      people: step?.step === 'party' ? step.people : 3,
      refund_amount,
    },
    hold: null,
  }));
});

function show() {
  const { user } = renderApp(<ChangeBookingPage />, {
    user: aProfile({ roles: ['tourist'] }),
    path: '/bookings/:kind/:id/fewer-people',
    url: `/bookings/experience/${id}/fewer-people`,
  });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press };
}

it('shows the refund before the change, and the result after it', async () => {
  const { user, press } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'How many people are coming?' }), '1 person');
  expect(screen.getByText('Your refund').nextSibling).toHaveTextContent('Q385.00');
  expect(screen.getByText('Cancellation fee').nextSibling).toHaveTextContent('Q385.00');
  expect(reduce).not.toHaveBeenCalled();
  await press('Change to 1 person');
  expect(await screen.findByRole('heading', { name: 'Your booking is now for 1 person' })).toBeVisible();
  expect(screen.getByText(/We're refunding Q385.00 to your card./)).toBeVisible();
  expect(asked()).toEqual({ people: 1, leaving: [], refund_amount: 385, extra_amount: 0 });
});

it('asks which of the named passengers drops out, and refuses all of them', async () => {
  ask.mockResolvedValue(fewer({ passengers: ['Anna', null, 'Jonas'] }));
  const { user, press } = show();
  const anna = await screen.findByRole('checkbox', { name: 'Anna' });
  expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
  await user.click(anna);
  await user.click(screen.getByRole('checkbox', { name: 'Passenger 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Jonas' }));
  expect(screen.getByText('If no one is coming, cancel the booking instead.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
  await user.click(anna);
  await press('Change to 1 person');
  expect(asked()).toMatchObject({ people: 1, leaving: [2, 3] });
});

it('uses one key for the same selection, and another for a different selection', async () => {
  reduce.mockRejectedValue(new AppError('network', 'No answer'));
  const { user, press } = show();
  await press('Change to 2 people');
  await press('Change to 2 people');
  await user.selectOptions(screen.getByRole('combobox'), '1 person');
  await press('Change to 1 person');
  const keys = reduce.mock.calls.map(([, , , key]) => key);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('asks again when the booking has changed in the meantime', async () => {
  reduce.mockRejectedValue(new AppError('quote_changed', 'The refund for this booking has changed'));
  const { user, press } = show();
  await user.selectOptions(await screen.findByRole('combobox'), '1 person');
  ask.mockResolvedValue(fewer({ num_people: 4, choices: [choice(3, 385, 0), choice(2, 770, 0)] }));
  await press('Change to 1 person');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Change to 3 people' })).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveValue('3');
});

it('selects nobody of a party that has changed', async () => {
  ask.mockResolvedValue(fewer({ passengers: ['Anna', 'Ben', 'Jonas'] }));
  reduce.mockRejectedValue(new AppError('invalid_input', 'Please select who is not coming'));
  const { user, press } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Ben' }));
  ask.mockResolvedValue(fewer({ num_people: 2, passengers: ['Anna', 'Jonas'], choices: [choice(1, 385, 0)] }));
  await press('Change to 2 people');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Ben' })).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Jonas' })).not.toBeChecked();
});

it('warns that the departure may be cancelled, and about the remaining passports', async () => {
  ask.mockResolvedValue(fewer({ min_to_run: 4, passports: 3 }));
  show();
  expect(await screen.findByText(/This departure needs 4 guests. With your change it would have only 3/)).toBeVisible();
  expect(screen.getByText(/delete the passport photo of anyone who isn't coming/)).toBeVisible();
});

it('shows that the price of a group stays, and how much less is due in cash', async () => {
  ask.mockResolvedValue(fewer({ booking_type: 'private', choices: [choice(2, 0, 0)] }));
  show();
  expect(await screen.findByText(/The price is for the whole group/)).toBeVisible();
  ask.mockResolvedValue(fewer({ payment_status: 'pending', choices: [choice(2, 385, 0)] }));
  show();
  expect(await screen.findByText("You'll pay Q385.00 less.")).toBeVisible();
});

it('explains why it is refused, and offers nothing', async () => {
  ask.mockResolvedValue(
    fewer({ refusal: { code: 'departure_begun', message: 'This departure has already started' }, choices: [] }),
  );
  show();
  expect(await screen.findByText(/has already started/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
});
