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
    todo: msg`Ask both who was there: two groups may have shown the same ticket.`,
  },
  no_show_against_arrival: {
    what: msg`One person says they came, another says they didn't`,
    todo: msg`Ask both, and set the correct status in the list of bookings.`,
    todoAtDock: msg`Ask both. If the booking is wrong, tell your region's team.`,
  },
  cancelled: {
    what: msg`Cancelled, but they came`,
    todo: msg`Find out whether they travelled. If so, restore the booking, or collect payment.`,
    todoAtDock: msg`Find out whether they travelled, and tell your region's team.`,
  },
  moved: {
    what: msg`They came with a ticket that was moved to another departure`,
    todo: msg`Find out whether they travelled, and release their seats on the other departure.`,
    todoAtDock: msg`Find out whether they travelled, and tell your region's team, who can release their other seats.`,
  },
  ticket_given: {
    what: msg`They came with the old code of a ticket that was transferred`,
    todo: msg`The person who has the ticket now may come, too. Find out who travelled.`,
  },
  ticket_replaced: {
    what: msg`They came with an old ticket of their own`,
    todo: msg`The ticket was withdrawn, or the booking changed. Ask the guest who booked, and set the correct status in the list of bookings.`,
    todoAtDock: msg`It was withdrawn, or the booking changed. Ask the person who booked, and tell your region's team.`,
  },
  too_early: { what: msg`Cash received before check-in opened`, todo: msg`Find out where the cash is.` },
  too_late: {
    what: msg`Sent too late to be applied automatically`,
    todo: msg`Set the correct status in the list of bookings, with the reason.`,
    todoAtDock: msg`Tell your region's team who came. They can still correct the booking.`,
  },
  not_assigned: {
    what: msg`Someone else is now responsible for this departure`,
    todo: msg`Ask the person responsible now, and set the correct status in the list of bookings.`,
    todoAtDock: msg`Ask the person who has it now. If the booking is wrong, tell your region's team.`,
  },
  cash_already_received: {
    what: msg`Cash was received for a booking that was already paid`,
    todo: msg`Ask both who has the money. Refund the guest what was paid twice.`,
  },
  amount_changed: {
    what: msg`Cash was received for a different price`,
    todo: msg`Collect or refund the difference, then set the booking to Paid.`,
    todoAtDock: msg`Collect or refund the difference, then tell your region's team.`,
  },
  not_cash: {
    what: msg`Cash was received for a booking that's paid by card`,
    todo: msg`Refund the guest in cash.`,
  },
  own_commission: {
    what: msg`Cash was received by the partner who earns a commission from this booking`,
    todo: msg`Ask the guest whether they've paid, and find out where the cash is. Then set the booking to Paid.`,
    todoAtDock: msg`Hand the cash over, and tell your region's team. They record it.`,
  },
  not_booked: {
    what: msg`A dock sale couldn't be booked`,
    todo: msg`Refund the guest, or find seats and sell them again.`,
  },
  undo_over: {
    what: msg`Someone tried to undo a check-in`,
    todo: msg`Ask the person who checked it in. If it was a mistake, set the booking to Confirmed.`,
    todoAtDock: msg`Ask the person who set it. If it was a mistake, tell your region's team.`,
  },
};

/** The decisions that a person can take. */
export const DECISION_LABELS: Record<ConflictDecision, MessageDescriptor> = {
  noted: msg`It's correct`,
  came: msg`They came`,
  did_not_come: msg`They didn't come`,
  cash_in_books: msg`The cash is in the books`,
  cash_returned: msg`The guest was refunded in cash`,
  cash_handed_over: msg`The cash was handed over`,
};

/** These results include the reporter's own 'Undo'. */
export const SETTLED_LABELS: Record<string, MessageDescriptor> = {
  ...DECISION_LABELS,
  taken_back: msg`Withdrawn by the person who reported it`,
};

/** Returns the booking's guest. Null for a refused sale, and for readers who may not know the guest. */
export const guestOf = ({ booking_id, service_date, guest, walk_up }: Conflict): string | null =>
  booking_id && service_date ? passengerName(guest, walk_up) : null;

export const ACTIONS: Record<string, MessageDescriptor> = {
  checked_in: msg`Checked In`,
  no_show: msg`No Show`,
  cash: msg`Cash received`,
  undo: msg`Undo`,
  sold: msg({ message: 'Sold', context: 'sale' }),
};
