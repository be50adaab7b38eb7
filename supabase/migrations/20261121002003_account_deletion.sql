-- The steps of a deletion, called one after the other by the edge function delete-account; each may be repeated.
--
--   note_deletion_attempt → (the password is checked) → prepare_account_deletion → (PaymentIntents are cancelled at Stripe)
--   → erase_account → (files of account_files are deleted, then the user of the auth service) → finish_account_deletion
--
-- erase_account is one transaction: from there on there is no way back, and whoever finds the row in account_deletions goes on:
-- the same call again, or the reconciler.

-- Everything that is the person's. Knows no refusal: whoever deletes a user in the auth service's own dashboard gets here too.
create function private.erase_person(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  address text;
  patterns text[];
begin
  select lower(p.email) into address from public.profiles p where p.id = p_user_id for update;
  if not found then
    return;
  end if;
  patterns := private.person_patterns(p_user_id);
  if cardinality(patterns) = 0 then
    patterns := array['$.']; -- nothing stands after the end
  end if;
  perform private.scrub_words(p_user_id, patterns);
  perform private.scrub_outbox(p_user_id, address);
  perform private.scrub_bookings(p_user_id);
  perform private.drop_letters(p_user_id, address);
  perform private.leave_roles(p_user_id);
  perform private.pseudonymise_trail(p_user_id, address);
  -- Notifications, requests, follows, responses go with it; every other row keeps itself and loses the reference.
  delete from public.profiles where id = p_user_id;
end $$;

create function private.on_user_deleted()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = old.id and h.state = 'held';
  perform private.erase_person(old.id);
  return old;
end $$;
create trigger on_auth_user_deleted before delete on auth.users
  for each row execute function private.on_user_deleted();

-- Five wrong passwords a quarter of an hour: an open session is not enough to guess one.
create function private.note_deletion_attempt(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  tried int;
begin
  insert into private.account_deletions as d (user_id, attempts) values (p_user_id, 1)
  on conflict (user_id) do update set
    attempts = case when d.first_attempt_at < now() - interval '15 minutes' then 1 else d.attempts + 1 end,
    first_attempt_at = case when d.first_attempt_at < now() - interval '15 minutes' then now() else d.first_attempt_at end
  returning attempts into tried;
  if tried > 5 then
    perform private.fail(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  end if;
end $$;

create function private.refuse_blocked(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.deletion_blockers(p_user_id) <> '[]' then
    perform private.fail(409, 'account_blocked', 'There are things to settle before this account can be deleted.');
  end if;
end $$;

-- Lets go of seats that are held. → PaymentIntents that have to be cancelled at Stripe first
create function private.prepare_account_deletion(p_user_id uuid)
returns text[] language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(p_user_id);
  perform private.refuse_blocked(p_user_id);
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = p_user_id and h.state = 'held';
  return array(
    select p.payment_intent_id from private.holds h join private.payments p on p.hold_id = h.id
    where h.user_id = p_user_id and h.state = 'held' and p.payment_intent_id is not null);
end $$;

-- → whether there was anything left to erase
create function private.erase_account(p_user_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.lock_user(p_user_id);
  -- Two managers, or two admins, who leave at once queue here: the second is then the last.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
  select * into person from public.profiles p where p.id = p_user_id for update;
  if person.id is not null then
    perform private.refuse_blocked(p_user_id);
    if exists (select 1 from private.holds h where h.user_id = p_user_id and h.state = 'held') then
      perform private.fail(409, 'payment_in_progress', 'A payment of yours is still being processed. Please try again in a few minutes.');
    end if;
    perform private.erase_person(p_user_id);
    if person.email <> '' then
      insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('email:account_deleted:' || gen_random_uuid(), 'email', 'account_deleted', person.email,
        jsonb_build_object('full_name', person.full_name));
    end if;
  end if;
  insert into private.account_deletions as d (user_id, erased_at) values (p_user_id, now())
  on conflict (user_id) do update set erased_at = coalesce(d.erased_at, excluded.erased_at);
  return person.id is not null;
end $$;

-- The confirmation is the last that knows the address. Once it has left, or given up, it goes.
create function private.forget_farewell()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox where id = new.id;
  return null;
end $$;
create trigger outbox_forget_farewell after update of state on private.outbox
  for each row when (new.template = 'account_deleted' and new.state in ('sent', 'dead', 'discarded'))
  execute function private.forget_farewell();

-- The person's own files: portrait, passports, what they sent in. Pictures of a region's services are the region's.
create function private.account_files(p_user_id uuid, p_limit int)
returns table (bucket text, name text) language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o
  where (o.bucket_id = 'passports' and o.name like p_user_id || '/%')
     or (o.bucket_id = 'images' and o.name like 'avatars/' || p_user_id || '/%')
     or (o.bucket_id = 'media' and o.name like 'user-submissions/' || p_user_id || '/%')
  limit p_limit
$$;

-- The auth service keeps a log of its own, in which each sign-in, and the deletion too, names the address.
create function private.finish_account_deletion(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  begin
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = p_user_id::text or e.payload -> 'traits' ->> 'user_id' = p_user_id::text;
  exception when insufficient_privilege or undefined_table then
    raise warning 'The log of the auth service still knows %', p_user_id;
  end;
  delete from private.account_deletions where user_id = p_user_id;
end $$;

-- Deletions that were interrupted; notes of attempts that led to nothing go here too.
create function private.unfinished_account_deletions(p_limit int)
returns uuid[] language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_deletions d where d.erased_at is null and d.first_attempt_at < now() - interval '1 day';
  return array(
    select d.user_id from private.account_deletions d where d.erased_at < now() - interval '1 minute' order by d.erased_at limit p_limit);
end $$;

create function public.note_deletion_attempt(p_user_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.note_deletion_attempt(p_user_id) $$;
create function public.prepare_account_deletion(p_user_id uuid)
returns text[] language sql security invoker set search_path = '' as $$ select private.prepare_account_deletion(p_user_id) $$;
create function public.erase_account(p_user_id uuid)
returns boolean language sql security invoker set search_path = '' as $$ select private.erase_account(p_user_id) $$;
create function public.account_files(p_user_id uuid, p_limit int default 500)
returns table (bucket text, name text) language sql stable security invoker set search_path = '' as $$
  select * from private.account_files(p_user_id, p_limit)
$$;
create function public.finish_account_deletion(p_user_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.finish_account_deletion(p_user_id) $$;
create function public.unfinished_account_deletions(p_limit int default 20)
returns uuid[] language sql security invoker set search_path = '' as $$ select private.unfinished_account_deletions(p_limit) $$;

revoke all on function private.erase_person(uuid), private.on_user_deleted(), private.refuse_blocked(uuid), private.forget_farewell(),
  private.note_deletion_attempt(uuid), private.prepare_account_deletion(uuid), private.erase_account(uuid),
  private.account_files(uuid, int), private.finish_account_deletion(uuid), private.unfinished_account_deletions(int),
  public.note_deletion_attempt(uuid), public.prepare_account_deletion(uuid), public.erase_account(uuid),
  public.account_files(uuid, int), public.finish_account_deletion(uuid), public.unfinished_account_deletions(int)
  from public, anon, authenticated, service_role;
grant execute on function private.note_deletion_attempt(uuid), private.prepare_account_deletion(uuid), private.erase_account(uuid),
  private.account_files(uuid, int), private.finish_account_deletion(uuid), private.unfinished_account_deletions(int),
  public.note_deletion_attempt(uuid), public.prepare_account_deletion(uuid), public.erase_account(uuid),
  public.account_files(uuid, int), public.finish_account_deletion(uuid), public.unfinished_account_deletions(int) to service_role;
