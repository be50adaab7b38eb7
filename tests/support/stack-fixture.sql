-- Tables and functions that the stack suite requests through the API: every column type and every way to fail.
create table public.fixture_regions (id int primary key, name text not null);
create table public.fixture_trips (
  id int primary key,
  region_id int not null references public.fixture_regions,
  title text not null,
  price numeric(12,2) not null check (price >= 0),
  departs_at timestamptz not null,
  service_date date not null,
  start_time time not null,
  tags text[] not null default '{}',
  extras jsonb,
  owner_id uuid
);
alter table public.fixture_regions enable row level security;
alter table public.fixture_trips enable row level security;
grant select on public.fixture_regions, public.fixture_trips to anon, authenticated;
grant insert (id, region_id, title, price, departs_at, service_date, start_time, owner_id), update (title), delete
  on public.fixture_trips to authenticated;
create policy read_regions on public.fixture_regions for select to anon, authenticated using (true);
create policy read_trips on public.fixture_trips for select to anon, authenticated using (owner_id is null or owner_id = (select auth.uid()));
create policy add_trips on public.fixture_trips for insert to authenticated with check (owner_id = (select auth.uid()));
create policy change_trips on public.fixture_trips for update to authenticated using (owner_id = (select auth.uid()));
create policy drop_trips on public.fixture_trips for delete to authenticated using (owner_id = (select auth.uid()));

insert into public.fixture_regions values (1, 'Río Dulce'), (2, 'Antigua'), (3, 'Petén');
insert into public.fixture_trips
select n, 1 + n % 3, 'Trip ' || lpad(n::text, 4, '0'), n + 0.50, timestamptz '2026-01-01 12:00:00+00' + n * interval '1 hour',
  date '2026-01-01' + n % 30, time '08:00', array['t' || n % 5], jsonb_build_object('n', n), null
from generate_series(1, 1200) n;

create function public.fixture_fail(p_kind text) returns int language plpgsql as $$
begin
  case p_kind
    when 'plain' then raise exception 'plain failure' using hint = 'plain_hint', detail = 'plain detail';
    when 'sold_out' then raise exception using errcode = 'PT409', message = 'Sold out', hint = 'sold_out';
    when 'division' then perform 1 / 0;
    when 'slow' then perform set_config('statement_timeout', '50', true);
    else return 42;
  end case;
  return 0;
end $$;
create function public.fixture_whoami() returns jsonb language sql stable as $$
  select jsonb_build_object('uid', auth.uid(), 'role', current_user, 'claim_role', auth.role(), 'email', auth.jwt() ->> 'email')
$$;
create function public.fixture_trips_of(p_region int) returns setof public.fixture_trips language sql stable as $$
  select * from public.fixture_trips where region_id = p_region
$$;
create function public.fixture_private() returns int language sql as 'select 1';
revoke execute on function public.fixture_private() from public, anon, authenticated;
grant execute on function public.fixture_fail(text), public.fixture_whoami(), public.fixture_trips_of(int)
  to anon, authenticated, service_role;
