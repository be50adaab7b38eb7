import { screen, waitFor } from '@testing-library/react';
import { aBookingForm, aHold, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Departure, Hold } from '@/features/booking/checkout/dto';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { FormStep } from '@/features/booking/checkout/form/FormStep';
import type { Problem } from '@/features/booking/checkout/machine';
import type { Service } from '@/features/booking/checkout/service';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';

// Tests the form on a sold-out day, where only the waitlist is offered.

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
const departures = vi.hoisted(() => vi.fn());
vi.mock('@/features/booking/checkout/queries', async (original) => ({
  ...(await original<object>()),
  departuresQuery: () => ({ queryKey: ['checkout', 'departures'], queryFn: departures }),
}));

const DATE = '2126-11-26';
const slot = (change: Partial<Departure> = {}): Departure => ({
  slotId: 'slot',
  date: DATE,
  startTime: '07:00:00',
  capacity: 8,
  available: 0,
  cashSeats: 0,
  closed: false,
  ...change,
});

/** The mocked database answers, by the name of the call. */
let answers: Record<string, unknown> = {};
const asked: [string, unknown][] = [];
beforeEach(() => {
  asked.length = 0;
  answers = { my_waitlist: [] };
  departures.mockReset().mockResolvedValue([slot()]);
  vi.mocked(run)
    .mockReset()
    .mockImplementation(async (call) => {
      let name = '';
      const abortSignal = () => undefined;
      await call({
        rpc: (called: string, args: unknown) => {
          name = called;
          asked.push([called, args]);
          return { abortSignal };
        },
      } as never);
      const answer = answers[name] ?? null;
      if (answer instanceof Error) throw answer;
      return answer as never;
    });
});

const entry = (change: object = {}) => ({
  entry_id: 'w1',
  state: 'waiting',
  kind: 'experience',
  service_id: aService().id,
  slot_id: 'slot',
  title: 'Hot Waterfall',
  titles: {},
  service_date: DATE,
  start_time: '07:00:00',
  booking_type: 'shared',
  num_people: 2,
  place: 1,
  seconds_left: null,
  ...change,
});

interface Given {
  service?: Partial<Service>;
  kept?: Hold | null;
  problem?: Problem | null;
  userId?: string | null;
}

function Panel({ service, kept = null, problem = null, userId = 'u1' }: Given) {
  const methods = useForm<BookingForm>({
    defaultValues: aBookingForm({ serviceDate: DATE, slotId: '', dateSettled: true, numPeople: 2 }),
  });
  return (
    <FormProvider {...methods}>
      <FormStep
        service={aService(service)}
        userId={userId}
        origin={null}
        state={{ step: 'form', kept, problem }}
        send={vi.fn()}
      />
    </FormProvider>
  );
}
const show = (given: Given = {}) => renderApp(<Panel {...given} />, { user: null });

const wish = () => screen.findByRole('button', { name: 'Notify me when 2 seats open up' });
const fields = () => [
  screen.queryByLabelText('WhatsApp number'),
  screen.queryByRole('spinbutton', { name: 'Number of people' }),
  screen.queryByRole('button', { name: 'Continue to payment' }),
];
const NONE = [null, null, null];

it('asks only for the waitlist entry if waiting is the only option', async () => {
  show();
  expect(await wish()).toBeVisible();
  await waitFor(() => expect(fields()).toEqual(NONE));
  expect(screen.getByRole('button', { name: /^Date: / })).toBeVisible();
});

it('lets guests choose what to wait for if both are sold', async () => {
  show({ service: { bookingType: 'both', privatePrice: 900, maxPrivateGuests: 8 } });
  expect(await wish()).toBeVisible();
  expect(screen.getByRole('radio', { name: /Private/ })).toBeVisible();
  expect(screen.queryByLabelText('WhatsApp number')).not.toBeInTheDocument();
});

it.each<[string, Given, () => void]>([
  [
    'another time of the day has seats',
    {},
    () => departures.mockResolvedValue([slot(), slot({ slotId: 'b', available: 8 })]),
  ],
  ['its seats are held already', { kept: aHold({ expiresAt: '2126-11-26T00:00:00Z' }) }, () => undefined],
  [
    'the last seats were sold while it was filled in',
    { problem: { code: 'sold_out', message: "There aren't enough seats left" } },
    () => undefined,
  ],
  [
    'its seats are offered',
    {},
    () => Object.assign(answers, { my_waitlist: [entry({ state: 'offered', seconds_left: 7199 })] }),
  ],
])('keeps the form if %s', async (_, given, arrange) => {
  arrange();
  show(given);
  await waitFor(() => expect(screen.getAllByText(/Waitlist|held for/)).not.toHaveLength(0));
  await waitFor(() => expect(fields()).not.toContain(null));
});

it('the waitlist can be joined and left by keyboard alone', async () => {
  answers.join_waitlist = entry();
  const { user } = show();
  await wish();
  const seats = screen.getByRole('combobox', { name: 'Seats you need' });
  for (let n = 0; n < 12 && document.activeElement !== seats; n++) await user.tab();
  expect(seats).toHaveFocus();
  await user.tab();
  expect(await wish()).toHaveFocus();
  answers.my_waitlist = [entry()];
  await user.keyboard('{Enter}');
  expect(await screen.findByText("You're number 1 on the waitlist for 2 seats.")).toBeVisible();
  answers.my_waitlist = [];
  screen.getByRole('button', { name: 'Leave waitlist' }).focus();
  await user.keyboard('{Enter}');
  // The question begins at the button that keeps the place.
  expect(await screen.findByRole('button', { name: 'Stay on the waitlist' })).toHaveFocus();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await wish()).toBeVisible();
  expect(asked.map(([name]) => name)).toEqual(expect.arrayContaining(['join_waitlist', 'leave_waitlist']));
});

it('reports that joining failed without a connection, and keeps the input', async () => {
  answers.join_waitlist = new AppError('offline', "You're offline. Please try again when the signal is back.");
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { user } = show();
  await user.click(await wish());
  expect(await screen.findByRole('alert')).toHaveTextContent("You're offline.");
  expect(await wish()).toBeEnabled();
});
