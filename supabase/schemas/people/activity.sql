-- A person's activity in numbers, and the export of their data.

-- Returns My Activity, with a part for each of the caller's roles and null for the others. Cancelled and refunded bookings don't count. A territory
-- counts as visited after a check-in there. Conversion is the percentage of people registered through the caller's links who booked. Returns
-- {tourist: {bookings, reviews, territories_visited}, guide: {experiences, bookings, avg_rating}, manager: {territories: [{name, names}], guides,
-- experiences}, partner: {referrals, commissions: [{currency_symbol, amount}], conversion_rate}}
create function public.my_activity()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object(
    'tourist', case when private.has_role('tourist') then private.tourist_activity(caller) end,
    'guide', case when private.has_role('tour_guide') then private.guide_activity(caller) end,
    'manager', case when cardinality(private.my_territories('staff')) > 0 then private.manager_activity() end,
    'partner', case when private.has_role('travel_partner') then private.travel_partner_activity(caller) end);
end $$;

-- Returns the caller's details from their last booking for the next form, {whatsapp_number, country, speaks_spanish, hotel_name}, or null without a
-- booking. The hotel is included only in the same territory and until two weeks after the trip.
create function public.my_booking_details(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return (
    select jsonb_build_object('whatsapp_number', b.whatsapp_number, 'country', b.country, 'speaks_spanish', b.speaks_spanish,
      'hotel_name', case when b.territory_id = p_territory_id and b.booking_date >= current_date - 14 then b.hotel_name end)
    from (select x.* from public.bookings x where x.tourist_id = caller order by x.booking_date desc, x.id desc limit 40) b
    where private.is_phone(b.whatsapp_number)
    order by b.created_at desc limit 1);
end $$;

create function private.tourist_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'bookings', count(*) filter (where status not in ('cancelled', 'refunded')),
    'territories_visited', count(distinct territory_id) filter (where check_in_status = 'checked_in'),
    'reviews', (select count(*) from public.reviews r where r.author_id = p_user_id))
  from public.bookings b where b.tourist_id = p_user_id
$$;

create function private.guide_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'experiences', (select count(*) from public.services e where e.guide_id = p_user_id and e.archived_at is null),
    'bookings', (select count(*) from public.bookings b where b.guide_id = p_user_id and b.status not in ('cancelled', 'refunded')),
    'avg_rating', (select round(avg(r.rating), 1) from public.reviews r join public.bookings b on b.id = r.booking_id
                    where b.guide_id = p_user_id and r.hidden_at is null))
$$;

create function private.manager_activity()
returns jsonb language sql stable security definer set search_path = '' as $$
  with mine as (
    select t.id, t.name, t.names -> 'name' as names from public.territories t where t.id = any (private.my_territories('staff')) and t.archived_at is null)
  select jsonb_build_object(
    'territories', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'names', names) order by name), '[]') from mine),
    'guides', (select count(distinct g.user_id) from private.live_grants g join mine on mine.id = g.territory_id
                where g.role = 'tour_guide'),
    'experiences', (select count(*) from public.services e join mine on mine.id = e.territory_id where e.kind = 'experience' and e.archived_at is null))
$$;

create function private.travel_partner_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with sent as (
    select r.user_id from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id
    where l.user_id = p_user_id),
  booked as (
    -- The person who booked came through the link, and not a later ticket holder.
    select private.booked_by(b) as user_id, c.amount, c.currency_code
    from public.referrals f join public.referral_links l on l.id = f.referral_link_id
    join private.booking_facts b on b.id = f.booking_id
    left join public.commissions c on c.referral_id = f.id
    where l.user_id = p_user_id and private.is_live(b.status)),
  earned as (
    select u.symbol, sum(k.amount) as amount from booked k join public.currencies u on u.code = k.currency_code group by u.code, u.symbol)
  select jsonb_build_object(
    'referrals', (select count(*) from sent),
    'commissions', (select coalesce(jsonb_agg(jsonb_build_object('currency_symbol', symbol, 'amount', amount) order by symbol), '[]') from earned),
    'conversion_rate', (select round(100.0 * count(*) filter (where exists (select 1 from booked k where k.user_id = sent.user_id))
                                     / nullif(count(*), 0), 1) from sent))
$$;

-- Returns all data about the caller, table by table, without data about others (payouts, reviewers). The number of their bank account is masked.
create function public.my_data()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  not_theirs constant text[] := '{granted_by,partner_id,operator_status,territory_status,partner_status,checked_in_by,reviewed_by,decided_by,replied_by,hidden_by,reported_at,created_by,idempotency_key,payer_id,recipient_id,token_hash}';
  payers constant text[] := '{unit_price,total_price,referral_link_id,hold_id}'; -- of a ticket that someone else paid
  result jsonb := jsonb_build_object('exported_at', now());
  part record;
  list jsonb;
begin
  for part in
    select * from (values
      ('profile', 'public.profiles', 'id'), ('bookings', 'public.bookings', 'tourist_id'),
      ('booking_codes', 'public.booking_codes', 'tourist_id'),
      ('messages', 'public.messages', 'sender_id'), ('notifications', 'public.notifications', 'user_id'),
      ('reviews', 'public.reviews', 'author_id'), ('board_messages', 'public.territory_messages', 'user_id'), ('conditions', 'public.condition_changes', 'changed_by'),
      ('board_reports', 'public.message_reports', 'reporter_id'), ('review_reports', 'private.review_reports', 'reporter_id'), ('followed_regions', 'public.territory_followers', 'user_id'),
      ('notice_choices', 'public.notice_choices', 'user_id'), ('push_subscriptions', 'private.push_subscriptions', 'user_id'),
      ('wallet_passes', 'private.wallet_passes', 'user_id'),
      ('waitlist', 'private.waitlist', 'user_id'), ('ticket_transfers', 'private.ticket_transfers', 'giver_id'),
      ('submissions', 'public.user_submissions', 'user_id'), ('contact_messages', 'public.contact_messages', 'user_id'),
      ('partner_applications', 'public.partner_applications', 'user_id'), ('roles', 'private.role_grants', 'user_id'),
      ('guide_number', 'private.guide_numbers', 'user_id'),
      ('role_requests', 'public.role_requests', 'user_id'), ('referral_links', 'public.referral_links', 'user_id'),
      ('referral_registration', 'public.referral_registrations', 'user_id'),
      ('earnings', 'public.commission_earnings', 'user_id'), ('payouts', 'public.payouts', 'payee_id')
    ) as parts (name, source, owner)
  loop
    execute format($q$select coalesce(jsonb_agg(x.row - $2 - case when x.row -> 'paid_by_other' = 'true' then $3 else '{}' end), '[]')
      from (select to_jsonb(t) as row from %s t where t.%I = $1) x$q$, part.source, part.owner)
      into list using caller, not_theirs, payers;
    result := result || jsonb_build_object(part.name, list);
  end loop;
  return result || jsonb_build_object('bank_details', private.payee_account_json(caller));
end $$;
