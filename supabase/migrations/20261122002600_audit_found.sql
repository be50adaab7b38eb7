-- The audit log's word search says when it was cut short, and finds every invitation.
--
--   public.audit_search_cut(p_search, p_actor) → boolean: a word of the search fits more people, bookings or invitations than list_audit
--     looks at, the newest 5,000 of each: what was done by, or to, the others is not among what it found. 403 'forbidden' for all others
--     than administrators.
-- Names are not copied into the log, or a deleted account would leave its own there: a word has to be looked up first, and what fits
-- most people says little about an entry. The person adds a word.

create index invites_words_idx on public.invites using gin (private.search_words(full_name || ' ' || email));

create or replace function private.audit_found(p_query tsquery)
returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  people text[] := array(select x.id::text from (select p.id from public.profiles p
    where private.search_words(p.full_name || ' ' || p.email || ' ' || coalesce(p.business_name, '')) @@ p_query
    order by p.created_at desc limit 5000) x);
  booked text[] := array(select x.booking_id::text from (select s.booking_id from private.booking_search s
    where s.words @@ p_query order by s.booking_date desc limit 5000) x);
  places text[] := array(select t.id from public.territories t where private.search_words(t.name) @@ p_query);
  invited text[] := array(select x.id::text from (select i.id from public.invites i
    where private.search_words(i.full_name || ' ' || i.email) @@ p_query order by i.created_at desc limit 5000) x);
begin
  return array(
    select a.id from public.audit_log a where private.audit_words(a.action, a.subject_table, a.subject_id, a.detail) @@ p_query
    union
    select a.id from public.audit_log a where a.subject_table = 'profiles' and a.subject_id = any (people)
    union
    select a.id from public.audit_log a where a.subject_table = 'bookings' and a.subject_id = any (booked)
    union
    select a.id from public.audit_log a where a.subject_table = 'transport_bookings' and a.subject_id = any (booked)
    union
    select a.id from public.audit_log a where a.subject_table = 'territories' and a.subject_id = any (places)
    union
    select a.id from public.audit_log a where a.subject_table = 'invites' and a.subject_id = any (invited));
end $$;

-- Counts no further than one beyond what is looked at.
create function private.audit_search_cut(p_search text, p_actor text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  who tsquery := private.search_query(p_actor);
begin
  perform private.require_admin();
  if who is not null and (select count(*) from (select 1 from public.profiles p
    where private.search_words(p.full_name || ' ' || p.email || ' ' || coalesce(p.business_name, '')) @@ who limit 5001) x) > 5000 then
    return true;
  end if;
  if query is null then
    return false;
  end if;
  return (select count(*) from (select 1 from public.profiles p
      where private.search_words(p.full_name || ' ' || p.email || ' ' || coalesce(p.business_name, '')) @@ query limit 5001) x) > 5000
    or (select count(*) from (select 1 from private.booking_search s where s.words @@ query limit 5001) x) > 5000
    or (select count(*) from (select 1 from public.invites i
      where private.search_words(i.full_name || ' ' || i.email) @@ query limit 5001) x) > 5000;
end $$;

create function public.audit_search_cut(p_search text default null, p_actor text default null)
returns boolean language sql stable security invoker set search_path = '' as $$
  select private.audit_search_cut(p_search, p_actor)
$$;

revoke all on function private.audit_search_cut(text, text), public.audit_search_cut(text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.audit_search_cut(text, text), public.audit_search_cut(text, text) to authenticated;
