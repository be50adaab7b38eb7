import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ACTIONS, DECISION_LABELS, REASONS } from '@/features/dock/conflicts/labels';
import { DAY_NAMES } from '@/features/management/shuttle/week';

/** The meaning of codes in entries. A test compares them with what the database allows. */
export const VALUES: Record<string, Record<string, MessageDescriptor>> = {
  action: ACTIONS,
  booking_type: {
    shared: msg`Shared`,
    private: msg`Private`,
    both: msg`Shared and private`,
  },
  cancellation_policy: {
    flexible: msg`Flexible`,
    moderate: msg`Moderate`,
    strict: msg`Strict`,
  },
  days_of_week: DAY_NAMES,
  decision: DECISION_LABELS,
  party: {
    operator: msg`Operator`,
    territory: msg`Region`,
    partner: msg`Travel partner`,
  },
  reason: {
    weather: msg`Weather`,
    road: msg`Road or river closed`,
    too_few: msg`Too few guests`,
    vehicle: msg`No vehicle or guide`,
    other: msg`Another reason`,
    ...Object.fromEntries(Object.entries(REASONS).map(([code, { what }]) => [code, what])),
  },
  response: {
    accepted: msg`Accepted`,
    declined: msg`Declined`,
    move: msg`Another date`,
    refund: msg`Refund`,
    run: msg`It's going ahead`,
    wait: msg`Wait longer`,
  },
  state: {
    queued: msg`Waiting`,
    sending: msg`Sending`,
    sent: msg`Sent`,
    dead: msg`Not delivered`,
    discarded: msg`Discarded`,
  },
  status: {
    pending: msg`Pending`,
    paid: msg({ message: 'Paid', context: 'payout' }),
    cancelled: msg`Cancelled`,
    warning_needs_response: msg`Inquiry that needs an answer`,
    warning_under_review: msg`Inquiry under review`,
    warning_closed: msg`Inquiry closed`,
    prevented: msg`Prevented`,
    needs_response: msg`Needs an answer`,
    under_review: msg`Under review`,
    won: msg`Won`,
    lost: msg`Lost`,
  },
  transport_type_id: {
    boat: msg`Boat`,
    shuttle: msg`Shuttle`,
    car: msg`Car`,
  },
};
