import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aProfile } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import CancelDepartureDialog from './CancelDepartureDialog';
import { DepartureStateNotice } from './DepartureStateNotice';
import type { Cancellation, DepartureState } from './queries';
import { useUndoLeft } from './use-undo-left';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const name = { kind: 'experience', service_id: 'e1', slot_id: 's1', service_date: '2026-11-26' } as const;
const departure = (changes: object = {}) => ({
  ...name,
  start_time: '13:00:00',
  title: 'River Canyon',
  titles: { en: 'River Canyon' },
  outcome: 'cancel',
  bookings: 4,
  people: 9,
  ...changes,
});
const preview = (changes: object = {}) => ({
  departures: [departure()],
  bookings: 4,
  people: 9,
  unpaid: 1,
  mails: 4,
  money: [
    { currency_code: 'GTQ', currency_symbol: 'Q', amount: 1480 },
    { currency_code: 'USD', currency_symbol: '$', amount: 20 },
  ],
  ...changes,
});

const inTwoMinutes = () => new Date(Date.now() + 120_000).toISOString();
const cancelled = (outcomes: string[] = ['cancelled'], undone = false) => ({
  cancellation_id: 'c1',
  undo_until: inTwoMinutes(),
  undone,
  departures: outcomes.map((outcome, n) => ({ ...name, start_time: '13:00:00', slot_id: `s${n + 1}`, outcome })),
});

/** The mocked database answers by function, and the recorded calls. */
type Call = { name: string; args: Record<string, unknown> };
let calls: Call[];
let answers: Record<string, () => unknown>;

beforeEach(() => {
  calls = [];
  answers = { preview_departure_cancellation: () => preview(), cancel_departures: () => cancelled() };
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked: Call = { name: 'proposals', args: {} };
    const builder: unknown = new Proxy(() => builder, { get: () => () => builder, apply: () => builder });
    ask({
      from: () => builder,
      rpc: (rpc: string, args: Record<string, unknown>) => {
        asked = { name: rpc, args };
        return builder;
      },
    } as never);
    calls.push(asked);
    return (answers[asked.name] ?? (() => null))() as never;
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await activateLanguage(SOURCE);
});

const onClose = vi.fn();
const SELECTION = {
  departures: [{ serviceId: 'e1', slotId: 's1', date: '2026-11-26' }],
} as const;
const open = () =>
  renderApp(<CancelDepartureDialog selection={SELECTION} onClose={onClose} onChanged={async () => undefined} />);
const cancelCalls = () => calls.filter((call) => call.name === 'cancel_departures').map(({ args }) => args);

it('promises no notification to people without a known address', async () => {
  answers.preview_departure_cancellation = () => preview({ mails: 0 });
  open();
  expect(await screen.findByRole('button', { name: 'Cancel departure' })).toBeVisible();
});

it('shows its effects before the click: guests, bookings, money of each currency, emails', async () => {
  open();
  const box = await screen.findByRole('region', { name: 'What happens to the bookings' });
  expect(box).toHaveTextContent('Q1,480.00 and $20.00');
  expect(box).toHaveTextContent('9 guests, 4 bookings');
  expect(box).toHaveTextContent('at most, if every guest chooses a refund instead of another departure');
  expect(box).toHaveTextContent('1 booking is unpaid');
  expect(box).toHaveTextContent("We'll send 4 emails in two minutes");
  expect(screen.getByRole('button', { name: 'Cancel and notify 9 guests' })).toBeVisible();
});

it("shows no amounts to a driver, who can't see them", async () => {
  answers.preview_departure_cancellation = () => preview({ money: null });
  open();
  const box = await screen.findByRole('region', { name: 'What happens to the bookings' });
  expect(box).toHaveTextContent('9 guests, 4 bookings');
  expect(box).not.toHaveTextContent(/Q|money/);
});

it('names the departures in the language of the page, and reports which nobody has translated', async () => {
  await activateLanguage(languageOf('es') ?? SOURCE);
  answers.preview_departure_cancellation = () =>
    preview({
      departures: [
        departure({ titles: { en: 'River Canyon', es: 'Cañón del río' } }),
        departure({ slot_id: 's2', outcome: 'departed' }),
      ],
    });
  answers.cancel_departures = () => cancelled(['failed']);
  const { user } = open();
  expect(await screen.findByText('Cañón del río')).not.toHaveAttribute('lang');
  expect(screen.getByText('River Canyon')).toHaveAttribute('lang', 'en');
  await user.click(screen.getByRole('button', { name: 'Clima' }));
  await user.click(screen.getByRole('button', { name: /^Cancelar y avisar/ }));
  const failed = await screen.findByRole('region', { name: 'No canceladas' });
  expect(within(failed).getByText('Cañón del río')).toBeVisible();
});

it("the button can't be clicked if the preview failed, or there is nothing to cancel", async () => {
  answers.preview_departure_cancellation = () => preview({ departures: [departure({ outcome: 'departed' })] });
  open();
  expect(await screen.findByText("There's nothing left to cancel.")).toBeVisible();
  expect(screen.getByText('Already left')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
});

it('shows what failed while the preview was loaded', async () => {
  answers.preview_departure_cancellation = () => {
    throw new AppError('forbidden', "You don't have permission to do this");
  };
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have permission to do this");
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
});

it('cancels under one key, however often it is repeated after a lost connection', async () => {
  answers.cancel_departures = () => {
    throw new AppError('network', "We couldn't cancel the departure. Please try again.");
  };
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Road or river' }));
  await fill(user, screen.getByLabelText(/Message to the guests/), 'The river is closed');
  await user.click(screen.getByRole('button', { name: 'Cancel and notify 9 guests' }));
  expect(await screen.findByText(/You can safely try again. Nothing will happen twice/)).toBeVisible();
  answers.cancel_departures = () => cancelled();
  await user.click(screen.getByRole('button', { name: 'Cancel and notify 9 guests' }));
  expect(await screen.findByText('1 departure is cancelled.')).toBeVisible();
  const [first, second] = cancelCalls();
  expect(second).toEqual(first);
  expect(first).toMatchObject({ p_reason: 'road', p_message: 'The river is closed', p_refund_now: false });
});

it.each([
  ['is too long', 'x'.repeat(501), /Please keep your message under 500 characters/],
  ['changes the direction of neighbouring text', 'Closed \u202enepo', /Please remove the invisible characters/],
])('refuses a message that %s beside the field', async (_, message, note) => {
  const { user } = open();
  const field = await screen.findByLabelText(/Message to the guests/);
  await user.click(field);
  await user.paste(message);
  await user.click(await screen.findByRole('button', { name: 'Cancel and notify 9 guests' }));
  expect(field).toHaveAccessibleDescription(note);
  expect(cancelCalls()).toEqual([]);
});

it('names those that could not be cancelled, with the reason', async () => {
  answers.preview_departure_cancellation = () =>
    preview({ departures: [departure(), departure({ slot_id: 's2', title: 'Lagoon', titles: { en: 'Lagoon' } })] });
  answers.cancel_departures = () => cancelled(['cancelled', 'departed']);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Cancel and notify 9 guests' }));
  const failed = await screen.findByRole('region', { name: 'Not cancelled' });
  expect(failed).toHaveTextContent("1 departure wasn't cancelled");
  expect(within(failed).getByRole('listitem')).toHaveTextContent(/Lagoon\s*Already left/);
});

it('a cancellation can be undone in time', async () => {
  answers.undo_departure_cancellation = () => cancelled(['cancelled'], true);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Cancel and notify 9 guests' }));
  await user.click(await screen.findByRole('button', { name: 'Undo cancellation' }));
  expect(
    await screen.findByText("You've undone this. The departure is going ahead as booked, and no one was notified."),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo cancellation' })).not.toBeInTheDocument();
});

describe('the alternative service', () => {
  /** The requests for the region's services, after the one for the first service's region. */
  const services = () => {
    const found: unknown[] = [
      { territory_id: 'rio' },
      ['e1', 'e2', 'e3'].map((id) => ({ id, title: `Boat ${id}`, names: {} })),
    ];
    answers.proposals = () => found.shift();
  };

  it('offers another service after a cancellation', async () => {
    services();
    open();
    const select = await screen.findByLabelText(/Suggest another departure/);
    await waitFor(() => expect(select).toHaveTextContent('Boat e2'));
    expect(select).not.toHaveTextContent('Boat e1');
  });

  it('can be one of several that are cancelled, because it leaves on other days', async () => {
    services();
    answers.preview_departure_cancellation = () =>
      preview({ departures: [departure(), departure({ service_id: 'e2' }), departure({ service_id: 'e3' })] });
    const { user } = open();
    const select = await screen.findByLabelText(/Suggest another departure/);
    await waitFor(() => expect(select).toHaveTextContent('Boat e1'));
    await user.selectOptions(select, 'Boat e2');
    await user.click(screen.getByRole('button', { name: 'Cancel and notify 9 guests' }));
    expect(cancelCalls()[0]).toMatchObject({ p_proposed_service_id: 'e2' });
  });
});

/** A page where several departures are cancelled and whose list doesn't contain them. */
function List() {
  const [asked, setAsked] = useState(true);
  const undo = useUndoLeft(onChanged);
  const close = (left: Cancellation | null) => {
    setAsked(false);
    undo.keep(left);
  };
  return (
    <>
      {undo.notice}
      <button type="button" onClick={() => setAsked(true)}>
        Again
      </button>
      {asked && <CancelDepartureDialog selection={SELECTION} onClose={close} onChanged={onChanged} />}
    </>
  );
}

describe('a cancellation after the dialog is closed', () => {
  const press = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel and notify 9 guests' }));
    await screen.findByText('1 departure is cancelled.');
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('can be undone where it was requested, even after reopening the dialog', async () => {
    answers.undo_departure_cancellation = () => cancelled(['cancelled'], true);
    const { user } = renderApp(<List />);
    await press(user);
    expect(screen.getByText('1 departure is cancelled.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Again' }));
    await user.click(await screen.findByRole('button', { name: 'Keep departure' }));
    await user.click(screen.getByRole('button', { name: 'Undo cancellation' }));
    expect(
      await screen.findByText("You've undone this. The departure is going ahead as booked, and no one was notified."),
    ).toBeVisible();
    expect(calls).toContainEqual({ name: 'undo_departure_cancellation', args: { p_cancellation_id: 'c1' } });
    expect(screen.queryByRole('button', { name: 'Undo cancellation' })).toBeNull();
  });

  it('shows nothing if it was undone in the dialog, or not made', async () => {
    answers.undo_departure_cancellation = () => cancelled(['cancelled'], true);
    const { user } = renderApp(<List />);
    await user.click(await screen.findByRole('button', { name: 'Cancel and notify 9 guests' }));
    await user.click(await screen.findByRole('button', { name: 'Undo cancellation' }));
    await screen.findByText(/^You've undone this/);
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/cancelled|Undone/)).toBeNull();
  });
});

const state = (changes: Partial<DepartureState> = {}): DepartureState => ({
  departure_id: 'd1',
  status: 'cancelled',
  reason: 'weather',
  cancellation_id: 'c1',
  cancelled_together: 1,
  undo_until: inTwoMinutes(),
  open_offers: 3,
  answered_offers: 1,
  min_to_run: null,
  sold: 9,
  decides_at: null,
  ...changes,
});
const onChanged = vi.fn(async () => undefined);
const notice = (given: DepartureState, role: 'tour_guide' | 'territory_staff' = 'tour_guide') =>
  renderApp(
    <DepartureStateNotice state={given} about="River Canyon" timeZone="America/Guatemala" onChanged={onChanged} />,
    { user: aProfile({ roles: [role] }) },
  );

it('counts down, and reports when it can no longer be undone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  notice(state());
  expect(screen.getByText('Cancelled')).toBeVisible();
  expect(screen.getByText('Weather')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/send the messages in 2:00/);
  await vi.advanceTimersByTimeAsync(65_000);
  expect(screen.getByRole('timer')).toHaveTextContent(/send the messages in 0:5/);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByText("You can no longer undo this. We're now sending the messages to the guests.")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo cancellation' })).not.toBeInTheDocument();
  expect(onChanged).toHaveBeenCalled();
});

it('opens the answers of the guests, and mentions no undo for an old one', async () => {
  answers.departure_answers = () => [];
  const { user } = notice(state({ undo_until: '2026-01-01T00:00:00Z' }));
  expect(screen.queryByText(/You can no longer undo this/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '1 of 4 have answered' }));
  expect(await screen.findByRole('dialog', { name: 'Guest answers' })).toBeVisible();
});

it('shows the waitlist in order, and lets people who run the territory add as many seats', async () => {
  const entry = { departure_id: 'd1', booking_type: 'shared', state: 'waiting', offered_until: null };
  answers.departure_waitlist = () => [
    {
      ...entry,
      entry_id: 'w1',
      full_name: 'Andrés Paz',
      num_people: 3,
      state: 'offered',
      offered_until: '2026-11-26T15:00:00Z',
    },
    { ...entry, entry_id: 'w2', full_name: 'Claire Dubois', num_people: 2 },
  ];
  const waiting = state({
    status: 'scheduled',
    reason: null,
    cancellation_id: null,
    waitlist_people: 5,
    waitlist_seats: 2,
  });
  const { user } = notice(waiting, 'territory_staff');
  await user.click(screen.getByRole('button', { name: 'Waitlist: 5 seats' }));
  const people = await screen.findAllByRole('listitem');
  expect(people.map(({ textContent }) => textContent)).toEqual([
    'Andrés Paz3 seats, offered until Thu, Nov 26, 2026, 9:00 AM',
    'Claire Dubois2 seats',
  ]);
  await user.click(screen.getByRole('button', { name: 'Raise the capacity for 2 seats' }));
  expect(calls).toContainEqual({ name: 'raise_capacity_for_waitlist', args: { p_departure_id: 'd1' } });
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
});

it('shows a guide the list without adding seats', async () => {
  answers.departure_waitlist = () => [];
  const { user } = notice(state({ status: 'scheduled', cancellation_id: null, waitlist_people: 1, waitlist_seats: 1 }));
  await user.click(screen.getByRole('button', { name: 'Waitlist: 1 seat' }));
  expect(await screen.findByText('The waitlist is empty.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Raise/ })).not.toBeInTheDocument();
});

it('shows in the go/no-go question that the route is closed', async () => {
  const { user } = notice(
    state({
      status: 'scheduled',
      reason: null,
      cancellation_id: null,
      undo_until: null,
      min_to_run: 6,
      sold: 4,
      decides_at: '2026-11-25T00:00:00Z',
      condition: 'closed',
    }),
  );
  expect(screen.getByText('The route is closed.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm departure' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('The route is closed.');
});

it('says that a departure goes ahead that leaves too soon to be decided', () => {
  notice(state({ status: 'scheduled', reason: null, cancellation_id: null, undo_until: null, min_to_run: 6, sold: 4 }));
  expect(screen.getByText("It's going ahead.")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm departure' })).toBeNull();
});

it('asks whether one below its minimum goes ahead, and explains why waiting was refused', async () => {
  answers.decide_departure = () => {
    throw new AppError('too_late_to_wait', "There's no time left to wait");
  };
  const waiting = state({
    status: 'scheduled',
    reason: null,
    cancellation_id: null,
    undo_until: null,
    min_to_run: 6,
    sold: 4,
    decides_at: '2026-11-25T00:00:00Z',
  });
  const { user } = notice(waiting);
  expect(screen.getByText('4 of 6 guests needed')).toBeVisible();
  expect(screen.getByText(/Please decide by Tue, Nov 24, 2026, 6:00 PM/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Wait two more hours' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("There's no time left to wait");
});

it('asks once before a departure goes ahead below its minimum, because its guests are notified at once', async () => {
  const decided = () => calls.filter(({ args }) => args?.p_decision === 'run');
  answers.decide_departure = () => {
    throw new AppError('departure_begun', 'It has begun already');
  };
  const { user } = notice(
    state({
      status: 'scheduled',
      reason: null,
      cancellation_id: null,
      undo_until: null,
      min_to_run: 6,
      sold: 4,
      decides_at: '2026-11-25T00:00:00Z',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Confirm departure' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm this departure with 4 of 6 guests?' });
  expect(dialog).toHaveTextContent("and notify its guests right away. You can't undo this");
  await user.click(within(dialog).getByRole('button', { name: 'Not yet' }));
  expect(decided()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm departure' }));
  await user.click(screen.getByRole('button', { name: 'Confirm departure' }));
  expect(decided()).toEqual([expect.objectContaining({ args: { p_departure_id: 'd1', p_decision: 'run' } })]);
  expect(await screen.findByText('It has begun already')).toBeVisible();
  answers.decide_departure = () => ({ status: 'confirmed' });
  await user.click(screen.getByRole('button', { name: 'Confirm departure' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});
