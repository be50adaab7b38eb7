-- The message board, conversations, notifications, reviews, submissions and contact.

create table public.territory_messages (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  parent_id uuid references public.territory_messages (id) on delete cascade,
  message text not null check (length(btrim(message)) between 1 and 4000),
  hidden_at timestamptz,
  hidden_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index territory_messages_top_idx on public.territory_messages (territory_id, created_at desc, id) where parent_id is null;
create index territory_messages_parent_idx on public.territory_messages (parent_id, created_at, id);
create index territory_messages_user_idx on public.territory_messages (user_id, created_at desc);
create index territory_messages_hidden_by_idx on public.territory_messages (hidden_by) where hidden_by is not null;

create table public.territory_followers (
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (territory_id, user_id)
);
create index territory_followers_user_idx on public.territory_followers (user_id);

create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.territory_messages (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text check (length(reason) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'upheld', 'dismissed')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (message_id, reporter_id)
);
create index message_reports_territory_idx on public.message_reports (territory_id, status, created_at desc);
create index message_reports_reporter_idx on public.message_reports (reporter_id);
create index message_reports_reviewed_by_idx on public.message_reports (reviewed_by);

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  experience_id uuid references public.experiences (id) on delete cascade,
  transport_id uuid references public.territory_transports (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  rating int not null check (rating between 1 and 5),
  text text check (length(text) <= 4000),
  photo_urls text[] not null default '{}' check (cardinality(photo_urls) <= 8),
  reply text check (length(reply) <= 4000),
  replied_by uuid references public.profiles (id) on delete set null,
  replied_at timestamptz,
  hidden_at timestamptz,
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1),
  check (num_nonnulls(experience_id, transport_id) = 1)
);
create index reviews_experience_idx on public.reviews (experience_id, created_at desc, id);
create index reviews_transport_idx on public.reviews (transport_id, created_at desc, id);
create index reviews_territory_idx on public.reviews (territory_id, created_at desc);
create index reviews_author_idx on public.reviews (author_id);
create index reviews_replied_by_idx on public.reviews (replied_by);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  sender_id uuid references public.profiles (id) on delete set null,
  message text not null check (length(btrim(message)) between 1 and 4000),
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index messages_booking_idx on public.messages (booking_id, created_at desc, id);
create index messages_transport_booking_idx on public.messages (transport_booking_id, created_at desc, id);
create index messages_sender_idx on public.messages (sender_id);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'general',
  title text not null,
  message text not null,
  read boolean not null default false,
  territory_id text references public.territories (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index notifications_user_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_territory_idx on public.notifications (territory_id);
create index notifications_booking_idx on public.notifications (booking_id);
create index notifications_transport_booking_idx on public.notifications (transport_booking_id);

create table public.user_submissions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  territory_id text references public.territories (id) on delete set null,
  media_urls text[] not null check (cardinality(media_urls) between 1 and 20),
  media_types text[] not null check (media_types <@ '{image,video}'::text[]),
  comment text not null check (length(btrim(comment)) between 1 and 4000),
  location text not null check (length(btrim(location)) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  check (cardinality(media_urls) = cardinality(media_types))
);
create index user_submissions_user_idx on public.user_submissions (user_id);
create index user_submissions_territory_idx on public.user_submissions (territory_id, status, created_at desc);
create index user_submissions_reviewed_by_idx on public.user_submissions (reviewed_by);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null,
  subject text check (length(subject) <= 200),
  message text not null check (length(btrim(message)) between 1 and 4000),
  status text not null default 'pending' check (status in ('pending', 'done')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_user_idx on public.contact_messages (user_id);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_reviewed_by_idx on public.contact_messages (reviewed_by);

-- The native form of /regional-partner, for those without the external one.
create table public.partner_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')),
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
  phone text check (length(phone) <= 40),
  territory_id text references public.territories (id) on delete set null,
  message text check (length(message) <= 4000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index partner_applications_territory_idx on public.partner_applications (territory_id, status, created_at desc);
create index partner_applications_user_idx on public.partner_applications (user_id);
create index partner_applications_reviewed_by_idx on public.partner_applications (reviewed_by);
