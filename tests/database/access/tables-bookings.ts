import { id, userId } from './identities.ts';
import { ALL, type By, NOBODY, type TableRule, type TableRules } from './rules.ts';

const byId = (name: string) => `id = '${name}'`;
const rowsOf = (home: string, away: string) => ({ home: byId(home), away: byId(away) });

/** Only functions write these tables, so only the readers are listed. */
const readOnly = (rows: Record<string, string>, select: Record<string, By>): TableRule => ({
  rows,
  select,
  insert: NOBODY,
  update: NOBODY,
  delete: NOBODY,
});
const closed = (): TableRule => readOnly({ any: 'true' }, { any: NOBODY });

const money = (table: string) => ({ home: `${table} = '${id.booking}'`, away: `${table} = '${id.booking2}'` });

export const bookingTables: TableRules = {
  'public.departures': readOnly(
    {
      ...rowsOf(id.departure, id.departure2),
      driven: byId(id.transportDeparture),
      awayRide: byId(id.transportDeparture2),
    },
    {
      home: 'guide shuttle staff manager admin',
      away: 'guide2 shuttle2 staff2 manager2 admin',
      driven: 'guide shuttle driver staff manager admin',
      awayRide: 'guide2 shuttle2 staff2 manager2 admin',
    },
  ),
  'public.bookings': readOnly(
    {
      ...rowsOf(id.booking, id.booking2),
      homeTransport: byId(id.transportBooking),
      awayTransport: byId(id.transportBooking2),
    },
    {
      home: 'tourist guide staff manager admin',
      away: 'otherTourist guide2 staff2 manager2 admin',
      homeTransport: 'tourist shuttle staff manager admin',
      awayTransport: 'otherTourist shuttle2 staff2 manager2 admin',
    },
  ),
  'public.transport_bookings': readOnly(rowsOf(id.transportBooking, id.transportBooking2), {
    home: 'tourist shuttle staff manager admin',
    away: 'otherTourist shuttle2 staff2 manager2 admin',
  }),
  'public.all_bookings': readOnly(
    {
      home: byId(id.booking),
      away: byId(id.booking2),
      homeTransport: byId(id.transportBooking),
      homeEmail: `id = '${id.booking}' and tourist_email is not null`,
    },
    {
      home: 'tourist guide staff manager admin',
      away: 'otherTourist guide2 staff2 manager2 admin',
      homeTransport: 'tourist shuttle staff manager admin',
      homeEmail: 'tourist staff manager admin',
    },
  ),
  'public.booking_codes': readOnly(rowsOf(id.code, id.code2), { home: 'tourist', away: 'otherTourist' }),
  // Every phone has these keys, to verify tickets.
  'public.ticket_keys': {
    rows: { one: 'id = 1' },
    select: { one: ALL },
    insert: NOBODY,
    update: NOBODY,
    delete: NOBODY,
  },
  'public.booking_events': readOnly(money('booking_id'), {
    home: 'staff manager admin',
    away: 'staff2 manager2 admin',
  }),
  'private.ledger': readOnly(ledgerRows(), ledgerReaders()),
  'public.ledger_entries': readOnly(ledgerRows(), ledgerReaders()),
  'public.referrals': readOnly(rowsOf(id.referral, id.referral2), {
    home: 'partner staff manager admin',
    away: 'partner2 staff2 manager2 admin',
  }),
  'public.commissions': readOnly(rowsOf(id.commission, id.commission2), {
    home: 'partner manager admin',
    away: 'partner2 manager2 admin',
  }),
  'public.commission_earnings': readOnly(rowsOf(id.earning, id.earning2), {
    home: 'manager admin',
    away: 'manager2 admin',
  }),
  'public.payouts': readOnly(rowsOf(id.payout, id.payout2), {
    home: 'partner manager admin',
    away: 'partner2 manager2 admin',
  }),
  'public.payout_lines': readOnly(money('booking_id'), {
    home: 'partner manager admin',
    away: 'partner2 manager2 admin',
  }),
  'public.commission_payments': readOnly(money('booking_id'), {
    home: 'partner manager admin',
    away: 'partner2 manager2 admin',
  }),
  'public.cash_handovers': readOnly(rowsOf(id.handover, id.handover2), {
    home: 'guide staff manager admin',
    away: 'guide2 staff2 manager2 admin',
  }),
  'public.cash_entries': readOnly(
    { home: `booking_id = '${id.booking}'`, away: `booking_id = '${id.booking2}'` },
    { home: 'guide staff manager admin', away: 'guide2 staff2 manager2 admin' },
  ),
  'private.dock_sales': closed(),
  'private.booking_notes': closed(),
  'private.booking_tags': closed(),
  'private.links': closed(),
  'private.requests': closed(),
  'private.seat_reserves': closed(),
  'private.shares': closed(),
  'private.leaving_passports': closed(),
  'private.limits': closed(),
  'private.review_reports': closed(),
  'private.application_senders': closed(),
  'private.sender_salts': closed(),
  'private.letters_to_addresses': closed(),
  'private.holds': closed(),
  'private.orders': closed(),
  'private.payments': closed(),
  'private.payment_lines': closed(),
  'private.charges': closed(),
  'private.stripe_events': closed(),
  'private.stripe_payout_items': closed(),
  'private.month_closings': closed(),
  'private.month_closing_sums': closed(),
  'private.month_closing_rows': closed(),
  'private.failed_refunds': closed(),
  'private.stripe_ops': closed(),
  'private.disputes': closed(),
  'private.dispute_lines': closed(),
  'private.troubles': closed(),
  'private.outbox': closed(),
  'private.team_readers': closed(),
  'private.tomorrow_letters': closed(),
  'private.check_in_attempts': closed(),
  'private.form_saves': closed(),
  'private.guide_date_declines': closed(),
  'private.driver_dates': closed(),
  'private.driver_answers': closed(),
  'private.guide_numbers': closed(),
  'private.payee_accounts': closed(),
  'private.push_services': closed(),
  'private.push_subscriptions': closed(),
  'private.wallet_passes': closed(),
  'private.wallet_devices': closed(),
  'private.pickup_orders': closed(),
  'private.pickup_times': closed(),
  'private.pickup_changes': closed(),
  'private.invariant_reports': closed(),
  'private.reconciler_runs': closed(),
  'private.passport_uploads': closed(),
  'private.account_deletions': closed(),
  'private.referral_visits': closed(),
  'private.booking_facts': closed(),
  'private.booking_search': closed(),
  'private.booking_words': closed(),
  'private.live_schedules': closed(),
  'private.live_drivers': closed(),
  'private.partner_bookings': closed(),
  'private.referred_bookings': closed(),
  'private.job_times': closed(),
  'private.booking_transitions': closed(),
  'private.departure_transitions': closed(),
  'private.departure_cancellations': closed(),
  'private.departure_offers': closed(),
  'private.waitlist': closed(),
  'private.ticket_transfers': closed(),
  'private.departure_decisions': closed(),
  'private.departure_minimums': closed(),
  'private.old_ticket_codes': closed(),
  'private.arrival_steps': closed(),
  'private.passenger_codes': closed(),
  'private.dock_conflicts': closed(),
  'private.booking_changes': closed(),
  'private.notice_wordings': closed(),
};

function ledgerRows(): Record<string, string> {
  return {
    operator: `booking_id = '${id.booking}' and party = 'operator'`,
    partner: `party_user_id = '${userId.partner}'`,
    awayPartner: `party_user_id = '${userId.partner2}'`,
  };
}

function ledgerReaders(): Record<string, By> {
  return { operator: 'manager admin', partner: 'partner manager admin', awayPartner: 'partner2 manager2 admin' };
}
