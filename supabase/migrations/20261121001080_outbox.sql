-- E-mails and notifications leave here, with retry. Nothing that fails here fails a booking.

-- Notifications are rows of ours: delivered in place. One that can not be (its account is gone) is laid aside.
create function private.deliver_notifications(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_count int := 0;
begin
  for o in
    select * from private.outbox where kind = 'notification' and state = 'queued' and next_attempt_at <= now()
     order by id limit p_limit for update skip locked
  loop
    begin
      insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id)
      values (o.recipient::uuid, o.template, o.payload ->> 'title', o.payload ->> 'message', o.payload ->> 'territory_id',
              (o.payload ->> 'booking_id')::uuid, (o.payload ->> 'transport_booking_id')::uuid);
      update private.outbox set state = 'sent', sent_at = now(), attempts = attempts + 1 where id = o.id;
      v_count := v_count + 1;
    exception when others then
      update private.outbox set state = 'dead', last_error = left(sqlerrm, 500), attempts = attempts + 1 where id = o.id;
    end;
  end loop;
  return v_count;
end $$;

-- Delivers notifications and takes e-mails that are due, with what they need to be written. A claim is a lease of two minutes.
create function private.claim_outbox(p_limit int default 20)
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.deliver_notifications();
  return query
    with due as (
      select o.id from private.outbox o
       where o.kind = 'email' and o.state in ('queued', 'sending') and o.next_attempt_at <= now()
       order by o.next_attempt_at limit least(greatest(p_limit, 1), 200)
       for update skip locked),
    claimed as (
      update private.outbox o
         set state = 'sending', attempts = o.attempts + 1, next_attempt_at = now() + interval '2 minutes'
        from due where o.id = due.id
      returning o.*)
    select c.id, c.dedupe_key, c.template, c.recipient, c.attempts,
           c.payload || coalesce(private.mail_data(c.payload ->> 'kind', (c.payload ->> 'booking_id')::uuid), '{}')
      from claimed c;
end $$;

create function private.mail_data(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', b.title, 'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people,
    'booking_type', b.booking_type, 'total_price', b.total_price, 'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'status', b.status, 'hotel_name', b.hotel_name,
    'territory_name', t.name, 'time_zone', t.time_zone,
    'full_name', (select p.full_name from public.profiles p where p.id = b.tourist_id),
    'meeting_point', (select e.meeting_point from public.experiences e where e.id = b.service_id),
    'pickup_location', (select s.pickup_location from public.territory_transports s where s.id = b.service_id),
    'refunded', (select private.from_minor(p.refunded_minor, b.currency_code) from private.payments p
                  where p.booking_id = b.booking_id or p.transport_booking_id = b.transport_booking_id),
    'check_in_code', (select c.code from public.booking_codes c
                       where c.booking_id = b.booking_id or c.transport_booking_id = b.transport_booking_id))
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  where b.kind = p_kind and b.id = p_booking_id
$$;

create function private.finish_outbox(p_id bigint, p_sent boolean, p_error text default null)
returns void language sql security definer set search_path = '' as $$
  update private.outbox
     set state = case when p_sent then 'sent' when attempts >= 12 then 'dead' else 'queued' end,
         sent_at = case when p_sent then now() end,
         last_error = left(p_error, 500),
         next_attempt_at = now() + least(interval '1 hour', interval '10 seconds' * power(2, least(attempts, 10)))
   where id = p_id and state = 'sending'
$$;

-- send-booking-email: the tourist's own booking, or one of the caller's territory. The confirmation leaves once, however often asked.
create function private.request_booking_email(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  b := private.booking(p_kind, p_booking_id);
  if b.id is null or not (b.tourist_id is not distinct from auth.uid() or b.territory_id = any (private.my_territories('staff'))
                          or private.is_admin()) then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if private.is_live(b.status) and (b.payment_method = 'cash' or b.payment_status = 'completed') then
    perform private.queue_mail('booking_confirmation', p_kind, p_booking_id);
  end if;
end $$;

create function public.claim_outbox(p_limit int default 20)
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language sql security invoker set search_path = '' as $$
  select * from private.claim_outbox(p_limit)
$$;
create function public.finish_outbox(p_id bigint, p_sent boolean, p_error text default null)
returns void language sql security invoker set search_path = '' as $$
  select private.finish_outbox(p_id, p_sent, p_error)
$$;
create function public.request_booking_email(p_kind text, p_booking_id uuid)
returns void language sql security invoker set search_path = '' as $$
  select private.request_booking_email(p_kind, p_booking_id)
$$;
