-- Pickup locations and transport types. Everyone reads those of open territories, and staff write those of their own territory.

create table public.transport_types (
  id text primary key check (id in ('boat', 'shuttle', 'car')),
  name text not null
);
alter table public.transport_types enable row level security;
grant select on public.transport_types to anon, authenticated;
grant all on public.transport_types to service_role;

insert into public.transport_types (id, name) values ('boat', 'Boat'), ('shuttle', 'Shuttle'), ('car', 'Car');

create policy transport_types_select on public.transport_types for select to anon, authenticated using (true);

-- Returns the search words of a pickup location, for an index.
create function private.pickup_words(p_name text, p_directions text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_name || ' ' || coalesce(p_directions, ''))
$$;
grant execute on function private.pickup_words(text, text) to authenticated, service_role;

create table public.pickup_locations (
  id text primary key default 'pu_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 7),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(private.trimmed(name)) between 1 and 160),
  directions text check (length(directions) <= 2000),
  map_link text check (private.is_web_link(map_link) and length(map_link) <= 2000),
  language text not null default 'en' check (private.is_language(language)), -- the language of its texts
  translations jsonb not null default '{}'
    constraint pickup_locations_translations_check check (private.are_translations(translations, language, '{"name": 160}', '{"directions": 2000}')),
  updated_at timestamptz not null default now()
);
create unique index pickup_locations_name_idx on public.pickup_locations (territory_id, lower(btrim(name)));
create index pickup_locations_list_idx on public.pickup_locations (territory_id, (private.plain_words(name)) collate "C", id);
create index pickup_locations_words_idx on public.pickup_locations
  using gin ((array[territory_id]), (private.pickup_words(name, directions)));
alter table public.pickup_locations enable row level security;
grant select on public.pickup_locations to anon;
grant select, delete on public.pickup_locations to authenticated;
grant insert (id, territory_id, name, directions, map_link, language, translations) on public.pickup_locations to authenticated;
grant update (name, directions, map_link, language, translations) on public.pickup_locations to authenticated;
grant all on public.pickup_locations to service_role;

create trigger pickup_locations_touch before update on public.pickup_locations for each row execute function private.touch_updated_at();

create policy pickup_locations_select_anon on public.pickup_locations for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy pickup_locations_select on public.pickup_locations for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
create policy pickup_locations_insert on public.pickup_locations for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_update on public.pickup_locations for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_delete on public.pickup_locations for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create trigger pickup_locations_translations before insert or update on public.pickup_locations
  for each row execute function private.keep_translations();

create trigger pickup_locations_texts before insert or update of directions, translations on public.pickup_locations
  for each row execute function private.check_texts('directions');

create trigger pickup_locations_lines before insert or update of name on public.pickup_locations
  for each row execute function private.check_lines('name');

-- Returns the name of a pickup location in a language, or null without a translation.
create function private.pickup_name(p public.pickup_locations, p_language text)
returns text language sql immutable set search_path = '' as $$
  select case when p.language = p_language then p.name else p.translations #>> array[p_language, 'name'] end
$$;
