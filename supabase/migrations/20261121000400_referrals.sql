-- Hotel partners: their links, who registered through them.

create table public.referral_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  code text not null unique check (code ~ '^[A-Z0-9]{6}$'),
  active boolean not null default true,
  visits int not null default 0,
  created_at timestamptz not null default now()
);
create index referral_links_user_idx on public.referral_links (user_id);

-- A user is registered to one link at the most: the first one wins.
create table public.referral_registrations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references public.profiles (id) on delete cascade,
  referral_link_id uuid not null references public.referral_links (id) on delete cascade,
  registered_at timestamptz not null default now()
);
create index referral_registrations_link_idx on public.referral_registrations (referral_link_id);
