-- A partner's code is looked up by guests, who have no name to count by, and each look-up counts as a visit. Nobody inflates the visits
-- of a link by calling it in a loop: 60 a minute count. Beyond that it answers as before and counts nothing, as a busy hotel must not
-- lose a guest's referral; an unknown code writes nothing at all.
create table private.referral_visits (
  link_id uuid primary key references public.referral_links (id) on delete cascade,
  since timestamptz not null default now(),
  visits int not null default 1
);
alter table private.referral_visits enable row level security;
revoke all on private.referral_visits from public, anon, authenticated;
grant all on private.referral_visits to service_role;

-- As in 20261121000711, with the limit. → {id, code, partner_name} | null
create or replace function private.lookup_referral_link(p_code text)
returns jsonb language sql volatile security definer set search_path = '' as $$
  with found as (
    select l.id, l.code, l.user_id from public.referral_links l where l.code = upper(btrim(p_code)) and l.active
  ), counted as (
    insert into private.referral_visits as v (link_id) select f.id from found f
    on conflict (link_id) do update set
      visits = case when v.since > now() - interval '1 minute' then v.visits + 1 else 1 end,
      since = case when v.since > now() - interval '1 minute' then v.since else now() end
    where v.since <= now() - interval '1 minute' or v.visits < 60
    returning v.link_id
  ), visited as (
    update public.referral_links l set visits = l.visits + 1 from counted c where l.id = c.link_id
  )
  select jsonb_build_object('id', f.id, 'code', f.code, 'partner_name', coalesce(nullif(p.business_name, ''), p.full_name))
  from found f join public.profiles p on p.id = f.user_id
$$;
