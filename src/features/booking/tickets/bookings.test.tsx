import { render, screen } from '@testing-library/react';
import { aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingStatusBadge, CheckInBadge } from './badges';
import { checkInAddress, shortCode, spellCode } from './code';
import { checkInLabel, priceFacts, statusLabel } from './labels';
import { splitByDate, type TicketRow, toPage, wayBackOf } from './pages';

import { RefundNote } from './RefundNote';
import { can, canCheckIn, isUsed, STATUSES, statusAfter, type Transition, transitions } from './transitions';

describe('status badge', () => {
  it.each([
    ['ordered', 'Ordered', 'st-ordered'],
    ['paid', 'Paid', 'st-paid'],
    ['cancelled', 'Cancelled', 'st-cancelled'],
    ['confirmed', 'Confirmed', 'st-confirmed'],
    ['checked_in', 'Checked In', 'st-checked_in'],
    ['no_show', 'No Show', 'st-no_show'],
    ['refunded', 'Refunded', 'st-other'],
    ['on_its_way', 'On Its Way', 'st-other'],
  ])('shows %s as "%s" in its colour', (status, label, look) => {
    render(<BookingStatusBadge status={status} />);
    expect(screen.getByText(label)).toHaveClass(look);
    expect(statusLabel(status)).toBe(label);
  });
  it.each([
    ['checked_in', 'Checked In'],
    ['no_show', 'No Show'],
    ['pending', 'Pending Check-in'],
    ['something new', 'Pending Check-in'],
  ])('shows check-in %s as "%s"', (status, label) => {
    render(<CheckInBadge status={status} booking="paid" />);
    expect(screen.getByText(label)).toBeInTheDocument();
    expect(checkInLabel(status)).toBe(label);
  });
  it.each(['cancelled', 'refunded'])('expects nobody on a booking that is %s', (booking) => {
    const { container, rerender } = render(<CheckInBadge status="pending" booking={booking} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<CheckInBadge status="no_show" booking={booking} />);
    expect(screen.getByText('No Show')).toBeInTheDocument();
  });
});

describe('the states of a booking', () => {
  it('allow exactly these steps', () => {
    const names = Object.keys(transitions) as Transition[];
    const allowed = STATUSES.flatMap((from) =>
      names.filter((name) => can(name, from)).map((name) => `${from} ${name} ${statusAfter(name, from)}`),
    );
    expect(allowed).toMatchInlineSnapshot(`
      [
        "ordered pay paid",
        "ordered confirm confirmed",
        "ordered check_in checked_in",
        "ordered no_show no_show",
        "ordered cancel cancelled",
        "paid confirm confirmed",
        "paid check_in checked_in",
        "paid no_show no_show",
        "paid cancel cancelled",
        "paid refund refunded",
        "confirmed check_in checked_in",
        "confirmed no_show no_show",
        "confirmed cancel cancelled",
        "confirmed refund refunded",
        "checked_in refund refunded",
        "no_show refund refunded",
        "cancelled refund refunded",
      ]
    `);
  });
  it('allow a check-in only while that is pending', () => {
    expect(canCheckIn('paid', 'pending')).toBe(true);
    expect(canCheckIn('paid', 'checked_in')).toBe(false);
    expect(canCheckIn('cancelled', 'pending')).toBe(false);
    expect(statusAfter('check_in', 'refunded')).toBeNull();
  });
  it('keep a used ticket', () => {
    expect(isUsed('paid', 'pending')).toBe(false);
    expect(isUsed('cancelled', 'pending')).toBe(true);
    expect(isUsed('checked_in', 'checked_in')).toBe(true);
  });
});

const row = (id: string, booking_date: string, kind: TicketRow['kind'] = 'experience') =>
  aTicket({ id, booking_date, kind });

describe('pages of both kinds', () => {
  const experiences = [row('e3', '2026-10-14'), row('e2', '2026-10-12'), row('e1', '2026-10-01')];
  const all = [row('t2', '2026-10-14', 'transport'), ...experiences];
  it('lose and repeat nothing with any page size', () => {
    for (const size of [1, 2, 3, 4]) {
      const seen: string[] = [];
      let cursor: { date: string; id: string } | null = null;
      do {
        const from: typeof cursor = cursor;
        const below = (r: TicketRow) =>
          !from || r.booking_date < from.date || (r.booking_date === from.date && r.id < from.id);
        const page = toPage(all.filter(below).slice(0, size), size);
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      } while (cursor);
      expect(seen).toEqual(['t2', 'e3', 'e2', 'e1']);
    }
  });
  it('separate future from past trips', () => {
    const { upcoming, past } = splitByDate([...experiences], () => '2026-10-12');
    expect(upcoming.map(({ id }) => id)).toEqual(['e3', 'e2']);
    expect(past.map(({ id }) => id)).toEqual(['e1']);
  });
});

it('encodes the address of the check-in page', () => {
  expect(checkInAddress('b1', 'ab12', 'https://territorio.test')).toBe('https://territorio.test/check-in/b1?code=ab12');
});

it('shows the beginning of the code, and spells it', () => {
  expect(shortCode('e3bd20f1aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('E3BD 20F1');
  expect(spellCode('e3bd20f1aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('Echo 3 Bravo Delta, 2 0 Foxtrot 1');
});

describe('the return trip', () => {
  const service = aTicket().service as NonNullable<TicketRow['service']>;
  const to = (goesTo: string | null, change: Partial<TicketRow> = {}) =>
    wayBackOf(
      aTicket({
        kind: 'transport',
        territory: { id: 'rio', name: 'Río Dulce', time_zone: 'America/Guatemala' },
        service: { ...service, goesTo },
        ...change,
      }),
    );
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-26T22:00:00-06:00'), toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  it('is searched from there, for the same party, on the day after', () => {
    expect(to('peten')).toBe('/transport?region=peten&to=rio&date=2026-11-26&people=2');
    expect(to('peten', { booking_date: '2026-12-31', num_people: 1 })).toBe(
      '/transport?region=peten&to=rio&date=2027-01-01&people=1',
    );
  });
  it('is not searched on a past day in the territory', () => {
    expect(to('peten', { booking_date: '2026-11-24' })).toBe('/transport?region=peten&to=rio&people=2');
  });
  it('does not exist within a territory, or from a place in none', () => {
    expect(to('rio')).toBeNull();
    expect(to(null)).toBeNull();
    expect(to('peten', { service: null })).toBeNull();
  });
});

it('shows the ticket holder no refund of another person’s payment', () => {
  const row = aTicket({ paid_by_other: true, status: 'cancelled', total_price: null });
  renderApp(<RefundNote row={row} />);
  expect(screen.getByRole('status')).toHaveTextContent(
    'Any refund goes to the person who paid for this ticket, not to you.',
  );
  expect(screen.queryByText(/on its way/)).toBeNull();
});

describe('the price on a ticket', () => {
  it('contains no amount if someone else paid', () => {
    expect(priceFacts(aTicket({ paid_by_other: true, total_price: null }))).toEqual([
      { name: 'Payment', text: 'Paid by someone else' },
    ]);
  });
  it('shows after some dropped out what was paid, refunded and left, as on the receipt and in the email', () => {
    const refund = { refunded: 100, onItsWay: 50.5, delayed: false };
    expect(priceFacts(aTicket({ refund }))).toEqual([
      { name: 'Paid', text: 'Q770.00' },
      { name: 'Refunded', text: 'Q150.50' },
      { name: 'You paid in total', text: 'Q619.50' },
    ]);
  });
  it('is the cash that has to be paid', () => {
    const due = aTicket({ payment_method: 'cash', payment_status: 'pending', status: 'ordered', paid: 0 });
    expect(priceFacts(due)).toEqual([{ name: 'To pay in cash', text: 'Q770.00' }]);
  });
});

it.each([
  [{}, "Your card is authorised. We'll charge it once the trip is confirmed."],
  [{ paid_by_other: true }, "The payer's card is authorised."],
  [{ status: 'cancelled' }, 'Your card was not charged.'],
])('shows a card that waits for the decision about the trip: %j', (changes, words) => {
  renderApp(
    <RefundNote row={aTicket({ payment_method: 'card', payment_status: 'pending', refund: null, ...changes })} />,
  );
  expect(screen.getByRole('status')).toHaveTextContent(words);
});
