-- Who reads and writes people: profiles, their public face, roles, invitations, referral links and the trail.

-- The public face of a profile, for everyone. A table that a trigger keeps, not a view: a view that shows more than its reader
-- may see runs with its owner's rights (the advisor's error security_definer_view), and only a table can be the target of the
-- foreign keys through which an embed such as profile:profile_cards(full_name, avatar_url, country) is found.
create table public.profile_cards (
  id uuid primary key references public.profiles (id) on delete cascade,
  full_name text not null default '',
  avatar_url text,
  country text
);
alter table public.profile_cards enable row level security;
revoke all on public.profile_cards from public, anon, authenticated;
grant select on public.profile_cards to anon, authenticated;
grant all on public.profile_cards to service_role;
create policy profile_cards_select on public.profile_cards for select to anon, authenticated using (true);

insert into public.profile_cards (id, full_name, avatar_url, country) select id, full_name, avatar_url, country from public.profiles;

create function private.keep_profile_card()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profile_cards (id, full_name, avatar_url, country)
  values (new.id, new.full_name, new.avatar_url, new.country)
  on conflict (id) do update
    set full_name = excluded.full_name, avatar_url = excluded.avatar_url, country = excluded.country;
  return null;
end $$;
create trigger profiles_card_insert after insert on public.profiles
  for each row execute function private.keep_profile_card();
create trigger profiles_card_update after update of full_name, avatar_url, country on public.profiles
  for each row when ((old.full_name, old.avatar_url, old.country) is distinct from (new.full_name, new.avatar_url, new.country))
  execute function private.keep_profile_card();

-- One more foreign key for each column whose person is shown to others; it names the embed.
alter table public.experiences add constraint experiences_guide_card_fkey
  foreign key (guide_id) references public.profile_cards (id) on delete set null;
alter table public.experience_guide_rankings add constraint experience_guide_rankings_card_fkey
  foreign key (guide_id) references public.profile_cards (id) on delete cascade;
alter table public.guide_timeslot_responses add constraint guide_timeslot_responses_card_fkey
  foreign key (guide_id) references public.profile_cards (id) on delete cascade;
alter table public.shuttle_drivers add constraint shuttle_drivers_card_fkey
  foreign key (driver_id) references public.profile_cards (id) on delete cascade;
alter table public.driver_schedules add constraint driver_schedules_card_fkey
  foreign key (driver_id) references public.profile_cards (id) on delete cascade;
alter table public.bookings add constraint bookings_tourist_card_fkey
  foreign key (tourist_id) references public.profile_cards (id) on delete set null;
alter table public.bookings add constraint bookings_guide_card_fkey
  foreign key (guide_id) references public.profile_cards (id) on delete set null;
alter table public.transport_bookings add constraint transport_bookings_tourist_card_fkey
  foreign key (tourist_id) references public.profile_cards (id) on delete set null;
alter table public.territory_messages add constraint territory_messages_author_card_fkey
  foreign key (user_id) references public.profile_cards (id) on delete set null;
alter table public.reviews add constraint reviews_author_card_fkey
  foreign key (author_id) references public.profile_cards (id) on delete set null;
alter table public.messages add constraint messages_sender_card_fkey
  foreign key (sender_id) references public.profile_cards (id) on delete set null;
alter table public.referral_registrations add constraint referral_registrations_card_fkey
  foreign key (user_id) references public.profile_cards (id) on delete cascade;

-- Everything else of a profile is private: the owner, the staff of a region in which the person works, admins.
create policy profiles_select on public.profiles for select to authenticated
  using (id = (select auth.uid())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
grant select, update (full_name, bio, country, avatar_url) on public.profiles to authenticated;

-- Grants are read and written through functions alone.

create policy role_requests_select on public.role_requests for select to authenticated
  using (user_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));
grant select on public.role_requests to authenticated;

-- Invitations: the people who run the region see them, never the hash of a code.
create policy invites_select on public.invites for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select (id, email, full_name, roles, territory_id, business_name, commission_level, invited_by, expires_at, redeemed_by,
  redeemed_at, withdrawn_at, created_at) on public.invites to authenticated;

create policy audit_log_select on public.audit_log for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));
grant select on public.audit_log to authenticated;

-- Referral links: a partner's own. The code and the counter are the database's.
create function private.new_link_code()
returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  alphabet constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  bytes bytea;
  candidate text;
begin
  loop
    -- Two random bytes a character: the bias of modulo 36 is then below 0.1 %.
    bytes := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    select string_agg(substr(alphabet, ((get_byte(bytes, at) * 256 + get_byte(bytes, at + 1)) % 36) + 1, 1), '')
      into candidate from unnest('{0,2,4,9,11,13}'::int[]) as at;
    exit when not exists (select 1 from public.referral_links l where l.code = candidate);
  end loop;
  return candidate;
end $$;
grant execute on function private.new_link_code() to authenticated, service_role;
alter table public.referral_links alter column code set default private.new_link_code();
alter table public.referral_links alter column user_id set default auth.uid();

create policy referral_links_select on public.referral_links for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.has_role('travel_partner'))) or (select private.is_admin()));
create policy referral_links_insert on public.referral_links for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));
create policy referral_links_update on public.referral_links for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));
create policy referral_links_delete on public.referral_links for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));
grant select, insert (id, user_id, name, code, active), update (name, active), delete on public.referral_links to authenticated;

-- One's own registration, and for a partner those through the own links.
create policy referral_registrations_select on public.referral_registrations for select to authenticated
  using (user_id = (select auth.uid())
    or exists (select 1 from public.referral_links l where l.id = referral_link_id));
grant select on public.referral_registrations to authenticated;
