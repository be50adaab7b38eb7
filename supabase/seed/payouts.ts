import type { Sql } from './rows.ts';

/**
 * Records payouts for all paid shares, one per payee and month, paid a week after its last trip. The shares come
 * from the ledger, through its trigger or credit_missing_shares.
 */
export async function recordPayouts(sql: Sql): Promise<void> {
  await sql`
    with due as materialized (
      select o.*, md5(concat_ws('/', o.territory_id, o.party, o.payee_id, case when o.payee_id is null then o.service_id end, o.currency_code,
               date_trunc('month', o.booking_date)))::uuid as payout_id
      from private.open_shares(array(select id from private.shares)) o
      join public.bookings b on b.id = o.booking_id
      where o.amount > 0 and 'paid' = case o.party when 'operator' then b.operator_status when 'territory' then b.territory_status
        else b.partner_status end),
    made as (
      insert into public.payouts (id, territory_id, party, payee_id, service_id, currency_code, amount, lines, paid_on, reference, created_by, created_at)
      select d.payout_id, d.territory_id, d.party, min(d.payee_id::text)::uuid, min(case when d.payee_id is null then d.service_id end::text)::uuid,
        d.currency_code, sum(d.amount), count(*), least(max(d.booking_date) + 7, current_date - 1),
        'Transfer ' || upper(left(d.payout_id::text, 6)), private.earning_owner(d.territory_id),
        (least(max(d.booking_date) + 7, current_date - 1) + time '16:00') at time zone 'America/Guatemala'
      from due d group by d.payout_id, d.territory_id, d.party, d.currency_code
      returning id),
    lines as (
      insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, payee_id, amount, turn)
      select d.payout_id, d.id, d.booking_id, d.territory_id, d.payee_id, d.amount, 1
      from due d join made m on m.id = d.payout_id order by d.booking_date, d.start_time, d.id
      returning share_id, payout_id)
    update private.shares s set paid = s.earned, payout_id = l.payout_id, version = s.version + 1 from lines l where s.id = l.share_id`;
}
