-- What can be booked: experiences with timeslots, transport services, and what describes them.

create table public.territory_tags (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60)
);
create unique index territory_tags_name_idx on public.territory_tags (territory_id, lower(btrim(name)));

create table public.experiences (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null,
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}',
  video_urls text[] not null default '{}',
  duration numeric(5, 1) not null check (duration > 0), -- hours
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric(12, 2) check (shared_price > 0), -- per person
  private_price numeric(12, 2) check (private_price > 0), -- whole group
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of a departure
  min_private_guests int check (min_private_guests > 0),
  max_private_guests int check (max_private_guests > 0),
  passport_required boolean not null default false,
  cash_allowed boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  meeting_point text check (length(meeting_point) <= 500),
  meeting_point_link text check (meeting_point_link ~ '^https://' and length(meeting_point_link) <= 2000),
  featured boolean not null default false,
  featured_order int,
  visible boolean not null default true,
  -- Kept by the trigger on reviews.
  rating_average numeric(3, 2),
  rating_count int not null default 0,
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

create table public.experience_tags (
  experience_id uuid not null references public.experiences (id) on delete cascade,
  tag_id uuid not null references public.territory_tags (id) on delete cascade,
  primary key (experience_id, tag_id)
);
create index experience_tags_tag_idx on public.experience_tags (tag_id);

create table public.experience_guide_rankings (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  guide_id uuid not null references public.profiles (id) on delete cascade,
  rank int not null check (rank > 0),
  unique (experience_id, guide_id),
  unique (experience_id, rank) deferrable initially deferred
);
create index experience_guide_rankings_guide_idx on public.experience_guide_rankings (guide_id);

create table public.experience_timeslots (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of an occurrence
  archived_at timestamptz, -- a slot with bookings is archived, not deleted
  created_at timestamptz not null default now(),
  check (available_spots <= max_spots)
);
create index experience_timeslots_experience_idx on public.experience_timeslots (experience_id, start_time);

create table public.guide_timeslot_responses (
  guide_id uuid not null references public.profiles (id) on delete cascade,
  timeslot_id uuid not null references public.experience_timeslots (id) on delete cascade,
  response text not null check (response in ('accepted', 'declined')),
  updated_at timestamptz not null default now(),
  primary key (guide_id, timeslot_id)
);
create index guide_timeslot_responses_timeslot_idx on public.guide_timeslot_responses (timeslot_id);

create table public.transport_types (
  id text primary key check (id in ('boat', 'shuttle', 'car')),
  name text not null
);
insert into public.transport_types (id, name) values ('boat', 'Boat'), ('shuttle', 'Shuttle'), ('car', 'Car');

create table public.pickup_locations (
  id text primary key default 'pu_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 7),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 160),
  directions text check (length(directions) <= 2000),
  map_link text check (map_link ~ '^https?://' and length(map_link) <= 2000)
);
create unique index pickup_locations_name_idx on public.pickup_locations (territory_id, lower(btrim(name)));

create table public.territory_transports (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  transport_type_id text not null references public.transport_types (id),
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}',
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric(12, 2) check (shared_price > 0),
  private_price numeric(12, 2) check (private_price > 0),
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null default 10 check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null default 10 check (available_spots >= 0),
  min_private_guests int not null default 1 check (min_private_guests > 0),
  max_private_guests int not null default 1 check (max_private_guests > 0),
  pickup_location text not null, -- a name, as the spec has it; pickup_location_id is the reference
  pickup_location_id text references public.pickup_locations (id) on delete set null,
  destination text check (length(destination) <= 160),
  destination_territory_id text references public.territories (id),
  departure_time time,
  duration_hours numeric(5, 1) check (duration_hours > 0),
  passport_required boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  visible boolean not null default true,
  rating_average numeric(3, 2),
  rating_count int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (min_private_guests <= max_private_guests),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or private_price is not null),
  check (transport_type_id = 'car' or (departure_time is not null and duration_hours is not null))
);
create index territory_transports_territory_idx on public.territory_transports (territory_id);
create index territory_transports_type_idx on public.territory_transports (transport_type_id);
create index territory_transports_pickup_idx on public.territory_transports (pickup_location_id);
create index territory_transports_destination_idx on public.territory_transports (destination_territory_id);

create table public.shuttle_drivers (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, territory_id)
);
create index shuttle_drivers_territory_idx on public.shuttle_drivers (territory_id);

create table public.driver_schedules (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade,
  transport_id uuid not null references public.territory_transports (id) on delete cascade,
  day_of_week text not null check (day_of_week in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, transport_id, day_of_week)
);
create index driver_schedules_transport_idx on public.driver_schedules (transport_id);

create trigger experiences_touch before update on public.experiences for each row execute function private.touch_updated_at();
create trigger territory_transports_touch before update on public.territory_transports for each row execute function private.touch_updated_at();
