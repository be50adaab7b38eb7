-- Experiences with their tags, timeslots and ranked guides: the tables, who reads and writes them, and the rules that no policy
-- can say. Everyone reads what is visible, not archived and in an open territory; staff read and write their own territory's;
-- admins everything. A row never crosses into a territory that its writer does not run, and what has been sold is archived, not deleted.

create table public.territory_tags (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  language text not null default 'en' check (private.is_language(language)), -- of its texts
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

-- Tags.
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

-- The sort position of an experience: its rank among the featured ones, or after them.
create function private.featured_rank(p_featured boolean, p_featured_order int)
returns int language sql immutable parallel safe set search_path = '' as $$
  select case when p_featured then coalesce(p_featured_order, 0) else 2147483647 end
$$;
grant execute on function private.featured_rank(boolean, int) to authenticated, service_role;

create table public.experiences (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null
    constraint experiences_guide_card_fkey references public.profile_cards (id) on delete set null,
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  video_urls text[] not null default '{}' check (private.are_own_files(video_urls)),
  duration numeric(5, 1) not null check (duration between 0.1 and 9999), -- hours
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric(12, 2) check (shared_price between 0.01 and 9999999), -- per person
  private_price numeric(12, 2) check (private_price between 0.01 and 9999999), -- whole group
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of a departure
  min_private_guests int check (min_private_guests > 0),
  max_private_guests int check (max_private_guests > 0),
  min_to_run int check (min_to_run between 1 and 1000), -- guests that a shared departure needs; null: any number
  decide_at time not null default '18:00', -- on the day before: then it is decided
  passport_required boolean not null default false,
  cash_allowed boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  meeting_point text check (length(meeting_point) <= 500),
  meeting_point_link text check (meeting_point_link ~ '^https://' and private.is_web_link(meeting_point_link) and length(meeting_point_link) <= 2000),
  what_to_bring text check (length(what_to_bring) <= 500),
  featured boolean not null default false,
  featured_order int,
  visible boolean not null default true,
  -- Kept by the trigger on reviews.
  rating_average numeric(3, 2) check (rating_average <> 'NaN'),
  rating_count int not null default 0,
  language text not null default 'en' check (private.is_language(language)), -- of its texts
  translations jsonb not null default '{}'
    constraint experiences_translations_check check (private.are_translations(translations, language, '{"title": 160}',
      '{"description": 10000, "meeting_point": 500, "what_to_bring": 500}')),
  names jsonb not null generated always as
    (private.names_in(language, translations, array['title', 'meeting_point'], array[title, meeting_point])) stored,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or (private_price is not null and min_private_guests is not null and max_private_guests is not null)),
  check (min_private_guests is null or max_private_guests is null or min_private_guests <= max_private_guests)
);
create index experiences_territory_idx on public.experiences (territory_id, featured desc, featured_order, id);
create index experiences_guide_idx on public.experiences (guide_id);
create index experiences_list_idx on public.experiences
  (territory_id, (private.featured_rank(featured, featured_order)), (private.plain_words(title)) collate "C", id) where archived_at is null;
create index experiences_words_idx on public.experiences using gin ((array[territory_id]), (private.search_words(private.every_name(names, 'title')))) where archived_at is null;
alter table public.experiences enable row level security;
grant select on public.experiences to anon;
grant select, delete on public.experiences to authenticated;
grant update (visible) on public.experiences to authenticated; -- all else is written by save_experience
grant all on public.experiences to service_role;

-- Experiences.
create policy experiences_select_anon on public.experiences for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy experiences_select on public.experiences for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or id = any ((select private.my_experiences())::uuid[])
    or (select private.is_admin()));
create policy experiences_update on public.experiences for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy experiences_delete on public.experiences for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create trigger experiences_translations before insert or update on public.experiences
  for each row execute function private.keep_translations();

create trigger experiences_touch before update on public.experiences for each row execute function private.touch_updated_at();

create trigger experiences_texts before insert or update of description, meeting_point, what_to_bring, translations on public.experiences
  for each row execute function private.check_texts('description', 'meeting_point', 'what_to_bring');

create trigger experiences_lines before insert or update of title on public.experiences
  for each row execute function private.check_lines('title');

create trigger territory_tags_translations before insert or update on public.territory_tags
  for each row execute function private.keep_translations();

create trigger territory_tags_touch before update on public.territory_tags for each row execute function private.touch_updated_at();

create trigger territory_tags_lines before insert or update of name on public.territory_tags
  for each row execute function private.check_lines('name');

-- The meeting place: the experience's own, otherwise its territory's. Text and map link are used together, never mixed. Emails, calendars and dashboards use
-- this function. Public pages and tickets read both rows, also from prerendered HTML, and choose in the browser
-- (src/features/catalogue/experiences/meeting-place.ts): change both. p_language: the reader's; null: the original.
create function private.meeting_place(e public.experiences, p_language text default null)
returns table (place text, link text) language sql stable set search_path = '' as $$
  select coalesce(own.place, case when own.link is null
      then nullif(btrim(private.translated(t.meeting_point, t.translations, 'meeting_point', p_language)), '') end),
    coalesce(own.link, case when own.place is null then nullif(t.meeting_point_link, '') end)
  from (select nullif(btrim(private.translated(e.meeting_point, e.translations, 'meeting_point', p_language)), '') as place,
               nullif(e.meeting_point_link, '') as link) own
  join public.territories t on t.id = e.territory_id
$$;

-- What hangs on an experience is visible with it (the inner select is under the policies of experiences) and is written by
-- those who run the experience's territory.
create function private.runs_experience(experience_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experiences e
    where e.id = runs_experience.experience_id and private.runs_territory(e.territory_id)
  )
$$;
grant execute on function private.runs_experience(uuid) to authenticated, service_role;

create table public.experience_tags (
  experience_id uuid not null references public.experiences (id) on delete cascade,
  tag_id uuid not null references public.territory_tags (id) on delete cascade,
  primary key (experience_id, tag_id)
);
create index experience_tags_tag_idx on public.experience_tags (tag_id);
alter table public.experience_tags enable row level security;
grant select on public.experience_tags to anon;
grant select, delete on public.experience_tags to authenticated;
grant insert (experience_id, tag_id) on public.experience_tags to authenticated;
grant all on public.experience_tags to service_role;

create policy experience_tags_select on public.experience_tags for select to anon, authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id));
create policy experience_tags_insert on public.experience_tags for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_tags_delete on public.experience_tags for delete to authenticated
  using (private.runs_experience(experience_id));

create table public.experience_timeslots (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  -- Postgres has a time 24:00, which no clock shows.
  start_time time not null check (start_time < '24:00'),
  end_time time not null check (end_time < '24:00'), -- not after start_time: on the next day
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of an occurrence
  archived_at timestamptz, -- a timeslot with bookings is archived, not deleted
  created_at timestamptz not null default now(),
  check (available_spots <= max_spots)
);
create index experience_timeslots_experience_idx on public.experience_timeslots (experience_id, start_time);
alter table public.experience_timeslots enable row level security;
grant select on public.experience_timeslots to anon;
grant select, delete on public.experience_timeslots to authenticated;
grant insert (id, experience_id, start_time, end_time, days_of_week, max_spots, available_spots
  ) on public.experience_timeslots to authenticated;
grant update (start_time, end_time, days_of_week, max_spots, available_spots) on public.experience_timeslots to authenticated;
grant all on public.experience_timeslots to service_role;

-- A slot ends at another hour than it starts, an earlier one being of the next day, and has not more spots than its experience: for every request of a person, whichever way it
-- comes. Raises 400 'invalid_input' and 'timeslot_maximum'.
create function private.check_timeslot()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_max int := (select e.max_spots from public.experiences e where e.id = new.experience_id);
begin
  if private.is_trusted_caller() then
    return new;
  elsif new.end_time = new.start_time then
    perform private.invalid('A time slot cannot end when it starts');
  elsif new.available_spots > v_max then
    perform private.fail(400, 'timeslot_maximum', format('A time slot has at most %s spots, as its experience', v_max));
  end if;
  return new;
end $$;

create trigger experience_timeslots_check before insert or update of start_time, end_time, max_spots, available_spots
  on public.experience_timeslots for each row execute function private.check_timeslot();

create policy experience_timeslots_select_anon on public.experience_timeslots for select to anon
  using (archived_at is null and exists (select 1 from public.experiences e where e.id = experience_id));
-- People with access to an experience also read its archived timeslots: a booking keeps its time.
create policy experience_timeslots_select on public.experience_timeslots for select to authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id
    and (experience_timeslots.archived_at is null
      or e.territory_id = any ((select private.my_territories('staff'))::text[])
      or e.id = any ((select private.my_experiences())::uuid[])
      or (select private.is_admin()))));
create policy experience_timeslots_insert on public.experience_timeslots for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_timeslots_update on public.experience_timeslots for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_timeslots_delete on public.experience_timeslots for delete to authenticated
  using (private.runs_experience(experience_id));

create table public.experience_guide_rankings (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint experience_guide_rankings_card_fkey references public.profile_cards (id) on delete cascade,
  rank int not null check (rank > 0),
  unique (experience_id, guide_id),
  unique (experience_id, rank) deferrable initially deferred
);
create index experience_guide_rankings_guide_idx on public.experience_guide_rankings (guide_id);
alter table public.experience_guide_rankings enable row level security;
grant select, delete on public.experience_guide_rankings to authenticated;
grant insert (experience_id, guide_id, rank) on public.experience_guide_rankings to authenticated;
grant update (rank) on public.experience_guide_rankings to authenticated;
grant all on public.experience_guide_rankings to service_role;

-- The ranking of guides is the territory's own business; a guide sees their own places.
create policy experience_guide_rankings_select on public.experience_guide_rankings for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experiences e where e.id = experience_id
      and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy experience_guide_rankings_insert on public.experience_guide_rankings for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_update on public.experience_guide_rankings for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_delete on public.experience_guide_rankings for delete to authenticated
  using (private.runs_experience(experience_id));

-- A guide answers for themselves, for timeslots of experiences that they lead or are ranked for.
create function private.guides_timeslot(timeslot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
    where s.id = guides_timeslot.timeslot_id and e.territory_id = any (private.my_territories('guide'))
      and (e.guide_id = (select auth.uid()) or exists (
        select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = (select auth.uid())))
  )
$$;
grant execute on function private.guides_timeslot(uuid) to authenticated, service_role;

create table public.guide_timeslot_responses (
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint guide_timeslot_responses_card_fkey references public.profile_cards (id) on delete cascade,
  timeslot_id uuid not null references public.experience_timeslots (id) on delete cascade,
  response text not null check (response in ('accepted', 'declined')),
  updated_at timestamptz not null default now(),
  primary key (guide_id, timeslot_id)
);
create index guide_timeslot_responses_timeslot_idx on public.guide_timeslot_responses (timeslot_id);
alter table public.guide_timeslot_responses enable row level security;
grant select on public.guide_timeslot_responses to authenticated;
grant insert (guide_id, timeslot_id, response) on public.guide_timeslot_responses to authenticated;
grant update (guide_id, timeslot_id, response) on public.guide_timeslot_responses to authenticated;
grant all on public.guide_timeslot_responses to service_role;

create policy guide_timeslot_responses_select on public.guide_timeslot_responses for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
      where s.id = timeslot_id and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy guide_timeslot_responses_insert on public.guide_timeslot_responses for insert to authenticated
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));
create policy guide_timeslot_responses_update on public.guide_timeslot_responses for update to authenticated
  using (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id))
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));

create trigger guide_timeslot_responses_touch before update on public.guide_timeslot_responses
  for each row execute function private.touch_updated_at();

-- Raises 403 'forbidden': the row belongs where it was made. For columns that an upsert has to name, so that the grant cannot leave them out.
create function private.refuse_move()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  return null;
end $$;

-- An answer for another slot is another answer: it decides who leads there, and is limited, where it is given (catalogue/guides.sql).
create trigger guide_timeslot_responses_stay before update of guide_id, timeslot_id on public.guide_timeslot_responses
  for each row when ((new.guide_id, new.timeslot_id) is distinct from (old.guide_id, old.timeslot_id))
  execute function private.refuse_move();

-- Delete means archive once there are departures: holds, bookings and money hang on those. It works the same for every caller:
-- the row stays, hidden and with archived_at.
create function private.archive_instead_of_delete()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'experiences' and exists (select 1 from public.departures d where d.experience_id = old.id) then
    update public.experiences set archived_at = coalesce(archived_at, now()), visible = false, featured = false where id = old.id;
    return null;
  elsif tg_table_name = 'territory_transports' and exists (select 1 from public.departures d where d.transport_id = old.id) then
    update public.territory_transports set archived_at = coalesce(archived_at, now()), visible = false where id = old.id;
    return null;
  elsif tg_table_name = 'experience_timeslots' and exists (select 1 from public.departures d where d.timeslot_id = old.id) then
    update public.experience_timeslots set archived_at = coalesce(archived_at, now()) where id = old.id;
    return null;
  end if;
  return old;
end $$;

create trigger experiences_archive before delete on public.experiences
  for each row execute function private.archive_instead_of_delete();

create trigger experience_timeslots_archive before delete on public.experience_timeslots
  for each row execute function private.archive_instead_of_delete();

-- A person who is put on a service must hold the role in its territory. Only what changes is checked, so that an experience
-- whose guide has left can still be edited.
create function private.check_experience_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.guide_id is not null and not private.is_trusted_caller()
     and not private.user_has_role(new.guide_id, 'tour_guide', new.territory_id) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experiences_guide_check_insert before insert on public.experiences
  for each row when (new.guide_id is not null) execute function private.check_experience_guide();

create trigger experiences_guide_check_update before update of guide_id on public.experiences
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.check_experience_guide();

-- Whether a person can lead it: its guide or one in its ranking, with the role in the territory.
create function private.has_guide(e public.experiences)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.role = 'tour_guide' and g.territory_id = e.territory_id and (g.user_id = e.guide_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = g.user_id)))
$$;

-- A draft is an experience that nobody can lead yet. It stays hidden, and what is hidden is not sold. One whose guides have left stays
-- as it was, so that nobody loses a page by leaving; nobody empties it, and once hidden it waits for a guide too. Raises 409
-- 'guide_needed'.
create function private.keep_draft_hidden()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Others are refused by the policy, which is checked afterwards.
  if private.runs_territory(new.territory_id) and not private.has_guide(new) then
    perform private.fail(409, 'guide_needed', 'A guide has to accept before visitors can see this. Choose one under “Who guides”.');
  end if;
  return new;
end $$;

create trigger experiences_visible_insert before insert on public.experiences
  for each row when (new.visible) execute function private.keep_draft_hidden();

-- A guide whose account ends leaves by the foreign key, one level down.
create trigger experiences_visible_update before update of visible, guide_id on public.experiences
  for each row when (new.visible and (not old.visible or (new.guide_id is null and old.guide_id is not null and pg_trigger_depth() = 0)))
  execute function private.keep_draft_hidden();

create function private.check_ranked_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.guide_id, 'tour_guide',
       (select e.territory_id from public.experiences e where e.id = new.experience_id)) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experience_guide_rankings_check before insert or update of guide_id, experience_id
  on public.experience_guide_rankings for each row execute function private.check_ranked_guide();

-- Tags and pickup locations must belong to the service's territory, for any writer.
create function private.check_experience_tag()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.experiences e join public.territory_tags t on t.territory_id = e.territory_id
    where e.id = new.experience_id and t.id = new.tag_id
  ) then
    perform private.fail(400, 'tag_not_in_territory', 'This tag does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experience_tags_check before insert or update on public.experience_tags
  for each row execute function private.check_experience_tag();
