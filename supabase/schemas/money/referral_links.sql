-- Referral links of travel partners, their visits, and who registered through them.

-- Partners' own referral links. The database creates the code and the counter.
create function private.new_link_code()
returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  alphabet constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  bytes bytea;
  candidate text;
begin
  loop
    -- There are two random bytes per character, so that the bias of modulo 36 is below 0.1 %.
    bytes := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    select string_agg(substr(alphabet, ((get_byte(bytes, at) * 256 + get_byte(bytes, at + 1)) % 36) + 1, 1), '')
      into candidate from unnest('{0,2,4,9,11,13}'::int[]) as at;
    exit when not exists (select 1 from public.referral_links l where l.code = candidate);
  end loop;
  return candidate;
end $$;
grant execute on function private.new_link_code() to authenticated, service_role;

create table public.referral_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  name text not null check (length(private.trimmed(name)) between 1 and 120),
  code text not null default private.new_link_code() unique check (code ~ '^[A-Z0-9]{6}$'),
  active boolean not null default true,
  visits int not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint referral_links_archived_inactive check (archived_at is null or not active)
);
create index referral_links_user_idx on public.referral_links (user_id);
alter table public.referral_links enable row level security;

create trigger referral_links_lines before insert or update of name on public.referral_links
  for each row execute function private.check_lines('name');

-- Raises 429 'too_many_referral_links'. An existing link passes, so that a request can be repeated after a lost response. Locks its owner.
create function private.limit_referral_links()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('referral_link:' || new.user_id, 0));
  if exists (select 1 from public.referral_links l where l.id = new.id) then
    return new;
  end if;
  if (select count(*) from public.referral_links l where l.user_id = new.user_id and l.created_at > now() - interval '1 day')
     >= private.limit_value('referral_link.day') then
    perform private.fail(429, 'too_many_referral_links',
      'You''ve reached today''s limit of referral links. You can create more tomorrow.');
  end if;
  return new;
end $$;

create trigger referral_links_limit before insert on public.referral_links
  for each row execute function private.limit_referral_links();

grant select on public.referral_links to authenticated;
grant insert (id, user_id, name, active) on public.referral_links to authenticated;
grant update (name, active) on public.referral_links to authenticated;
grant all on public.referral_links to service_role;

create policy referral_links_select on public.referral_links for select to authenticated
  using ((user_id = (select private.live_user()) and (select private.has_role('travel_partner'))) or (select private.is_admin()));
create policy referral_links_insert on public.referral_links for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));
create policy referral_links_update on public.referral_links for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));

-- Visitors look up a partner's code without an account, and each lookup counts as a visit. To prevent inflated counts, only 60 a minute count.
-- Further ones get a result but aren't counted, so that a busy hotel loses no referral. An unknown code writes nothing.
create table private.referral_visits (
  link_id uuid primary key references public.referral_links (id) on delete cascade,
  since timestamptz not null default now(),
  visits int not null default 1
);
alter table private.referral_visits enable row level security;
grant all on private.referral_visits to service_role;

-- A user is registered to at most one link: the first one.
create table public.referral_registrations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references public.profiles (id) on delete cascade
    constraint referral_registrations_card_fkey references public.profile_cards (id) on delete cascade,
  referral_link_id uuid not null references public.referral_links (id) on delete cascade,
  registered_at timestamptz not null default now()
);
create index referral_registrations_link_idx on public.referral_registrations (referral_link_id);
alter table public.referral_registrations enable row level security;
grant select on public.referral_registrations to authenticated;
grant all on public.referral_registrations to service_role;

-- People read their own registration, and partners those through their links.
create policy referral_registrations_select on public.referral_registrations for select to authenticated
  using (user_id = (select private.live_user())
    or exists (select 1 from public.referral_links l where l.id = referral_link_id));

-- Returns the partner behind a code for the banner, {id, code, partner_name}, or null for an unknown or inactive one. Counts the visit, with a limit.
create function public.lookup_referral_link(p_code text)
returns jsonb language sql volatile security definer set search_path = '' as $$
  with found as (
    select l.id, l.code, l.user_id from public.referral_links l where l.code = upper(btrim(p_code)) and l.active
  ), counted as (
    insert into private.referral_visits as v (link_id) select f.id from found f
    on conflict (link_id) do update set
      visits = case when v.since > now() - interval '1 minute' then v.visits + 1 else 1 end,
      since = case when v.since > now() - interval '1 minute' then v.since else now() end
    where v.since <= now() - interval '1 minute' or v.visits < 60
    returning v.link_id
  ), visited as (
    update public.referral_links l set visits = l.visits + 1 from counted c where l.id = c.link_id
  )
  select jsonb_build_object('id', f.id, 'code', f.code, 'partner_name', coalesce(private.business_name_of(p.id), p.full_name))
  from found f join public.profiles p on p.id = f.user_id
$$;
grant execute on function public.lookup_referral_link(text) to anon;

-- Registers the caller with a link, and returns {registered, referral_link_id}. The first link counts, people can't refer themselves, and an unknown
-- or inactive code is ignored.
create function public.register_referral(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  -- This is a separate statement, because a statement doesn't see the writes of functions that it calls.
  registered boolean := private.register_referral_of(caller, p_code);
begin
  return jsonb_build_object('registered', registered, 'referral_link_id',
    (select r.referral_link_id from public.referral_registrations r where r.user_id = caller));
end $$;

-- Returns the link through which a user registered, with its partner's current rate in the territory that sells. Null for the partner's own bookings,
-- an inactive link, a territory where its owner isn't a partner, and guests who work there themselves.
create function private.referral_of(p_user_id uuid, p_territory_id text, out link_id uuid, out rate numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select l.id, private.commission_of(l.user_id, p_territory_id) into link_id, rate
    from public.referral_registrations r
    join public.referral_links l on l.id = r.referral_link_id
   where r.user_id = p_user_id and l.active and l.user_id <> p_user_id
     and private.user_has_role(l.user_id, 'travel_partner', p_territory_id)
     and not exists (
       select 1 from private.live_grants g
        where g.user_id = p_user_id and g.territory_id = p_territory_id
          and g.role in ('territory_manager', 'territory_staff', 'tour_guide', 'shuttle_manager', 'shuttle_driver'));
end $$;

-- Returns whether the partner through whose link a booking came has taken over its ticket. Then it earns no commission, like a booking of their own,
-- even if they give the ticket on.
create function private.is_partners_own(p_booking_id uuid)
returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.ticket_transfers t
      join public.bookings b on b.id = t.booking_id
      join public.referral_links l on l.id = b.referral_link_id
     where t.booking_id = p_booking_id and t.state = 'accepted' and t.recipient_id = l.user_id);
end $$;

-- Registers an account that signed up through a partner's link at once, because the confirmation link may be opened in another browser, which doesn't
-- have the code.
create function private.register_referral_of(p_user_id uuid, p_code text)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into public.referral_registrations (user_id, referral_link_id)
  select p_user_id, l.id from public.referral_links l
  where l.code = upper(btrim(p_code)) and l.active and l.user_id <> p_user_id
  on conflict (user_id) do nothing;
  return found;
end $$;

-- Removes a link from the partner's list, and returns whether it existed. It is archived if it has results or counts toward the day's limit, and
-- otherwise deleted. Locks the link.
create function public.delete_referral_link(p_link_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  perform 1 from public.referral_links l where l.id = p_link_id and l.user_id = caller and l.archived_at is null for update;
  if not found then
    return false;
  end if;
  if exists (select 1 from public.referral_links l where l.id = p_link_id and l.created_at > now() - interval '1 day')
    or exists (select 1 from public.referral_registrations r where r.referral_link_id = p_link_id)
    or exists (select 1 from public.referrals r where r.referral_link_id = p_link_id)
    or exists (select 1 from private.holds h where h.referral_link_id = p_link_id)
    or exists (select 1 from public.bookings b where b.referral_link_id = p_link_id) then
    update public.referral_links set archived_at = now(), active = false where id = p_link_id;
  else
    delete from public.referral_links where id = p_link_id;
  end if;
  return true;
end $$;

create function private.broadcast_registration()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner((select l.user_id from public.referral_links l where l.id = new.referral_link_id), new.id);
  return null;
end $$;

create trigger referral_registrations_broadcast after insert on public.referral_registrations
  for each row execute function private.broadcast_registration();
