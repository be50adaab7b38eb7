import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import { MyWaitlist } from './MyWaitlist';
import { WaitlistWish } from './WaitlistWish';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
beforeEach(() => void vi.mocked(run).mockReset());

const entry = (change: object = {}) => ({
  entry_id: 'w1',
  state: 'waiting',
  kind: 'experience',
  service_id: 'laguna',
  slot_id: 'morning',
  title: 'Laguna azul',
  titles: {},
  service_date: '2126-11-27',
  start_time: '07:00:00',
  booking_type: 'shared',
  num_people: 3,
  place: 2,
  seconds_left: null,
  ...change,
});

function showMine(...entries: unknown[]) {
  vi.mocked(run).mockResolvedValue(entries);
  return renderApp(<MyWaitlist userId="u1" />);
}

it('shows what the guest waits for and the position, and how to leave', async () => {
  const { user } = showMine(entry());
  expect(await screen.findByRole('heading', { name: 'Waitlist: Laguna azul, Wed, Nov 27, 7:00 AM' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent("You're number 2 on the waitlist for 3 seats.");
  await user.click(screen.getByRole('button', { name: 'Leave waitlist' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave this waitlist?' }));
  await user.click(dialog.getByRole('button', { name: 'Stay on the waitlist' }));
  expect(run).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Leave waitlist' }));
  vi.mocked(run).mockResolvedValue([]);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave waitlist' }));
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
});

it('asks before offered seats are given up', async () => {
  const { user } = showMine(entry({ state: 'offered', seconds_left: 7199 }));
  await user.click(await screen.findByRole('button', { name: 'I no longer need these seats' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Give up these seats?' }));
  expect(run).toHaveBeenCalledTimes(1);
  vi.mocked(run).mockResolvedValue([]);
  await user.click(dialog.getByRole('button', { name: 'Give up seats' }));
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
});

it('says that an offer has passed on, and leads back to the date', async () => {
  showMine(entry({ state: 'expired' }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    "The time to book these seats has passed, so you're no longer on this waitlist.",
  );
  expect(screen.getByRole('link', { name: 'Check this date again' })).toHaveAttribute(
    'href',
    expect.stringContaining('2126-11-27'),
  );
  expect(screen.queryByRole('button')).toBeNull();
});

it('counts down for offered seats, and leads to the filled-in form', async () => {
  showMine(entry({ state: 'offered', seconds_left: 7199 }));
  expect(
    await screen.findByRole('heading', { name: 'Seats for you: Laguna azul, Wed, Nov 27, 7:00 AM' }),
  ).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/We're holding your seats for 1:59:5\d/);
  expect(screen.getByRole('link', { name: 'Book 3 seats' })).toHaveAttribute(
    'href',
    '/experiences/laguna?date=2126-11-27&people=3&slot=morning#book',
  );
});

it('shows nothing without a waitlist entry, and offers a retry after a failure', async () => {
  showMine();
  await waitFor(() => expect(run).toHaveBeenCalled());
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

const wish = (userId: string | null, onSignIn = vi.fn()) => {
  const departure = {
    serviceId: 'laguna',
    slotId: 'morning',
    date: '2126-11-27',
    bookingType: 'shared',
  } as const;
  const drawn = renderApp(
    <WaitlistWish
      departure={departure}
      min={2}
      max={6}
      people={1}
      userId={userId}
      onSignIn={onSignIn}
      disabled={false}
    />,
  );
  return { ...drawn, onSignIn };
};

it('requests as many seats as are selected', async () => {
  vi.mocked(run).mockResolvedValue(entry());
  const { user } = wish('u1');
  expect(screen.getByRole('button')).toHaveAccessibleName('Notify me when 2 seats open up');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Seats you need' }), '4');
  await user.click(screen.getByRole('button', { name: 'Notify me when 4 seats open up' }));
  const rpc = vi.fn();
  vi.mocked(run).mock.calls[0]?.[0]({ rpc } as never);
  expect(rpc).toHaveBeenCalledWith('join_waitlist', {
    p: {
      service_id: 'laguna',
      slot_id: 'morning',
      service_date: '2126-11-27',
      booking_type: 'shared',
      num_people: 4,
    },
  });
});

it('shows why it was refused', async () => {
  vi.mocked(run).mockRejectedValue(new AppError('seats_available', 'There are enough seats, so you can book now.'));
  const { user } = wish('u1');
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('alert')).toHaveTextContent('There are enough seats');
});

it('leads a visitor to the sign-in', async () => {
  const { user, onSignIn } = wish(null);
  await user.click(screen.getByRole('button'));
  expect(onSignIn).toHaveBeenCalled();
  expect(run).not.toHaveBeenCalled();
});
