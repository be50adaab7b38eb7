-- Tickets in Apple's and Google's wallets (docs/decisions/0066): who has a pass of which booking, and which devices Apple notifies when it changes. A pass's
-- token is derived from its serial by the functions and isn't stored.

-- A booking's pass for one person. A later ticket holder gets another one, and this one becomes void.
create table private.wallet_passes (
  serial uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  language text not null check (private.is_language(language)), -- language in which it is written
  version int not null, -- the ticket's version when the pass was last requested
  google boolean not null default false, -- whether Google stores it too
  -- How often it was requested in the hour that began at this time.
  asked int not null default 1,
  asked_since timestamptz not null default now(),
  unique (booking_id, user_id)
);
create index wallet_passes_user_idx on private.wallet_passes (user_id);
alter table private.wallet_passes enable row level security;

-- A device that shows a pass. The push token works only with our certificate.
create table private.wallet_devices (
  id uuid primary key default gen_random_uuid(),
  serial uuid not null references private.wallet_passes (serial) on delete cascade,
  device text not null check (device ~ '^[A-Za-z0-9_-]{8,128}$'), -- Apple's name for it
  push_token text not null check (push_token ~ '^[0-9A-Fa-f]{32,200}$'),
  saved_at timestamptz not null default now(),
  unique (serial, device)
);
create index wallet_devices_device_idx on private.wallet_devices (device);
create index wallet_devices_token_idx on private.wallet_devices (push_token);
alter table private.wallet_devices enable row level security;

-- Returns the serial of the caller's pass of their booking, in a language. Repeated requests return the same one. p_google means that it is for
-- Google Wallet. Raises what own_booking does, 409 'booking_cancelled' and 429 'rate_limited_hour'. Locks the caller.
create function public.add_wallet_pass(p_booking_id uuid, p_google boolean, p_language text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  v_language text := case when private.is_language(p_language) then p_language else 'en' end;
  v_version int := (select c.version from public.booking_codes c where c.booking_id = b.id);
  v_serial uuid;
begin
  if not private.is_live(b.status) or v_version is null then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  perform private.lock_user(b.tourist_id);
  if (select sum(p.asked) from private.wallet_passes p where p.user_id = b.tourist_id and p.asked_since > now() - interval '1 hour')
    >= private.limit_value('wallet.hour') then
    perform private.fail_rate('hour');
  end if;
  update private.wallet_passes p
     set language = v_language, version = v_version, google = p.google or p_google,
         asked = case when p.asked_since > now() - interval '1 hour' then p.asked + 1 else 1 end,
         asked_since = case when p.asked_since > now() - interval '1 hour' then p.asked_since else now() end
   where p.user_id = b.tourist_id and p.booking_id = b.id
   returning p.serial into v_serial;
  if v_serial is null then
    insert into private.wallet_passes (booking_id, user_id, language, version, google)
    values (b.id, b.tourist_id, v_language, v_version, p_google) returning serial into v_serial;
  end if;
  return v_serial;
end $$;

-- Returns a pass's current content, or null if it doesn't exist. `state` is 'valid', 'cancelled', or 'given' after the ticket was transferred, when
-- it shows only which trip it was. Only a valid one contains the code. For the service role.
create function service.wallet_pass(p_serial uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.wallet_passes;
  b private.booking_facts;
  v_state text;
begin
  select * into p from private.wallet_passes x where x.serial = p_serial;
  if p.serial is null then
    return null;
  end if;
  b := private.booking(p.booking_id);
  v_state := case when b.tourist_id is distinct from p.user_id then 'given' when not private.is_live(b.status) then 'cancelled' else 'valid' end;
  return jsonb_build_object('serial', p.serial, 'state', v_state, 'language', p.language, 'kind', b.kind, 'booking_id', b.id)
    || (select jsonb_object_agg(m.key, m.value) from jsonb_each(private.mail_data(b.id, p.language)) m
         where m.key in ('title', 'territory_name') or (v_state <> 'given' and m.key in ('booking_date', 'start_time', 'num_people', 'meeting_point',
           'pickup_location', 'pickup_directions', 'what_to_bring')))
    || case when v_state = 'given' then '{}' else (
      select jsonb_build_object('starts_at', case when b.start_time is not null then private.starts_at(b) end, 'expires_at', w.arrival_until)
        from public.territories t cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w where t.id = b.territory_id) end
    || case when v_state <> 'valid' then '{}' else coalesce((
      select jsonb_build_object('ticket', jsonb_build_object('booking_id', b.id, 'kind', b.kind, 'departure_id', b.departure_id,
          'service_date', b.booking_date, 'start_time', to_char(b.start_time, 'HH24:MI'), 'num_people', b.num_people, 'booking_type', b.booking_type,
          'code', c.code, 'version', c.version))
        from public.booking_codes c where c.booking_id = b.id), '{}') end;
end $$;

-- Queues an update of a pass, to one of its devices, or with p_device null to all of them and to Google, once per version of the ticket.
create function private.queue_wallet_update(p private.wallet_passes, p_version int, p_device uuid default null)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('wallet:%s:%s', d.id, p_version), 'wallet', 'apple_pass', p.user_id::text, jsonb_build_object('serial', p.serial, 'device_id', d.id)
    from private.wallet_devices d where d.serial = p.serial and (p_device is null or d.id = p_device)
  union all
  select format('wallet:google:%s:%s', p.serial, p_version), 'wallet', 'google_pass', p.user_id::text, jsonb_build_object('serial', p.serial)
   where p.google and p_device is null
  on conflict (dedupe_key) do nothing
$$;

-- Registers a device that shows a pass, with its push token. Returns 'new' or 'known', or null if there is no such pass. Above the limit
-- 'wallet.devices' the oldest registration is deleted. Changes since the download are sent at once. Raises 400 'invalid_input'.
create function service.register_wallet_device(p_serial uuid, p_device text, p_push_token text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  p private.wallet_passes;
  v_version int;
  v_known boolean;
  v_id uuid;
begin
  if coalesce(p_device, '') !~ '^[A-Za-z0-9_-]{8,128}$' or coalesce(p_push_token, '') !~ '^[0-9A-Fa-f]{32,200}$' then
    perform private.invalid('This device cannot get notifications');
  end if;
  select * into p from private.wallet_passes x where x.serial = p_serial for update;
  if p.serial is null then
    return null;
  end if;
  v_known := exists (select 1 from private.wallet_devices d where d.serial = p_serial and d.device = p_device);
  insert into private.wallet_devices (serial, device, push_token) values (p_serial, p_device, p_push_token)
  on conflict (serial, device) do update set push_token = excluded.push_token, saved_at = clock_timestamp() returning id into v_id;
  delete from private.wallet_devices d where d.id in (
    select x.id from private.wallet_devices x where x.serial = p_serial order by x.id = v_id desc, x.saved_at desc, x.id
    offset private.limit_value('wallet.devices'));
  select c.version into v_version from public.booking_codes c where c.booking_id = p.booking_id;
  if v_version > p.version then
    perform private.queue_wallet_update(p, v_version, v_id);
  end if;
  return case when v_known then 'known' else 'new' end;
end $$;

-- Removes a device that no longer shows a pass.
create function service.forget_wallet_device(p_serial uuid, p_device text)
returns void language sql security definer set search_path = '' as $$
  delete from private.wallet_devices d where d.serial = p_serial and d.device = p_device
$$;

-- Returns the passes on a device, and a tag that changes when any of them changes, {serials, tag}, or null if there are none. The tag depends on
-- their content and not their time, because of two changes the later one may be written first.
create function service.wallet_serials(p_device text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('serials', jsonb_agg(p.serial order by p.serial),
           'tag', md5(string_agg(format('%s:%s:%s', p.serial, c.version, c.tourist_id = p.user_id), ',' order by p.serial)))
    from private.wallet_devices d join private.wallet_passes p on p.serial = d.serial
    left join public.booking_codes c on c.booking_id = p.booking_id
   where d.device = p_device having count(*) > 0
$$;

-- Sends a ticket's new version, whatever its cause, at the end of the transaction, so that a move that also renews the code is sent once.
create function private.tell_wallets()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_wallet_update(p, c.version)
    from public.booking_codes c
    join private.wallet_passes p on p.booking_id = c.booking_id
   where c.id = new.id;
  return null;
end $$;

create constraint trigger booking_codes_wallets after update of version, code, tourist_id on public.booking_codes
  deferrable initially deferred for each row when (old.version is distinct from new.version) execute function private.tell_wallets();

-- Returns why an update of a pass is no longer needed, or null.
create function private.wallet_update_is_obsolete(o private.outbox)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when p.serial is null then 'The pass no longer exists'
    when o.template = 'google_pass' and not p.google then 'Not saved to Google Wallet'
    when o.template = 'apple_pass' and not exists (
      select 1 from private.wallet_devices d where d.id = (o.payload ->> 'device_id')::uuid) then 'The device is no longer registered' end
    from (select 1) x left join private.wallet_passes p on p.serial = (o.payload ->> 'serial')::uuid
$$;

-- Returns {wallet: 'apple', push_token} or {wallet: 'google', serial}.
create function private.wallet_update_contents(o private.outbox)
returns jsonb language sql stable security definer set search_path = '' as $$
  select case o.template
    when 'google_pass' then jsonb_build_object('wallet', 'google', 'serial', o.payload -> 'serial')
    else jsonb_build_object('wallet', 'apple', 'push_token', (
      select d.push_token from private.wallet_devices d where d.id = (o.payload ->> 'device_id')::uuid)) end
$$;

-- Deletes a device that no longer exists from all its passes, unless it has registered again since. A pass that isn't in Google Wallet no longer gets
-- updates there.
create function private.forget_wallet(o private.outbox)
returns void language sql security definer set search_path = '' as $$
  delete from private.wallet_devices d
   where d.saved_at < o.next_attempt_at - interval '2 minutes' -- when it was claimed
     and d.push_token = (select x.push_token from private.wallet_devices x where x.id = (o.payload ->> 'device_id')::uuid);
  update private.wallet_passes p set google = false where o.template = 'google_pass' and p.serial = (o.payload ->> 'serial')::uuid
$$;
