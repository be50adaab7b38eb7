-- Who may call what. Everything of the core starts from nothing; the bodies in `private` are callable only where a thin
-- wrapper in `public` with the same name is.

create function public.begin_payment(p_hold_id uuid, p_user_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.begin_payment(p_hold_id, p_user_id)
$$;
create function public.attach_payment_intent(p_hold_id uuid, p_payment_intent_id text, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.attach_payment_intent(p_hold_id, p_payment_intent_id, p_status)
$$;
create function public.payment_of_hold(p_hold_id uuid, p_user_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.payment_of_hold(p_hold_id, p_user_id)
$$;
create function public.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.apply_payment_intent(p_payment_intent_id, p_status, p_amount, p_amount_received, p_currency,
    p_event_id, p_event_type, p_hold_id, p_amount_refunded, p_last_error)
$$;
create function public.claim_stripe_ops(p_limit int, p_payment_intent_id text default null)
returns table (id bigint, payment_intent_id text, op text, amount_minor bigint, reason text, stripe_id text, attempts int, idempotency_key text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_stripe_ops(p_limit, p_payment_intent_id)
$$;
create function public.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language sql security invoker set search_path = '' as $$
  select private.finish_stripe_op(p_id, p_outcome, p_error, p_stripe_id)
$$;
create function public.record_sale(p_kind text, p_booking_id uuid)
returns boolean language sql security invoker set search_path = '' as $$
  select private.record_sale(p_kind, p_booking_id)
$$;

do $$
declare
  f record;
  v_roles text;
begin
  for f in
    select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature, p.proname as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prokind = 'f'
       and p.proname in (select unnest(string_to_array(
         'invalid input_text input_uuid input_bool input_count input_date input_passengers is_whatsapp is_email is_country reply_error '
         'bookable_service weekday ensure_departure free_seats sell_free_seats sync_departure_capacity check_date_range '
         'get_departures get_transport_departures close_departure set_departure_capacity departure_for_staff require_staff '
         'unit_price price_lines quote_booking fail_not_found check_booking_type read_occurrence check_group_size read_form referral_of '
         'lock_user check_user_limits hold_json repeat_hold take_seats fail_no_seats create_hold release_expired own_hold get_hold release_hold '
         'to_minor from_minor split_amount booking payment_of ledger_balance record_sale write_sale share_refund record_refund '
         'queue_mail queue_notification long_date move_booking insert_booking consume_hold booking_paid booking_confirmed is_live end_booking book_cash '
         'queue_stripe_op refundable_minor queue_refund begin_payment attach_payment_intent payment_state payment_of_hold reject_payment '
         'book_payment note_foreign_refund refund_done is_stale_status apply_payment_intent lock_payment apply_captured apply_canceled '
         'claim_stripe_ops finish_stripe_op max_refusals '
         'check_in_refusal too_many_attempts open_check_in check_in_json get_check_in check_in mark_arrival '
         'deliver_notifications claim_outbox mail_data finish_outbox request_booking_email '
         'lock_booking return_money revive_booking payment_status_for align_check_in booking_state_json tell_status set_booking_status '
         'refund_percent starts_at cancellation_terms own_booking quote_cancellation cancel_booking refund_booking set_payout_status '
         'cancel_expired sweep check_invariants', ' ')))
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', f.signature);
    v_roles := case
      when f.name in ('get_departures', 'get_transport_departures', 'quote_booking') then 'anon, authenticated, service_role'
      -- anon too: a session that has run out is told so ('not_signed_in'), instead of a bare refusal.
      when f.name in ('create_hold', 'get_check_in', 'check_in') then 'anon, authenticated'
      when f.name in ('get_hold', 'release_hold', 'book_cash', 'request_booking_email', 'close_departure', 'set_departure_capacity',
                      'set_booking_status', 'quote_cancellation', 'cancel_booking', 'refund_booking', 'set_payout_status') then 'authenticated'
      when f.name in ('begin_payment', 'attach_payment_intent', 'payment_of_hold', 'apply_payment_intent', 'claim_stripe_ops',
                      'finish_stripe_op', 'claim_outbox', 'finish_outbox', 'record_sale',
                      'sweep', 'check_invariants') then 'service_role'
    end;
    if v_roles is not null then
      execute format('grant execute on function %s to %s', f.signature, v_roles);
    end if;
  end loop;
end $$;
