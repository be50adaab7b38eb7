-- Who has booked what a condition touches hears of each revision that is to be told, once. The clock tells, some minutes after the change: a
-- slip of the pen is mended by then, and whose departure was cancelled has its offer instead.

-- Tells of the conditions that are due, each for itself. → how many letters and notices it queued
create function private.tell_conditions()
returns int language plpgsql security definer set search_path = '' as $$
declare
  c public.conditions;
  v_count int := 0;
begin
  for c in
    select * from public.conditions x
     where x.tell and x.told_at is null
       and x.changed_at <= now() - 2 * private.limit_value('departure.undo_seconds') * interval '1 second'
       and private.is_due('condition', x.id::text)
     order by x.changed_at limit 50 for update skip locked
  loop
    begin
      v_count := v_count + private.tell_condition(c);
    exception when others then
      perform private.record_trouble('condition', c.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- One of them: the bookings whose departure it touches and that leave while it lasts, or were told of it before. What is over by now is told to
-- nobody. A booking that fails keeps no other from hearing: the condition is told again, and each letter leaves once all the same. The caller has
-- locked it. → how many bookings
create function private.tell_condition(c public.conditions)
returns int language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_until timestamptz := greatest(c.ends_at, c.told_until);
  v_count int := 0;
  v_error text;
begin
  if c.ends_at > now() then
    for b in
      select f.* from private.booking_facts f
       where f.territory_id = c.territory_id and private.is_live(f.status) and f.booking_date between current_date - 1 and v_until::date + 1
         and private.condition_touches(c, f.service_id) and not private.has_open_offer(f)
         and private.starts_at(f) between greatest(c.starts_at, now()) and v_until
    loop
      begin
        perform private.queue_mail('condition', b.kind, b.id, format(':%s:%s', c.id, c.revision));
        perform private.tell_departure(format('condition:%s:%s:%s', c.id, c.revision, b.id), b.tourist_id,
          case c.state when 'closed' then 'condition_closed' when 'delayed' then 'condition_delayed' else 'condition_open' end,
          private.booking_params(b), b.territory_id, b, 'condition:' || c.id, now());
        v_count := v_count + 1;
      exception when others then
        v_error := sqlerrm;
      end;
    end loop;
  end if;
  if v_error is not null then
    perform private.record_trouble('condition', c.id::text, v_error);
    return v_count;
  end if;
  perform private.clear_trouble('condition', c.id::text);
  update public.conditions set told_at = now(), told_until = case when c.ends_at > now() then v_until else told_until end where id = c.id;
  return v_count;
end $$;

-- The condition of a letter, whose part is '{condition}:{revision}', as it stands now.
create function private.condition_of_mail(p_part text)
returns public.conditions language sql stable security definer set search_path = '' as $$
  select c from public.conditions c where c.id = split_part(p_part, ':', 1)::uuid
$$;

-- Why the letter about a condition has no point any more, or null.
create function private.condition_mail_is_obsolete(b private.booking_facts, p_part text)
returns text language sql stable security definer set search_path = '' as $$
  select case
    -- A newer revision that is told has a letter of its own.
    when c.id is null or c.ends_at <= now() or (c.tell and c.revision <> split_part(p_part, ':', 2)::int) then 'The condition has changed or is over'
    when not private.is_live(b.status) then 'The booking is no longer live'
    when private.has_open_offer(b) then 'The departure was cancelled'
    when private.starts_at(b) <= now() then 'The departure has left' end
    from (select 1) one left join private.condition_of_mail(p_part) c on true
$$;

-- What the letter about a condition is filled with, besides its booking.
create function private.condition_mail_data(p_part text, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('condition', jsonb_build_object('subject', c.subject, 'state', c.state,
      'text', private.translated(c.text, c.translations, 'text', p_language), 'source_url', c.source_url, 'ends_at', c.ends_at,
      'territory_id', c.territory_id, 'time_zone', t.time_zone))
    from private.condition_of_mail(p_part) c join public.territories t on t.id = c.territory_id
$$;
