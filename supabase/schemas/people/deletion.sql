-- Deleting an account: what blocks it, and the steps, called in order by the edge function delete-account; each may be repeated: record_deletion_attempt → (the
-- password is checked) → prepare_account_deletion → (PaymentIntents are cancelled at Stripe) → erase_account → (files of account_files are deleted, then the
-- user of the auth service) → finish_account_deletion. erase_account is one transaction and can't be undone: afterwards, a repeated call or the reconciler
-- finds the row in account_deletions and continues.

-- Deletions in progress, and the password attempts for them. There is no foreign key, because the row finishes an interrupted deletion after the data
-- is gone. It is deleted at the end.
create table private.account_deletions (
  user_id uuid primary key,
  attempts int not null default 0,
  first_attempt_at timestamptz not null default now(),
  erased_at timestamptz -- when the data was deleted, while files and the auth service's user may still be there
);
create index account_deletions_erased_idx on private.account_deletions (erased_at) where erased_at is not null;
alter table private.account_deletions enable row level security;

-- Returns the future bookings of a tourist or a guide: active, without arrivals, and the day isn't over in their territory.
create function private.bookings_ahead(p_user_id uuid)
returns table (kind text, id uuid, tourist_id uuid, guide_id uuid, title text, titles jsonb, booking_date date)
language sql stable security definer set search_path = '' as $$
  select f.kind, f.id, f.tourist_id, f.guide_id, f.title, f.titles, f.booking_date
  from private.booking_facts f join public.territories t on t.id = f.territory_id
  where (f.tourist_id = p_user_id or f.guide_id = p_user_id) and private.is_live(f.status) and f.check_in_status = 'pending'
    and f.booking_date >= coalesce(private.local_time(t.time_zone), now() at time zone 'UTC')::date
$$;

-- Returns the territories that have no other manager.
create function private.solely_managed(p_user_id uuid)
returns table (name text, names jsonb) language sql stable security definer set search_path = '' as $$
  select t.name, t.names -> 'name' from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = p_user_id and g.role = 'territory_manager'
    and t.archived_at is null and not exists (
      select 1 from private.live_grants o
      where o.territory_id = g.territory_id and o.role = 'territory_manager' and o.user_id <> p_user_id)
  order by t.name
$$;

-- Returns commissions that a partner earned and that aren't paid, because they can't be paid once the account is deleted.
create function private.unpaid_commissions(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('currency_code', x.currency_code, 'symbol', x.symbol, 'amount', x.amount) order by x.currency_code), '[]')
  from (select c.currency_code, k.symbol, sum(c.amount) as amount
        from public.commissions c join public.currencies k on k.code = c.currency_code
        where c.partner_id = p_user_id and c.status = 'pending' and c.amount > 0 group by c.currency_code, k.symbol) x
$$;

-- Returns what blocks a deletion: [{code, total, items: [{title, titles?, date?, kind?, id?}]}], where items are the first 20. code is open_bookings,
-- guided_bookings, sole_manager or last_admin.
create function private.deletion_blockers(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with found as (
    select 1 as place, 'open_bookings' as code, b.booking_date, b.title,
           jsonb_build_object('title', b.title, 'titles', b.titles, 'date', b.booking_date, 'kind', b.kind, 'id', b.id) as item
      from private.bookings_ahead(p_user_id) b where b.tourist_id = p_user_id
    union all
    select 2, 'guided_bookings', b.booking_date, b.title, jsonb_build_object('title', b.title, 'titles', b.titles, 'date', b.booking_date)
      from private.bookings_ahead(p_user_id) b where b.guide_id = p_user_id and b.tourist_id is distinct from p_user_id
    union all
    select 3, 'sole_manager', null, m.name, jsonb_build_object('title', m.name, 'titles', m.names) from private.solely_managed(p_user_id) m
    union all
    select 4, 'last_admin', null, null, null where private.user_has_role(p_user_id, 'admin') and not exists (
      select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_user_id)),
  counted as (
    select f.*, row_number() over (partition by f.code order by f.booking_date, f.title) as n from found f),
  grouped as (
    select place, code, count(*) as total,
      coalesce(jsonb_agg(item order by n) filter (where item is not null and n <= 20), '[]') as items
    from counted group by place, code)
  select coalesce(jsonb_agg(jsonb_build_object('code', code, 'total', total, 'items', items) order by place), '[]') from grouped
$$;

-- Returns what must be settled first and what would be lost, for the account page.
create function public.account_deletion_terms()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object('blockers', private.deletion_blockers(caller), 'unpaid_commissions', private.unpaid_commissions(caller));
end $$;

create function private.on_user_deleted()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.leave_waitlists(old.id);
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = old.id and h.state = 'held';
  perform private.erase_person(old.id);
  return old;
end $$;

create trigger on_auth_user_deleted before delete on auth.users
  for each row execute function private.on_user_deleted();

-- Allows a few wrong passwords per 15 minutes, because a stolen session must not be enough to guess one. Raises 429 'too_many_attempts'.
create function service.record_deletion_attempt(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  tried int;
begin
  insert into private.account_deletions as d (user_id, attempts) values (p_user_id, 1)
  on conflict (user_id) do update set
    attempts = case when d.first_attempt_at < now() - interval '15 minutes' then 1 else d.attempts + 1 end,
    first_attempt_at = case when d.first_attempt_at < now() - interval '15 minutes' then now() else d.first_attempt_at end
  returning attempts into tried;
  if tried > private.limit_value('account_deletion.password') then
    perform private.fail(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes and try again.');
  end if;
end $$;

-- Raises 409 'account_blocked' while something blocks the deletion.
create function private.refuse_blocked(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.deletion_blockers(p_user_id) <> '[]' then
    perform private.fail(409, 'account_blocked', 'You need to take care of a few things before you can delete your account.');
  end if;
end $$;

-- Releases held seats, and returns the PaymentIntents that must be cancelled at Stripe first. Raises 409 'account_blocked'. Locks the user, then the
-- payment, hold and departure of each hold.
create function service.prepare_account_deletion(p_user_id uuid)
returns text[] language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(p_user_id);
  perform private.refuse_blocked(p_user_id);
  perform private.leave_waitlists(p_user_id);
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = p_user_id and h.state = 'held';
  return array(
    select p.payment_intent_id from private.holds h join private.charges p on p.hold_id = h.id
    where h.user_id = p_user_id and h.state = 'held' and p.payment_intent_id is not null);
end $$;

-- Erases a person and queues the last email. Returns whether there was anything to erase. Raises 409 'account_blocked' and 'payment_in_progress'.
-- Locks the user, then departing managers and admins, then the profile.
create function service.erase_account(p_user_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.lock_user(p_user_id);
  -- Two managers or two admins who leave at the same time wait for each other here, so that the second finds that they are the last.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
  select * into person from public.profiles p where p.id = p_user_id for update;
  if person.id is not null then
    perform private.refuse_blocked(p_user_id);
    if exists (select 1 from private.holds h where h.user_id = p_user_id and h.state = 'held') then
      perform private.fail(409, 'payment_in_progress', 'We''re still processing your payment. Please try again in a few minutes.');
    end if;
    perform private.erase_person(p_user_id);
    if person.email <> '' then
      insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('email:account_deleted:' || gen_random_uuid(), 'email', 'account_deleted', person.email,
        jsonb_build_object('full_name', person.full_name, 'language', person.language));
    end if;
  end if;
  insert into private.account_deletions as d (user_id, erased_at) values (p_user_id, now())
  on conflict (user_id) do update set erased_at = coalesce(d.erased_at, excluded.erased_at);
  return person.id is not null;
end $$;

-- Deletes the confirmation email, the only row that still has the address, once it is sent or given up.
create function private.delete_farewell_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox where id = new.id;
  return null;
end $$;

create trigger outbox_delete_farewell after update of state on private.outbox
  for each row when (new.template = 'account_deleted' and new.state in ('sent', 'dead', 'discarded'))
  execute function private.delete_farewell_mail();

-- Returns the person's own files: picture, passports, submissions. Pictures of a territory's services belong to the territory.
create function service.account_files(p_user_id uuid, p_limit int default 500)
returns table (bucket text, name text) language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o
  where (o.bucket_id = 'passports' and o.name like p_user_id || '/%')
     or (o.bucket_id = 'images' and o.name like 'avatars/' || p_user_id || '/%')
     or (o.bucket_id = 'media' and o.name like 'user-submissions/' || p_user_id || '/%')
  limit p_limit
$$;

-- Deletes the auth service's own log of the address, which contains it in each sign-in and in the deletion.
create function service.finish_account_deletion(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  begin
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = p_user_id::text or e.payload -> 'traits' ->> 'user_id' = p_user_id::text;
  exception when insufficient_privilege or undefined_table then
    raise warning 'The log of the auth service still knows %', p_user_id;
  end;
  delete from private.account_deletions where user_id = p_user_id;
  perform service.clear_trouble('account_deletion', p_user_id::text);
end $$;

-- Deletes the rows of interrupted deletions and unsuccessful attempts.
create function service.unfinished_account_deletions(p_limit int default 20)
returns uuid[] language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_deletions d where d.erased_at is null and d.first_attempt_at < now() - interval '1 day';
  return array(
    select d.user_id from private.account_deletions d
     where d.erased_at < now() - interval '1 minute' and private.is_due('account_deletion', d.user_id::text) order by d.erased_at limit p_limit);
end $$;
