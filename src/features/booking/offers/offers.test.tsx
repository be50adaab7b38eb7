import { act, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { OfferCard } from './OfferCard';
import type { OfferAnswering } from './OpenOffer';
import type { Answer, KeptSeats, Offer } from './offer';

beforeEach(() => vi.setSystemTime('2026-11-26T12:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const choice = (service_date: string, change: Partial<Offer['choices'][number]> = {}) => ({
  title: 'Laguna azul',
  service_id: 'laguna',
  slot_id: 'morning',
  service_date,
  start_time: '10:00:00',
  refund_amount: 0,
  extra_amount: 0,
  ...change,
});

const offer = (change: Partial<Offer> = {}): Offer => ({
  offer_id: 'o1',
  state: 'open',
  kind: 'experience',
  booking_id: 'b1',
  service_id: 'laguna',
  title: 'Laguna azul',
  service_date: '2026-11-27',
  start_time: '07:00:00',
  time_zone: 'America/Guatemala',
  reason: 'road',
  message: 'The harbour master closed the river.',
  num_people: 2,
  expires_at: '2026-11-27T16:00:00Z',
  refund_amount: 770,
  payment_method: 'card',
  card_waits: false,
  paid_by_other: false,
  currency_symbol: 'Q',
  moved_to: null,
  choices: [choice('2026-11-28'), choice('2026-11-29')],
  hold: null,
  ...change,
});

function draw(given: Offer, onAnswer = vi.fn(async (_: Answer) => given)) {
  const onChanged = vi.fn(async () => undefined);
  const calls = {
    begin: vi.fn(() => Promise.reject(new AppError('network', 'No line'))),
    confirm: vi.fn(async () => ({ state: 'requires_payment' as const, bookingId: null })),
    release: vi.fn(async () => undefined),
    lost: () => 'Not moved',
  };
  let change: (next: Offer) => void = () => undefined;
  const answering = { onAnswer, onChanged, paymentOf: () => calls };
  const drawn = renderApp(<Live first={given} onReady={(set) => (change = set)} answering={answering} />);
  return { ...drawn, onAnswer, onChanged, calls, rerender: (next: Offer) => act(() => change(next)) };
}

interface LiveProps {
  first: Offer;
  onReady: (set: (next: Offer) => void) => void;
  answering: OfferAnswering;
}

/** Shows a card whose offer is refetched while it is visible. */
function Live({ first, onReady, answering }: LiveProps) {
  const [shown, setShown] = useState(first);
  onReady(setShown);
  return <OfferCard offer={shown} {...answering} />;
}

/** Returns the held seats of the castle trip, until the difference is paid. */
const kept = (): KeptSeats => ({
  id: 'h1',
  state: 'held',
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  slotId: 'noon',
  serviceDate: '2026-11-28',
  startTime: '12:00:00',
  bookingType: 'shared',
  paymentMethod: 'card',
  numPeople: 2,
  totalPrice: 80,
  currencyCode: 'GTQ',
  currencySymbol: 'Q',
  lines: [],
  bookingId: null,
  keepsSeats: true,
  tookOver: false,
  elsewhere: null,
  cancellationPolicy: null,
  title: 'Castillo',
  minimum: null,
});
const castle = (change: Partial<Offer['choices'][number]> = {}) =>
  choice('2026-11-28', { title: 'Castillo', service_id: 'castillo', extra_amount: 80, ...change });

it("shows what was cancelled, why, the operator's text, and what happens without an answer", () => {
  draw(offer());
  expect(screen.getByRole('heading', { name: 'Cancelled: Laguna azul, Fri, Nov 27, 7:00 AM' })).toBeVisible();
  expect(screen.getByText('The road or the river is closed.')).toBeVisible();
  expect(screen.getByText('The harbour master closed the river.')).toBeVisible();
  expect(screen.getByText(/With no answer by Fri, Nov 27, 2026, 10:00 AM/)).toBeVisible();
});

it('moves to the chosen departure, and sends no answer before the click', async () => {
  const { user, onAnswer, onChanged } = draw(offer());
  await user.click(screen.getByRole('radio', { name: /Sun, Nov 29, 10:00 AM/ }));
  expect(onAnswer).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Move to Sun, Nov 29, 10:00 AM' }));
  expect(onAnswer.mock.calls[0]?.[0]).toEqual({ answer: 'move', to: choice('2026-11-29') });
  expect(onChanged).toHaveBeenCalled();
});

it('refunds everything', async () => {
  const { user, onAnswer } = draw(offer());
  await user.click(screen.getByRole('radio', { name: /A full refund/ }));
  await user.click(screen.getByRole('button', { name: 'Refund me Q770.00' }));
  expect(onAnswer.mock.calls[0]?.[0]).toEqual({ answer: 'refund' });
});

it("promises the ticket holder no refund of another person's payment", () => {
  draw(offer({ paid_by_other: true, refund_amount: 0 }));
  expect(
    screen.getByText('The full refund goes to the person who paid for this ticket, not to you.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/everything is refunded automatically/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Cancel the booking/ })).toBeEnabled();
  expect(screen.queryByText(/^(A full refund|Refund me)/)).toBeNull();
});

it('mentions no money if nothing was paid', () => {
  draw(offer({ payment_method: 'cash', refund_amount: 0, choices: [] }));
  expect(screen.getByText('No other departure in the next few days has enough seats for you.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel the booking' })).toBeEnabled();
  expect(screen.getByText(/There's nothing to pay/)).toBeVisible();
});

it('shows five departures first, and other services without a click', async () => {
  const near = Array.from({ length: 6 }, (_, n) => choice(`2026-12-0${n + 1}`));
  const instead = choice('2026-11-27', { title: 'Castillo', service_id: 'castillo', refund_amount: 150 });
  const { user } = draw(offer({ choices: [...near, instead] }));
  const proposed = screen.getByRole('group', { name: 'Suggested instead' });
  expect(within(proposed).getByRole('radio', { name: /Castillo.*Costs Q150.00 less/ })).toBeVisible();
  expect(within(screen.getByRole('group', { name: 'Same trip, another time' })).getAllByRole('radio')).toHaveLength(5);
  const more = screen.getByRole('button', { name: 'Show all 7 departures' });
  expect(proposed.compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(more);
  expect(screen.getAllByRole('radio')).toHaveLength(8);
  // The button has disappeared, so the content that replaces it has the focus.
  expect(screen.getByRole('radio', { name: /Dec 6/ })).toHaveFocus();
  expect(screen.getByRole('radio', { name: /Dec 6/ })).not.toBeChecked();
});

describe('the first selection', () => {
  const at = (service_date: string, start_time: string) =>
    choice(service_date, { start_time, slot_id: `${service_date} ${start_time}` });

  it('leaves in more than two hours, as shown', () => {
    vi.setSystemTime('2026-11-27T12:17:00Z'); // 6:17 AM in the territory
    draw(
      offer({ choices: [at('2026-11-27', '07:00:00'), at('2026-11-27', '08:10:00'), at('2026-11-28', '06:00:00')] }),
    );
    expect(screen.getByRole('radio', { name: /7:00 AM Leaves in 43 minutes/ })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: /8:10 AM Leaves in 1 h 53 min/ })).toBeEnabled();
    expect(screen.getByRole('radio', { name: /Nov 28, 6:00 AM/ })).toBeChecked();
  });

  it('is empty if all leave within two hours, and then there is no button', async () => {
    vi.setSystemTime('2026-11-27T12:17:00Z');
    const { user } = draw(offer({ choices: [at('2026-11-27', '07:00:00')] }));
    expect(screen.getAllByRole('radio').filter((one) => (one as HTMLInputElement).checked)).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /7:00 AM/ }));
    expect(screen.getByRole('button', { name: 'Move to Fri, Nov 27, 7:00 AM' })).toBeEnabled();
  });

  it('is nearest to the old time on the first possible day, among all in order of time', () => {
    const choices = [at('2026-11-27', '15:00:00'), at('2026-11-27', '09:00:00'), at('2026-11-28', '07:00:00')];
    draw(offer({ choices }));
    const names = screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent ?? '');
    expect(names.map((name) => /^\w+, \w+ \d+, \d+:\d+/.exec(name)?.[0])).toEqual([
      'Fri, Nov 27, 9:00',
      'Fri, Nov 27, 3:00',
      'Sat, Nov 28, 7:00',
      undefined,
    ]);
    expect(screen.getByRole('radio', { name: /Nov 27, 9:00 AM/ })).toBeChecked();
  });
});

it('shows when a departure below its minimum is decided, before it is chosen and after the move', () => {
  const minimum = { status: 'scheduled', min_to_run: 6, sold: 4, decides_at: '2026-11-28T00:00:00Z' } as const;
  const words = "4 of 6 guests so far. We'll confirm by Fri, Nov 27, 2026, 6:00 PM; if not, you'll get a full refund";
  const { unmount } = draw(offer({ choices: [choice('2026-11-28', { minimum })] }));
  expect(screen.getByRole('radio', { name: new RegExp(words) })).toBeVisible();
  unmount();
  const moved_to = { title: 'Laguna azul', service_date: '2026-11-28', start_time: '10:00:00', minimum };
  draw(offer({ state: 'moved', moved_to }));
  expect(screen.getByText(words)).toBeVisible();
});

it('keeps the choice when the connection is lost during the answer, and sends the same request again', async () => {
  const { user, onAnswer } = draw(
    offer(),
    vi.fn(() => Promise.reject(new AppError('network', "We couldn't reach the server."))),
  );
  await user.click(screen.getByRole('radio', { name: /Nov 29/ }));
  await user.click(screen.getByRole('button', { name: /^Move to/ }));
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent("It's safe to try again");
  await waitFor(() => expect(failure.parentElement).toHaveFocus());
  expect(screen.getByRole('radio', { name: /Nov 29/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Move to Sun, Nov 29, 10:00 AM' }));
  expect(onAnswer).toHaveBeenCalledTimes(2);
  expect(onAnswer.mock.calls[1]).toEqual(onAnswer.mock.calls[0]);
});

it('can be answered by keyboard, and the result has the focus', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user, rerender, onChanged } = draw(offer());
  await user.tab();
  expect(screen.getByRole('radio', { name: /Nov 28/ })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: /Nov 29/ })).toBeChecked();
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  rerender({ ...offer({ state: 'moved', moved_to: { ...choice('2026-11-29'), minimum: null } }) });
  expect(screen.getByRole('status').parentElement).toHaveFocus();
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
});

it('takes no focus if it was answered elsewhere', () => {
  const { rerender } = draw(offer());
  rerender(offer({ state: 'refunded' }));
  expect(document.body).toHaveFocus();
});

it('continues to the payment that staff have opened on the phone, while the page is open', async () => {
  const { user, rerender, calls } = draw(offer({ choices: [castle()] }));
  rerender(offer({ choices: [castle()], hold: kept() }));
  await waitFor(() => expect(calls.confirm).toHaveBeenCalled());
  expect(screen.queryByRole('radio')).toBeNull();
  // Going back to the choice doesn't lead to the same payment again.
  await user.click(await screen.findByRole('button', { name: 'Change details' }));
  rerender(offer({ choices: [castle()], hold: kept() }));
  expect(screen.getByRole('radio', { name: /Castillo/ })).toBeVisible();
});

it('shows that a departure is full now, and reloads the choices', async () => {
  const full = new AppError('sold_out', "There aren't enough seats left on this departure.");
  const { user, onChanged } = draw(
    offer(),
    vi.fn(() => Promise.reject(full)),
  );
  await user.click(screen.getByRole('button', { name: /^Move to/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent("There aren't enough seats left");
  expect(onChanged).toHaveBeenCalled();
});

it.each([
  [
    {
      state: 'moved',
      moved_to: { title: 'Laguna azul', service_date: '2026-11-28', start_time: '10:00:00', minimum: null },
    },
    /You're booked for Sat, Nov 28, 10:00 AM/,
  ],
  [{ state: 'refunded' }, /We're refunding Q770.00 to your card/],
  [{ state: 'refunded', refund_amount: 0 }, /don't owe anything/],
  [{ state: 'undone' }, /leaves as booked/],
  [{ state: 'closed' }, /has already ended/],
] as [Partial<Offer>, RegExp][])('shows the result of an ended one (%o)', (change, words) => {
  draw(offer(change));
  expect(screen.getByRole('status')).toHaveTextContent(words);
  expect(screen.queryByRole('button')).toBeNull();
});

it('requires payment for a more expensive service before the move', async () => {
  const given = offer({ choices: [castle()] });
  const { user, onAnswer, onChanged, calls } = draw(
    given,
    vi.fn(async (_: Answer) => ({ ...given, hold: kept() })),
  );
  await user.click(screen.getByRole('radio', { name: /Castillo.*Costs Q80.00 more; pay by card now/ }));
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  expect(onAnswer.mock.calls[0]?.[0]).toEqual({ answer: 'move', to: castle() });
  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible();
  expect(screen.getByText("We'll make the change once the difference is paid.")).toBeVisible();
  expect(calls.begin).toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Change details' }));
  expect(screen.getByRole('radio', { name: /A full refund/ })).toBeEnabled();
  expect(onChanged).toHaveBeenCalled();
});

it('continues with a started payment after a reload', async () => {
  const { calls } = draw(offer({ choices: [castle()], hold: kept() }));
  await waitFor(() => expect(calls.confirm).toHaveBeenCalled());
  expect(screen.queryByRole('radio')).toBeNull();
});

it('adds to the cash due on the day, and moves immediately', async () => {
  const { user, onAnswer } = draw(offer({ payment_method: 'cash', refund_amount: 0, choices: [castle()] }));
  await user.click(screen.getByRole('radio', { name: /Costs Q80.00 more; pay on the day/ }));
  await user.click(screen.getByRole('button', { name: /^Move to Sat, Nov 28/ }));
  expect(onAnswer).toHaveBeenCalled();
});

it('says that an authorised card is released, and promises no refund', () => {
  draw(offer({ card_waits: true, choices: [castle()] }));
  expect(screen.getByText(/so far, your card is only authorised/)).toBeVisible();
  expect(
    screen.getByRole('radio', {
      name: /Cancel the booking.*Nothing was charged, and the hold on the card is released/,
    }),
  ).toBeEnabled();
  expect(screen.getByText(/the booking ends and the hold on the card is released\.$/)).toBeVisible();
  expect(screen.queryByText(/refund/)).toBeNull();
});

it('explains for another service that it is another trip, where it begins, and the refund', () => {
  const moved_to = {
    title: 'Castillo',
    place: 'The castle gate',
    another: true,
    service_date: '2026-11-28',
    start_time: '10:00:00',
    minimum: null,
  };
  draw(offer({ state: 'moved', place: 'The blue dock', refund_amount: 310, moved_to }));
  expect(
    screen.getByText(
      'This is a different trip: Castillo instead of Laguna azul. It starts at The castle gate, not The blue dock.',
    ),
  ).toBeVisible();
  expect(screen.getByText(/^We're refunding Q310.00 to your card/)).toBeVisible();
});

it('promises no refund for a cheaper service that is paid on the day', () => {
  const castle = choice('2026-11-28', { service_id: 'castle', title: 'Castillo', refund_amount: 70 });
  draw(offer({ payment_method: 'cash', refund_amount: 0, choices: [castle] }));
  expect(screen.getByRole('radio', { name: /Costs Q70.00 less; you'll pay less on the day/ })).toBeVisible();
  expect(screen.queryByText(/refund/)).not.toBeInTheDocument();
});
