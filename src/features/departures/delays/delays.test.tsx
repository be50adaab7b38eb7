import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import DelayDialog from './DelayDialog';
import { canAnnounceDelay, laterBy } from './delay';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

type Call = { name: string; args: Record<string, unknown> };
let calls: Call[];
let answers: Record<string, () => unknown>;
const guest = (changes: object) => ({
  booking_id: 'b1',
  full_name: 'Ana',
  whatsapp_number: '+50255123480',
  num_people: 2,
  waiting: true,
  emailed: false,
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T13:50:00Z') });
  sessionStorage.clear();
  calls = [];
  answers = {
    set_departure_delay: () => ({ minutes: 15, told: 3 }),
    guests_without_account: () => [],
  };
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked: Call = { name: '', args: {} };
    const builder: unknown = new Proxy(() => builder, { get: () => () => builder, apply: () => builder });
    ask({
      rpc: (name: string, args: Record<string, unknown>) => {
        asked = { name, args };
        return builder;
      },
    } as never);
    calls.push(asked);
    return answers[asked.name]?.() as never;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (minutes = 0, start = '08:00:00') => {
  const onChanged = vi.fn(async () => undefined);
  const shown = renderApp(
    <DelayDialog
      departure={{
        departureId: 'd1',
        title: 'River Canyon',
        date: '2026-11-30',
        start,
        timeZone: 'America/Guatemala',
        minutes,
      }}
      onClose={vi.fn()}
      onChanged={onChanged}
    />,
  );
  return { ...shown, onChanged };
};
const announced = () => calls.filter(({ name }) => name === 'set_departure_delay').map(({ args }) => args);

describe('the dialog', () => {
  it('announces a delay with one tap, and says how many bookings are told', async () => {
    const { user, onChanged } = open();
    await user.click(screen.getByRole('button', { name: '15 minutes 8:15 AM' }));
    expect(await screen.findByText("We're notifying the guests of 3 bookings.")).toBeVisible();
    expect(announced()).toEqual([{ p_departure_id: 'd1', p_minutes: 15, p_key: expect.any(String) }]);
    expect(onChanged).toHaveBeenCalled();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('offers to clear an announced delay, and not the same one again', async () => {
    const { user } = open(15);
    expect(screen.getByRole('button', { name: '15 minutes 8:15 AM' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'On time again 8:00 AM' }));
    await screen.findByText(/^We're notifying/);
    expect(screen.getByRole('dialog', { name: 'On time again' })).toBeVisible();
    expect(announced()).toMatchObject([{ p_minutes: 0 }]);
  });

  it('offers no time that has passed, and to leave now', () => {
    vi.setSystemTime(new Date('2026-11-30T14:12:00Z'));
    open(10);
    expect(screen.getByRole('button', { name: '10 minutes 8:10 AM' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '15 minutes 8:15 AM' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Leaving now' })).toBeEnabled();
  });

  it('confirms that a delayed departure leaves now', async () => {
    vi.setSystemTime(new Date('2026-11-30T14:12:00Z'));
    answers.guests_without_account = () => [guest({})];
    const { user } = open(10);
    await user.click(screen.getByRole('button', { name: 'Leaving now' }));
    expect(await screen.findByRole('dialog', { name: 'Leaving now' })).toBeVisible();
    const link = await screen.findByRole('link', { name: 'Message Ana on WhatsApp' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(/River Canyon: we're leaving now\.$/);
  });

  it('explains why no delay can be chosen for a departure that is more than an hour late', () => {
    vi.setSystemTime(new Date('2026-11-30T15:01:00Z'));
    open();
    expect(screen.getByText(/^This departure is more than an hour late/)).toBeVisible();
    for (const choice of screen.getAllByRole('button', { name: /minutes/ })) expect(choice).toBeDisabled();
  });

  it('says that nobody was told if it could not be sent, and sends a retry with the same key', async () => {
    answers.set_departure_delay = () => {
      throw new AppError('offline', "We couldn't send this, so guests haven't been told.", {
        detail: "You're offline.",
      });
    };
    const { user } = open();
    await user.click(screen.getByRole('button', { name: '20 minutes 8:20 AM' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("guests haven't been told");
    answers.set_departure_delay = () => ({ minutes: 20, told: 1 });
    await user.click(screen.getByRole('button', { name: '20 minutes 8:20 AM' }));
    expect(await screen.findByText("We're notifying the guest of 1 booking.")).toBeVisible();
    const [first, second] = announced();
    expect(second?.p_key).toBe(first?.p_key);
  });

  it('lists the waiting guests without an account with a prepared WhatsApp message', async () => {
    answers.guests_without_account = () => [
      guest({ emailed: true }),
      guest({ booking_id: 'b2', full_name: null, whatsapp_number: '', num_people: 1 }),
      guest({ booking_id: 'b3', full_name: 'Luis', waiting: false }),
    ];
    const { user } = open();
    await user.click(screen.getByRole('button', { name: '30 minutes 8:30 AM' }));
    const list = await screen.findByRole('region', { name: '2 bookings without an account' });
    const link = within(list).getByRole('link', { name: 'Message Ana on WhatsApp' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      "https://wa.me/50255123480?text=River Canyon: we're running 30 minutes late. We now expect to leave at 8:30 AM.",
    );
    const [ana, other] = within(list).getAllByRole('listitem');
    expect(ana).toHaveTextContent('Gets an email');
    expect(other).not.toHaveTextContent('Gets an email');
    expect(within(list).getByText('No phone number')).toBeVisible();
    expect(within(list).queryByText('Luis')).toBeNull();
  });

  it('says if those guests could not be loaded', async () => {
    answers.guests_without_account = () => {
      throw new AppError('unknown', "We couldn't load the guests without an account.");
    };
    const { user } = open();
    await user.click(screen.getByRole('button', { name: '5 minutes 8:05 AM' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent("couldn't load the guests"));
  });
});

describe('a delay', () => {
  const at = (start: string | null, now: string) =>
    canAnnounceDelay('2026-11-30', start, 'America/Guatemala', new Date(now));

  it('can be announced on the day of the departure, or three hours before it, until it counts as departed', () => {
    expect(at('08:00', '2026-11-30T05:59:00Z')).toBe(false); // 11:59 PM on the day before
    expect(at('08:00', '2026-11-30T06:00:00Z')).toBe(true);
    expect(at('01:00', '2026-11-30T04:01:00Z')).toBe(true); // 10:01 PM on the day before
    expect(at('08:00', '2026-11-30T15:59:00Z')).toBe(true);
    expect(at('08:00', '2026-11-30T16:00:00Z')).toBe(false);
    expect(at(null, '2026-11-30T14:00:00Z')).toBe(false);
  });

  it('may go past midnight', () => {
    expect(laterBy('23:45:00', 30)).toBe('00:15');
    expect(laterBy('08:00', 5)).toBe('08:05');
  });
});
