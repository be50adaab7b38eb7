import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { passengerName } from '@/features/booking/guest-name';
import type { Conflict, ConflictDecision } from './queries';

interface ReasonWords {
  /** Describes what happened. */
  what: MessageDescriptor;
  /** Describes what to do. */
  todo: MessageDescriptor;
  /**
   * Describes what guides and drivers can do, who may not correct bookings. If missing, `todo` applies to them too.
   */
  todoAtDock?: MessageDescriptor;
}

/** The texts by the reason that the database gives (dock/reports.sql). */
export const REASONS: Record<string, ReasonWords> = {
  checked_in_twice: {
    what: msg`Checked in on two phones`,
    todo: msg`Two groups may have shown the same ticket. Ask the two people who checked them in which group was there.`,
  },
  no_show_against_arrival: {
    what: msg`One person checked in the guests, and another marked them as a no-show`,
    todo: msg`Ask both people, then set the correct status in the list of bookings.`,
    todoAtDock: msg`Ask both people. If the booking is wrong, tell your region's team.`,
  },
  cancelled: {
    what: msg`Cancelled, but the guests came`,
    todo: msg`Find out whether they travelled. If so, reinstate the booking or collect the payment.`,
    todoAtDock: msg`Find out whether they travelled. Then tell your region's team.`,
  },
  moved: {
    what: msg`The guests came with a ticket for another departure`,
    todo: msg`Find out whether they travelled. Then release their seats on the other departure.`,
    todoAtDock: msg`Find out whether they travelled. Then tell your region's team, so they can release the other seats.`,
  },
  ticket_given: {
    what: msg`The guests came with the old code of a transferred ticket`,
    todo: msg`The person who has the ticket now may come too. Find out who travelled.`,
  },
  ticket_replaced: {
    what: msg`A passenger came with an old ticket`,
    todo: msg`The ticket was withdrawn, or the booking changed. Ask the guest who booked, then set the correct status in the list of bookings.`,
    todoAtDock: msg`The ticket was withdrawn, or the booking changed. Ask the person who booked, then tell your region's team.`,
  },
  too_early: { what: msg`Cash received before check-in opened`, todo: msg`Find out where the cash is.` },
  too_late: {
    what: msg`The report was sent too late to be applied`,
    todo: msg`Set the correct status in the list of bookings, and give the reason.`,
    todoAtDock: msg`Tell your region's team who came, so they can correct the booking.`,
  },
  not_assigned: {
    what: msg`Someone else now leads this departure`,
    todo: msg`Ask the person who leads the departure now, then set the correct status in the list of bookings.`,
    todoAtDock: msg`Ask the person who leads the departure now. If the booking is wrong, tell your region's team.`,
  },
  cash_already_received: {
    what: msg`Cash received for a booking that was already paid`,
    todo: msg`Ask both people who has the money. Refund the guest for the second payment.`,
  },
  amount_changed: {
    what: msg`Cash received doesn't match the price`,
    todo: msg`Collect or refund the difference, then set the booking to Paid.`,
    todoAtDock: msg`Collect or refund the difference, then tell your region's team.`,
  },
  not_cash: {
    what: msg`Cash received for a booking paid by card`,
    todo: msg`Refund the guest in cash.`,
  },
  own_commission: {
    what: msg`A partner recorded cash for a booking that earns them a commission`,
    todo: msg`Ask the guest whether they've paid, and find out where the cash is. Then set the booking to Paid.`,
    todoAtDock: msg`Hand over the cash and ask your region's team to record it.`,
  },
  not_booked: {
    what: msg`We couldn't book a dock sale`,
    todo: msg`Refund the guest, or find seats and sell them again.`,
  },
  undo_over: {
    what: msg`Someone tried to undo a check-in`,
    todo: msg`Ask the person who checked in the guests. If this was a mistake, set the booking to Confirmed.`,
    todoAtDock: msg`Ask the person who checked in the guests. If this was a mistake, tell your region's team.`,
  },
};

/** The decisions that a person can take. */
export const DECISION_LABELS: Record<ConflictDecision, MessageDescriptor> = {
  noted: msg`The booking is correct`,
  came: msg`Guests arrived`,
  did_not_come: msg`No-show`,
  cash_in_books: msg`The cash is in the cash book`,
  cash_returned: msg`The guest was refunded in cash`,
  cash_handed_over: msg`The cash was handed over`,
};

/** These results include the reporter's own 'Undo'. */
export const SETTLED_LABELS: Record<string, MessageDescriptor> = {
  ...DECISION_LABELS,
  taken_back: msg`Withdrawn by the person who reported it`,
};

/** Returns the booking's guest. Null for a refused sale, and for readers who may not know the guest. */
export const guestOf = ({ booking_id, service_date, guest, walk_in }: Conflict): string | null =>
  booking_id && service_date ? passengerName(guest, walk_in) : null;

export const ACTIONS: Record<string, MessageDescriptor> = {
  checked_in: msg`Checked In`,
  no_show: msg`No Show`,
  cash: msg`Cash received`,
  undo: msg`Undo`,
  sold: msg({ message: 'Sold', context: 'sale' }),
};
