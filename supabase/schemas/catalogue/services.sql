-- Everything that can be booked, with its tags and ranked guides: the tables, their policies, and the rules that policies can't express. `kind` tells
-- experiences from transport. Rows that belong to a service have its id and, where the kind matters, its kind too (docs/decisions/0072). Everyone
-- reads services that are visible, not archived and in an open territory. Staff read and write their own territory's services, shuttle managers its
-- shuttles, and admins everything. A row can't move to a territory that its writer doesn't run, and a service that was sold is archived instead of
-- deleted.

create table public.territory_tags (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(private.trimmed(name)) between 1 and 60),
  language text not null default 'en' check (private.is_language(language)), -- the language of its texts
  translations jsonb not null default '{}'
    constraint territory_tags_translations_check check (private.are_translations(translations, language, '{"name": 60}')),
  updated_at timestamptz not null default now()
);
create unique index territory_tags_name_idx on public.territory_tags (territory_id, lower(btrim(name)));
alter table public.territory_tags enable row level security;
grant select on public.territory_tags to anon;
grant select, delete on public.territory_tags to authenticated;
grant insert (id, territory_id, name, language, translations) on public.territory_tags to authenticated;
grant update (name, language, translations) on public.territory_tags to authenticated;
grant all on public.territory_tags to service_role;

create policy territory_tags_select_anon on public.territory_tags for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy territory_tags_select on public.territory_tags for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
create policy territory_tags_insert on public.territory_tags for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_update on public.territory_tags for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_delete on public.territory_tags for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Returns the sort key of an experience: featured ones by their order, then the others.
create function private.featured_rank(p_featured boolean, p_featured_order int)
returns int language sql immutable parallel safe set search_path = '' as $$
  select case when p_featured then coalesce(p_featured_order, 0) else 2147483647 end
$$;
grant execute on function private.featured_rank(boolean, int) to authenticated, service_role;

-- Returns the search words of a service, in each of its languages, for an index: title, pickup location and destination.
create function private.service_words(p_names jsonb)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(private.every_name(p_names, 'title') || ' ' || coalesce(private.every_name(p_names, 'pickup_location'), '')
    || ' ' || coalesce(private.every_name(p_names, 'destination'), ''))
$$;
grant execute on function private.service_words(jsonb) to authenticated, service_role;

create table public.services (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('experience', 'transport')),
  territory_id text not null references public.territories (id),
  title text not null check (length(private.trimmed(title)) between 1 and 160),
  description text not null check (length(private.trimmed(description)) between 1 and 10000),
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  -- The column has no scale, which would round the value before check_service_numbers could refuse it.
  duration_hours numeric check (duration_hours between 0.1 and 9999),
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric check (shared_price between 0.01 and 9999999), -- per person
  private_price numeric check (private_price between 0.01 and 9999999), -- whole group
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null default 10 check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null default 10 check (available_spots >= 0), -- default of new slots; each slot has its own
  min_private_guests int check (min_private_guests between 1 and 1000),
  max_private_guests int check (max_private_guests between 1 and 1000),
  min_to_run int check (min_to_run between 1 and 1000), -- guests that a shared departure needs, null for any number
  decide_at time not null default '18:00', -- the time on the day before at which it is decided
  passport_required boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  visible boolean not null default true,
  guide_id uuid references public.profiles (id) on delete set null
    constraint services_guide_card_fkey references public.profile_cards (id) on delete set null,
  video_urls text[] not null default '{}' check (private.are_own_files(video_urls)),
  cash_allowed boolean not null default false,
  meeting_point text check (length(meeting_point) <= 500),
  meeting_point_link text check (meeting_point_link ~ '^https://' and private.is_web_link(meeting_point_link) and length(meeting_point_link) <= 2000),
  what_to_bring text check (length(what_to_bring) <= 500),
  featured boolean not null default false,
  featured_order int,
  transport_type_id text references public.transport_types (id),
  pickup_location text check (length(pickup_location) <= 160), -- a name for display, while pickup_location_id is the reference
  pickup_location_id text references public.pickup_locations (id) on delete set null,
  destination text check (length(destination) <= 160),
  destination_territory_id text references public.territories (id),
  -- The trigger on reviews keeps these up to date.
  rating_average numeric(3, 2) check (rating_average <> 'NaN'),
  rating_count int not null default 0,
  language text not null default 'en' check (private.is_language(language)), -- the language of its texts
  translations jsonb not null default '{}' constraint services_translations_check check (case kind
    when 'experience' then private.are_translations(translations, language, '{"title": 160}',
      '{"description": 10000, "meeting_point": 500, "what_to_bring": 500}')
    else private.are_translations(translations, language, '{"title": 160, "pickup_location": 160, "destination": 160}', '{"description": 10000}') end),
  names jsonb not null generated always as (private.names_in(language, translations,
    array['title', 'meeting_point', 'pickup_location', 'destination'], array[title, meeting_point, pickup_location, destination])) stored,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, kind),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or (private_price is not null and min_private_guests is not null and max_private_guests is not null)),
  check (min_private_guests <= max_private_guests),
  constraint services_columns_of_kind check (case kind
    when 'experience' then duration_hours is not null
      and num_nonnulls(transport_type_id, pickup_location, pickup_location_id, destination, destination_territory_id) = 0
    else transport_type_id is not null and pickup_location is not null and (transport_type_id = 'car' or duration_hours is not null)
      and num_nonnulls(min_private_guests, max_private_guests) = 2
      and num_nonnulls(guide_id, meeting_point, meeting_point_link, what_to_bring, featured_order) = 0
      and video_urls = '{}' and not cash_allowed and not featured end)
);
create index services_territory_idx on public.services (territory_id, kind, featured desc, featured_order, id);
create index services_guide_idx on public.services (guide_id) where guide_id is not null;
create index services_type_idx on public.services (transport_type_id) where transport_type_id is not null;
create index services_pickup_idx on public.services (pickup_location_id) where pickup_location_id is not null;
create index services_destination_idx on public.services (destination_territory_id) where destination_territory_id is not null;
create index services_to_idx on public.services (destination) where kind = 'transport' and visible and archived_at is null;
create index services_from_idx on public.services (pickup_location) where kind = 'transport' and visible and archived_at is null;
create index services_list_idx on public.services
  (territory_id, kind, (private.featured_rank(featured, featured_order)), (private.plain_words(title)) collate "C", id) where archived_at is null;
create index services_words_idx on public.services using gin ((array[territory_id]), (private.service_words(names))) where archived_at is null;
alter table public.services enable row level security;
grant select on public.services to anon;
grant select, delete on public.services to authenticated;
grant update (visible) on public.services to authenticated; -- the forms' functions write all other columns
grant all on public.services to service_role;

create policy services_select_anon on public.services for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy services_select on public.services for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (kind = 'transport' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or id = any ((select private.my_services())::uuid[])
    or (select private.is_admin()));
create policy services_update on public.services for update to authenticated
  using (archived_at is null and (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin())))
  with check (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy services_delete on public.services for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create trigger services_translations before insert or update on public.services
  for each row execute function private.keep_translations();

create trigger services_touch before update on public.services for each row execute function private.touch_updated_at();

create trigger services_texts before insert or update of description, meeting_point, what_to_bring, translations on public.services
  for each row execute function private.check_texts('description', 'meeting_point', 'what_to_bring');

create trigger services_lines before insert or update of title, destination, pickup_location on public.services
  for each row execute function private.check_lines('title', 'destination', 'pickup_location');

-- Checks that prices have two decimals, and that a new duration is in steps of half an hour. A stored duration may stay. Raises 400
-- 'invalid_shared_price', 'invalid_private_price' and 'duration_steps'.
create function private.check_service_numbers()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.shared_price <> round(new.shared_price, 2) then
    perform private.fail(400, 'invalid_shared_price', 'A price has at most two decimals', 'shared_price');
  elsif new.private_price <> round(new.private_price, 2) then
    perform private.fail(400, 'invalid_private_price', 'A price has at most two decimals', 'private_price');
  elsif not private.is_trusted_caller() and not private.is_half_hours(new.duration_hours)
    and (tg_op = 'INSERT' or new.duration_hours is distinct from old.duration_hours) then
    perform private.fail(400, 'duration_steps', 'Please enter the duration in hours or half hours, such as 2.5.', 'duration_hours');
  end if;
  new.shared_price := round(new.shared_price, 2);
  new.private_price := round(new.private_price, 2);
  new.duration_hours := round(new.duration_hours, 1);
  return new;
end $$;

create trigger services_numbers before insert or update of shared_price, private_price, duration_hours on public.services
  for each row execute function private.check_service_numbers();

-- Returns the title of a service in each language, in the format of private.names_in.
create function private.titles_of(p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select s.names -> 'title' from public.services s where s.id = p_service_id
$$;

create trigger territory_tags_translations before insert or update on public.territory_tags
  for each row execute function private.keep_translations();

create trigger territory_tags_touch before update on public.territory_tags for each row execute function private.touch_updated_at();

-- Refuses a tag without a name, or with one that is too long, at its field.
create function private.check_tag()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(length(private.trimmed(new.name)), 0) not between 1 and 60 then
    perform private.invalid('A tag has 1 to 60 characters', 'name');
  end if;
  return new;
end $$;

create trigger territory_tags_check before insert or update of name on public.territory_tags
  for each row execute function private.check_tag();

create trigger territory_tags_lines before insert or update of name on public.territory_tags
  for each row execute function private.check_lines('name');

-- Returns the meeting place, which is the experience's own or otherwise its territory's. Text and map link come from the same place. Emails,
-- calendars and dashboards read it here. Public pages and tickets load both rows anyway, also from their prerendered HTML, and choose in the browser
-- (src/features/catalogue/experiences/meeting-place.ts), so change the rule in both. p_language is the reader's, and null gives the original.
create function private.meeting_place(e public.services, p_language text default null)
returns table (place text, link text) language sql stable set search_path = '' as $$
  select coalesce(own.place, case when own.link is null
      then nullif(btrim(private.translated(t.meeting_point, t.translations, 'meeting_point', p_language)), '') end),
    coalesce(own.link, case when own.place is null then nullif(t.meeting_point_link, '') end)
  from (select nullif(btrim(private.translated(e.meeting_point, e.translations, 'meeting_point', p_language)), '') as place,
               nullif(e.meeting_point_link, '') as link) own
  join public.territories t on t.id = e.territory_id
$$;

-- Returns whether the caller edits a service: those who run its territory, and shuttle managers for shuttles.
create function private.runs_service(service_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.services s
    where s.id = runs_service.service_id and (private.runs_territory(s.territory_id)
      or (s.transport_type_id = 'shuttle' and coalesce(s.territory_id = any (private.my_territories('shuttle')), false)))
  )
$$;

-- Tags and the ranking of guides are visible with their experience (the inner select follows the policies of services), and are written with its
-- form.
create table public.experience_tags (
  experience_id uuid not null references public.services (id) on delete cascade,
  tag_id uuid not null references public.territory_tags (id) on delete cascade,
  primary key (experience_id, tag_id)
);
create index experience_tags_tag_idx on public.experience_tags (tag_id);
alter table public.experience_tags enable row level security;
grant select on public.experience_tags to anon, authenticated;
grant all on public.experience_tags to service_role;

create policy experience_tags_select on public.experience_tags for select to anon, authenticated
  using (exists (select 1 from public.services e where e.id = experience_id));

create table public.experience_guide_rankings (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.services (id) on delete cascade,
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint experience_guide_rankings_card_fkey references public.profile_cards (id) on delete cascade,
  rank int not null check (rank > 0),
  unique (experience_id, guide_id),
  unique (experience_id, rank) deferrable initially deferred
);
create index experience_guide_rankings_guide_idx on public.experience_guide_rankings (guide_id);
alter table public.experience_guide_rankings enable row level security;
grant select on public.experience_guide_rankings to authenticated;
grant all on public.experience_guide_rankings to service_role;

-- Only the territory's team reads the ranking of guides. Guides see their own positions.
create policy experience_guide_rankings_select on public.experience_guide_rankings for select to authenticated
  using (guide_id = (select private.live_user())
    or exists (select 1 from public.services e where e.id = experience_id
      and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));

-- Raises 403 'forbidden' if a row is moved to another territory. A grant can't prevent this, because upserts have to include these columns.
create function private.refuse_move()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  return null;
end $$;

-- Archives a service that has departures instead of deleting it, because holds, bookings and payments refer to them. This applies to every caller.
-- The row stays, hidden and with archived_at.
create function private.archive_service()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.departures d where d.service_id = old.id) then
    update public.services set archived_at = coalesce(archived_at, now()), visible = false, featured = false where id = old.id;
    return null;
  end if;
  return old;
end $$;

create trigger services_archive before delete on public.services
  for each row execute function private.archive_service();

-- Checks that a person assigned to a service has the role in its territory. Only changed values are checked, so that an experience whose guide has
-- left can still be edited.
create function private.check_experience_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.guide_id is not null and not private.is_trusted_caller()
     and not private.user_has_role(new.guide_id, 'tour_guide', new.territory_id) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide isn''t part of this region');
  end if;
  return new;
end $$;

create trigger services_guide_check_insert before insert on public.services
  for each row when (new.guide_id is not null) execute function private.check_experience_guide();

create trigger services_guide_check_update before update of guide_id on public.services
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.check_experience_guide();

-- Returns whether an experience has a guide with the role in the territory, its own or a ranked one.
create function private.has_guide(e public.services)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.role = 'tour_guide' and g.territory_id = e.territory_id and (g.user_id = e.guide_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = g.user_id)))
$$;

-- Keeps a draft hidden, which is an experience without a possible guide, because hidden services aren't sold. One whose guides have left stays
-- visible, so that guides can't take a page down by leaving. But its last guide can't be removed, and once hidden it needs a guide again. Raises 409
-- 'guide_needed'.
create function private.keep_draft_hidden()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The policy refuses other callers afterwards.
  if private.runs_territory(new.territory_id) and not private.has_guide(new) then
    perform private.fail(409, 'guide_needed', 'A guide has to accept this experience before visitors can see it. Choose one under “Guides”.');
  end if;
  return new;
end $$;

create trigger services_visible_insert before insert on public.services
  for each row when (new.visible and new.kind = 'experience') execute function private.keep_draft_hidden();

-- When a guide's account is deleted, the foreign key clears this column one trigger level down.
create trigger services_visible_update before update of visible, guide_id on public.services
  for each row when (new.visible and new.kind = 'experience' and (not old.visible or (new.guide_id is null and old.guide_id is not null and pg_trigger_depth() = 0)))
  execute function private.keep_draft_hidden();

create function private.check_ranked_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.guide_id, 'tour_guide',
       (select e.territory_id from public.services e where e.id = new.experience_id and e.kind = 'experience')) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide isn''t part of this region', 'guides');
  end if;
  return new;
end $$;

create trigger experience_guide_rankings_check before insert or update of guide_id, experience_id
  on public.experience_guide_rankings for each row execute function private.check_ranked_guide();

-- Checks that tags and pickup locations belong to the service's territory, for any writer.
create function private.check_experience_tag()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.services e join public.territory_tags t on t.territory_id = e.territory_id
    where e.id = new.experience_id and e.kind = 'experience' and t.id = new.tag_id
  ) then
    perform private.fail(400, 'tag_not_in_territory', 'This tag doesn''t belong to this region', 'tags');
  end if;
  return new;
end $$;

create trigger experience_tags_check before insert or update on public.experience_tags
  for each row execute function private.check_experience_tag();
