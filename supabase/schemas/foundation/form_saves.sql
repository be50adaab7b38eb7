-- Saves of forms whose response may get lost. A form sends a key with each save, in the header Idempotency-Key. When a later save is refused, the
-- form asks about that key. If the save was stored, the record was changed by the same person.

create table private.form_saves (
  user_id uuid not null references public.profiles (id) on delete cascade,
  key uuid not null,
  target text not null, -- table and row
  is_latest boolean not null default true, -- whether the row has not changed since this save
  at timestamptz not null default now(),
  primary key (user_id, key)
);
create index form_saves_target_idx on private.form_saves (target) where is_latest;
create index form_saves_at_idx on private.form_saves (at);
alter table private.form_saves enable row level security;

-- Records the key of a save with its row, and that earlier saves of the row are no longer the latest.
create function private.record_form_save()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_target constant text := tg_table_name || ' ' || coalesce(v_row ->> 'id', v_row ->> 'name');
  v_key constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'idempotency-key';
begin
  update private.form_saves s set is_latest = false where s.target = v_target and s.is_latest;
  if (select auth.uid()) is not null and v_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    insert into private.form_saves (user_id, key, target) values ((select auth.uid()), v_key::uuid, v_target)
    on conflict (user_id, key) do update set target = excluded.target, is_latest = true, at = now();
  end if;
  return null;
end $$;

-- These are all tables that a form saves with an expected version.
create trigger territories_form_save after insert or update on public.territories
  for each row execute function private.record_form_save();
create trigger territory_tags_form_save after insert or update on public.territory_tags
  for each row execute function private.record_form_save();
create trigger pickup_locations_form_save after insert or update on public.pickup_locations
  for each row execute function private.record_form_save();
create trigger services_form_save after insert or update on public.services
  for each row execute function private.record_form_save();
create trigger conditions_form_save after insert or update on public.conditions
  for each row execute function private.record_form_save();
create trigger role_grants_form_save after insert or update on private.role_grants
  for each row execute function private.record_form_save();
create trigger limits_form_save after insert or update on private.limits
  for each row execute function private.record_form_save();

-- Returns what happened to the caller's save with this key: true if it is stored and its record hasn't changed since, false if the record has changed
-- since, and null if it was not stored. Keys are kept for two days.
create function public.own_save(p_key uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select s.is_latest from private.form_saves s where s.user_id = (select auth.uid()) and s.key = p_key
$$;

-- Returns who changed a service or a territory after a form had read it, and which fields, the newest change first: from the audit log, for those who
-- edit it. p_kind is 'services' or 'territories'. A change that isn't logged (a guide's rank, a tag) is missing, and name is null for a deleted
-- account. Raises 403 'forbidden'.
create function public.changes_since(p_kind text, p_id text, p_since timestamptz)
returns table (name text, fields text[]) language plpgsql stable security definer set search_path = '' as $$
declare
  v_table text := p_kind;
begin
  if p_kind = 'services' and p_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and private.runs_service(p_id::uuid) then
    v_table := private.audit_table(private.kind_of_service(p_id::uuid));
  elsif p_kind is distinct from 'territories' or not coalesce(private.runs_territory(p_id), false) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  return query
    select c.full_name, (select array_agg(distinct k.field order by k.field) from unnest(a.fields) k (field))
      from (select l.actor_id, array_agg(f.field) as fields, max(l.id) as last
              from public.audit_log l cross join lateral jsonb_object_keys(l.detail - 'currency_code') f (field)
             where l.subject_table = v_table and l.subject_id = p_id and l.at > p_since
               and l.action in ('experience_changed', 'transport_changed', 'territory_changed')
             group by l.actor_id) a
      left join public.profile_cards c on c.id = a.actor_id
     order by a.last desc limit 5;
end $$;
