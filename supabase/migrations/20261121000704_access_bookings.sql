-- Who reads bookings, codes and money. Nobody writes them directly: the booking functions do.

create policy departures_select on public.departures for select to authenticated
  using (territory_id = any ((select private.my_territories('people'))::text[]) or (select private.is_admin()));
grant select on public.departures to authenticated;

-- bookings.guide_id is the guide who leads the booking; a change of the experience's guide moves what is still to come
-- (trigger experiences_move_bookings), so that one indexed column decides here and at check-in.
create policy bookings_select on public.bookings for select to authenticated
  using (tourist_id = (select auth.uid())
    or (guide_id = (select auth.uid()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));
grant select on public.bookings to authenticated;

create policy transport_bookings_select on public.transport_bookings for select to authenticated
  using (tourist_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or transport_id = any ((select private.driven_transports())::uuid[])
    or (select private.is_admin()));
grant select on public.transport_bookings to authenticated;

-- The tourist alone. Staff reads the code off the ticket, not out of the database.
create policy booking_codes_select on public.booking_codes for select to authenticated
  using (tourist_id = (select auth.uid()));
grant select on public.booking_codes to authenticated;

create policy booking_events_select on public.booking_events for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.booking_events to authenticated;

-- Money: the partner's own, a manager's territory, admins. Staff: no.
create policy ledger_select on private.ledger for select to authenticated
  using ((party = 'partner' and party_user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));
grant select on private.ledger to authenticated;

create policy commission_earnings_select on public.commission_earnings for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));
grant select on public.commission_earnings to authenticated;

create policy commission_payments_select on public.commission_payments for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));
grant select on public.commission_payments to authenticated;

-- Attribution and commission carry whose they are, so that a policy needs no join over three tables. The trigger fills both
-- from the booking and the link; nobody else writes them.
alter table public.referrals
  add column territory_id text references public.territories (id),
  add column partner_id uuid references public.profiles (id) on delete set null;
alter table public.commissions
  add column territory_id text references public.territories (id),
  add column partner_id uuid references public.profiles (id) on delete set null;
alter table public.referrals add constraint referrals_partner_card_fkey
  foreign key (partner_id) references public.profile_cards (id) on delete set null;
alter table public.commissions add constraint commissions_partner_card_fkey
  foreign key (partner_id) references public.profile_cards (id) on delete set null;
create index referrals_territory_idx on public.referrals (territory_id, created_at desc);
create index referrals_partner_idx on public.referrals (partner_id, created_at desc);
create index commissions_territory_idx on public.commissions (territory_id, created_at desc);
create index commissions_partner_idx on public.commissions (partner_id, created_at desc);

create function private.fill_referral_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.partner_id := (select l.user_id from public.referral_links l where l.id = new.referral_link_id);
  new.territory_id := coalesce(
    (select b.territory_id from public.bookings b where b.id = new.booking_id),
    (select b.territory_id from public.transport_bookings b where b.id = new.transport_booking_id));
  return new;
end $$;
create trigger referrals_fill_owner before insert or update of referral_link_id, booking_id, transport_booking_id
  on public.referrals for each row execute function private.fill_referral_owner();

create function private.fill_commission_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select r.partner_id, r.territory_id into new.partner_id, new.territory_id
  from public.referrals r where r.id = new.referral_id;
  return new;
end $$;
create trigger commissions_fill_owner before insert or update of referral_id
  on public.commissions for each row execute function private.fill_commission_owner();

-- That a booking came through a partner is part of the region's day; what it earned is the manager's.
create policy referrals_select on public.referrals for select to authenticated
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));
grant select on public.referrals to authenticated;

create policy commissions_select on public.commissions for select to authenticated
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));
grant select on public.commissions to authenticated;
