/**
 * The loops of the database, each function with `loop` in its body. A new one over people's data does each item by itself
 * (docs/decisions/0028) and gets its poisoned item in tests/functions/poisoned.ts; any other one says here why it need not.
 */
export const LOOPS: { isolated: string[]; ofOneItem: Record<string, string> } = {
  isolated: [
    'cancel_expired_payments',
    'check_invariants',
    'claim_outbox',
    'deliver_notifications',
    'queue_review_requests',
    'queue_tomorrow_letters',
    'release_expired_holds',
    'write_to_group',
  ],
  /** What they go through belongs to one item, and stands or falls with it; who asked is told. */
  ofOneItem: {
    apply_disputes: 'the disputes of one payment',
    apply_refunds: 'the refunds of one payment',
    are_translations: 'the texts of one row',
    assign_guides: 'the timeslots of one experience',
    broadcast_message: 'the readers of one conversation',
    broadcast_to_guides: 'the two guides of one booking',
    cancel_booking: 'the hosts of one booking, by way of the outbox',
    check_lines: 'the columns of one row',
    check_payout_selection: 'the payees of one payment',
    delete_territory: 'the roles in one territory',
    ensure_departure: 'tries again after a race',
    exchange_holds: 'the holds of one person, which change in one step or not at all',
    expired_passports:
      'writes marks of names that nothing refers to, which does not throw; the reconciler deletes each by itself',
    input_passengers: 'one form',
    input_translations: 'one form',
    keep_translations: 'the texts of one row',
    leave_roles: 'the roles of one person',
    my_data: 'the tables with data of one person',
    new_link_code: 'tries again when a code is taken',
    notify_dispute: 'the managers of one territory, by way of the outbox',
    notify_refused_refund: 'the managers of one territory, by way of the outbox',
    pay_out: 'the payees of one payment, which is recorded whole or not at all',
    queue_refund: 'the refunds of one payment',
    redact: 'the patterns of one person',
    remove_my_role: 'the roles of one person',
    revoke_role: 'the roles of one person',
    save_timeslots: 'the timeslots of one form',
    send_message: 'the hosts of one booking: its notices wait by themselves, and the sender asks again',
    settle_refused: 'the refunds of one payment',
    share_refund: 'arithmetic',
    take_invite: 'the roles of one invitation',
    watch_territory_clocks: 'reads the time of a zone, which does not throw',
  },
};
