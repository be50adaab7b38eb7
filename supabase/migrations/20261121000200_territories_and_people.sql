-- Territories, the people in them, their roles, and the trail of who changed what.

create table public.territories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 80),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 10000),
  summary text check (length(summary) <= 200),
  country text not null default 'GT' check (country ~ '^[A-Z]{2}$'),
  visible boolean not null default true,
  featured boolean not null default false,
  currency_code text not null default 'GTQ' references public.currencies (code),
  currency_symbol text not null default 'Q' check (length(currency_symbol) between 1 and 4),
  time_zone text not null default 'America/Guatemala',
  image_urls text[] not null default '{}',
  video_urls text[] not null default '{}',
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index territories_currency_code_idx on public.territories (currency_code);
create index territories_name_idx on public.territories (name);

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text not null default '' check (length(full_name) <= 120),
  avatar_url text check (length(avatar_url) <= 2000),
  -- Mirror of private.role_grants, kept by a trigger; never written directly, never read by a policy.
  roles text[] not null default '{tourist}',
  country text check (country ~ '^[A-Z]{2}$'),
  bio text check (length(bio) <= 2000),
  territory_id text references public.territories (id),
  business_name text check (length(business_name) <= 160),
  commission_level numeric(4, 1) not null default 10 check (commission_level between 0 and 100),
  hotel_name text check (length(hotel_name) <= 160),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_territory_id_idx on public.profiles (territory_id);
create index profiles_email_idx on public.profiles (lower(email));

create table private.role_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver', 'tourist')),
  territory_id text references public.territories (id),
  granted_by uuid references public.profiles (id) on delete set null,
  -- Dropped by its holder, who may take it up again; distinct from revoked, which only a grantor can undo.
  dropped_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index role_grants_one_live_idx on private.role_grants (user_id, role, coalesce(territory_id, '')) where revoked_at is null;
create index role_grants_territory_idx on private.role_grants (territory_id, role) where revoked_at is null and dropped_at is null;
create index role_grants_granted_by_idx on private.role_grants (granted_by);

-- A request for a role that one has not been granted; managers and admins see it in their queue.
create table public.role_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null,
  territory_id text references public.territories (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index role_requests_one_pending_idx on public.role_requests (user_id, role) where status = 'pending';
create index role_requests_territory_idx on public.role_requests (territory_id, status);
create index role_requests_decided_by_idx on public.role_requests (decided_by);

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- sha-256 of the code that the e-mail carries; the code itself is never stored.
  code_hash text not null unique,
  email text not null check (email = lower(email)),
  full_name text not null default '',
  roles text[] not null,
  territory_id text references public.territories (id) on delete cascade,
  business_name text,
  commission_level numeric(4, 1) check (commission_level between 0 and 100),
  invited_by uuid references public.profiles (id) on delete set null,
  expires_at timestamptz not null default now() + interval '14 days',
  redeemed_by uuid references public.profiles (id) on delete set null,
  redeemed_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create index invites_email_idx on public.invites (email);
create index invites_territory_idx on public.invites (territory_id);
create index invites_invited_by_idx on public.invites (invited_by);
create index invites_redeemed_by_idx on public.invites (redeemed_by);

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  territory_id text,
  subject_table text not null,
  subject_id text not null,
  detail jsonb not null default '{}'
);
create index audit_log_territory_idx on public.audit_log (territory_id, id desc);
create index audit_log_subject_idx on public.audit_log (subject_table, subject_id);

create trigger territories_touch before update on public.territories for each row execute function private.touch_updated_at();
create trigger profiles_touch before update on public.profiles for each row execute function private.touch_updated_at();
