-- Views run with their reader's rights: what a row shows is decided by the policies of the tables below.

-- The e-mail of the tourist of a booking, for those who run its region: the spec's lists and exports carry it, while the rest
-- of a tourist's profile stays closed to them. One planned query a call and no helper, because an export asks 100,000 times.
create function private.booking_email(p_kind text, p_booking_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  if p_kind = 'experience' then
    return (select p.email from public.bookings b join public.profiles p on p.id = b.tourist_id
      where b.id = p_booking_id and (b.tourist_id = caller or exists (
        select 1 from private.role_grants g
        where g.user_id = caller and g.revoked_at is null and g.dropped_at is null and (g.role = 'admin'
          or (g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff'))))));
  end if;
  return (select p.email from public.transport_bookings b join public.profiles p on p.id = b.tourist_id
    where b.id = p_booking_id and (b.tourist_id = caller or exists (
      select 1 from private.role_grants g
      where g.user_id = caller and g.revoked_at is null and g.dropped_at is null and (g.role = 'admin'
        or (g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff'))))));
end $$;
grant execute on function private.booking_email(text, uuid) to authenticated, service_role;

-- Both kinds of booking in one shape. tourist_email is looked up only when it is asked for. What hangs on a booking is looked up
-- row by row, not joined: a plain table on each side lets Postgres read both in the order of their indexes and stop after a page.
create view public.all_bookings with (security_invoker = true) as
select 'experience'::text as kind, b.id, b.territory_id, b.experience_id as service_id, b.experience_id, null::uuid as transport_id,
  (select e.title from public.experiences e where e.id = b.experience_id) as service_title, b.departure_id, b.timeslot_id, b.guide_id,
  b.tourist_id, (select c.full_name from public.profile_cards c where c.id = b.tourist_id) as tourist_name,
  private.booking_email('experience', b.id) as tourist_email, b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
  b.unit_price, b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at,
  b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, b.hotel_address, '[]'::jsonb as passenger_details,
  b.passport_image is not null as passport_present, b.cancellation_policy, b.referral_link_id,
  (select r.id from public.referrals r where r.booking_id = b.id) as referral_id,
  (select r.partner_id from public.referrals r where r.booking_id = b.id) as partner_id,
  b.operator_status, b.territory_status, b.partner_status, b.created_at, b.updated_at
from public.bookings b
union all
select 'transport'::text, b.id, b.territory_id, b.transport_id, null::uuid, b.transport_id,
  (select t.title from public.territory_transports t where t.id = b.transport_id), b.departure_id, null::uuid, null::uuid,
  b.tourist_id, (select c.full_name from public.profile_cards c where c.id = b.tourist_id),
  private.booking_email('transport', b.id), b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
  b.unit_price, b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at,
  b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, null::text, b.passenger_details,
  b.passport_image is not null, b.cancellation_policy, b.referral_link_id,
  (select r.id from public.referrals r where r.transport_booking_id = b.id),
  (select r.partner_id from public.referrals r where r.transport_booking_id = b.id),
  b.operator_status, b.territory_status, b.partner_status, b.created_at, b.updated_at
from public.transport_bookings b;
revoke all on public.all_bookings from public, anon, authenticated;
grant select on public.all_bookings to authenticated, service_role;

-- The ledger for those whose money it is: a partner's own rows, a manager's territory, admins.
create view public.ledger_entries with (security_invoker = true) as
select l.id, l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.party_user_id, l.kind, l.amount, l.currency_code, l.created_at
from private.ledger l;
revoke all on public.ledger_entries from public, anon, authenticated;
grant select on public.ledger_entries to authenticated, service_role;
