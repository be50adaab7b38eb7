-- How an e-mail leaves. What it says is frozen when it is taken for the first time: a second attempt, after a worker that died
-- between sending and writing it down, sends the same bytes under the same key, and the mail service suppresses it. An e-mail that
-- has lost its point meanwhile is discarded instead of sent.

-- After so many attempts, four hours with the waits between them, an e-mail waits for a person.
create function private.outbox_attempts()
returns int language sql immutable set search_path = '' as $$ select 12 $$;

-- The account behind an address may be written to: it is there, and not blocked.
create function private.may_mail(p_email text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.profiles p join auth.users u on u.id = p.id
     where lower(p.email) = lower(p_email) and (u.banned_until is null or u.banned_until <= now()))
$$;

-- p_suffix tells apart what may happen to one booking more than once; the mail is told without its colon, as `part`.
create or replace function private.queue_mail(p_template text, p_kind text, p_booking_id uuid, p_suffix text default '')
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:%s:%s:%s%s', p_template, p_kind, p_booking_id, p_suffix), 'email', p_template, p.email,
         jsonb_build_object('kind', p_kind, 'booking_id', p_booking_id)
           || case when p_suffix = '' then '{}' else jsonb_build_object('part', ltrim(p_suffix, ':')) end
    from public.profiles p where p.id = b.tourist_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing;
end $$;

-- Who ended a booking, or how: 'tourist', 'staff', 'region' or another word of the event, 'payment' when no money came.
create function private.ended_by(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case when e.detail ? 'by' then e.detail ->> 'by' when e.detail ? 'reason' then 'payment' else 'staff' end
    from public.booking_events e
   where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.to_status = 'cancelled'
   order by e.id desc limit 1
$$;

-- What a mail says of money that goes back: all that has gone or is on its way, how much this mail is about (p_part: the number
-- of the refund), and whether a card was only authorised, so that nothing was taken.
create function private.mail_money(b private.booking_facts, p_part text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  m record;
begin
  select * into m from private.money_of(b);
  return jsonb_build_object(
    'paid', private.from_minor(m.paid, b.currency_code),
    'released', coalesce(p.method = 'card' and m.paid = 0, false),
    'refund_due', private.from_minor(m.refunded + m.on_its_way, b.currency_code),
    'refunded', coalesce(
      (select -sum(l.amount) from private.ledger l
        where (l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id) and l.kind = 'refund:' || p_part),
      private.from_minor(m.refunded, b.currency_code)));
end $$;

create or replace function private.mail_data(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', b.title, 'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people,
    'booking_type', b.booking_type, 'total_price', b.total_price, 'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'status', b.status, 'hotel_name', b.hotel_name,
    'territory_name', t.name, 'time_zone', t.time_zone, 'service_id', b.service_id, 'ended_by', private.ended_by(b),
    'full_name', (select p.full_name from public.profiles p where p.id = b.tourist_id),
    'guide_name', (select p.full_name from public.profiles p where p.id = b.guide_id),
    'meeting_point', (select e.meeting_point from public.experiences e where e.id = b.service_id),
    'pickup_location', s.pickup_location, 'pickup_directions', l.directions, 'pickup_map', l.map_link,
    'check_in_code', (select c.code from public.booking_codes c
                       where c.booking_id = b.booking_id or c.transport_booking_id = b.transport_booking_id))
  from private.booking_facts b
  join public.territories t on t.id = b.territory_id
  left join public.territory_transports s on s.id = b.service_id
  left join lateral (select x.directions, x.map_link from public.pickup_locations x
                      where x.territory_id = b.territory_id and x.name = s.pickup_location limit 1) l on true
  where b.kind = p_kind and b.id = p_booking_id
$$;

-- Why a mail has no point any more, or null.
create function private.mail_moot(o private.outbox)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if o.template = 'invite' then
    return case when not exists (
      select 1 from public.invites i where i.id = (o.payload ->> 'invite_id')::uuid
        and i.redeemed_at is null and i.withdrawn_at is null and i.expires_at > now()) then 'The invitation is no longer open' end;
  elsif o.template in ('contact_message', 'account_deleted') then
    return null; -- to the team, which needs no account, and to somebody who has none any more
  elsif not private.may_mail(o.recipient) then
    return 'The account is gone or blocked';
  elsif o.template = 'payment_failed' then
    return private.payment_failed_moot((o.payload ->> 'hold_id')::uuid);
  elsif o.template = 'message' then
    return case when private.unread_messages(o) is null then 'The messages have been read' end;
  end if;
  b := private.booking(o.payload ->> 'kind', (o.payload ->> 'booking_id')::uuid);
  return case
    when b.id is null then 'The booking is gone'
    when o.template = 'booking_confirmation' and not private.is_live(b.status) then 'The booking is no longer live'
    when o.template = 'booking_cancelled' and private.is_live(b.status) then 'The booking is live again'
    when o.template = 'review_request' and not private.may_ask_review(b) then 'Nothing to review, or reviewed already' end;
end $$;

-- All that the mail is written from. Only mails to the tourist carry the data of the booking, and with it the check-in code.
create function private.mail_contents(o private.outbox)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := o.payload ->> 'kind';
  v_id uuid := (o.payload ->> 'booking_id')::uuid;
begin
  case o.template
    when 'message' then
      return o.payload || jsonb_build_object('messages', private.unread_messages(o));
    when 'payment_failed' then
      return o.payload || private.failed_payment_data((o.payload ->> 'hold_id')::uuid);
    else
      if v_id is null then
        return o.payload;
      end if;
      return o.payload || private.mail_data(v_kind, v_id) || private.mail_money(private.booking(v_kind, v_id), o.payload ->> 'part')
        || jsonb_build_object('calendar', private.calendar_event(v_kind, v_id));
  end case;
end $$;

-- Delivers notifications and takes e-mails that are due, with what they need to be written. A claim is a lease of two minutes.
-- A mail that cannot be prepared, or whose worker dies each time, counts its attempts like one that cannot be sent: a worker
-- claims what it sends at once and no more, else its end would take an attempt of mails that it had not begun.
create or replace function private.claim_outbox(p_limit int default 20)
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_moot text;
  v_left int := least(greatest(p_limit, 1), 200);
begin
  perform private.deliver_notifications();
  -- One by one, as some of those that are due are laid aside: each that is looked at ends, or is due later.
  while v_left > 0 loop
    select x.* into o from private.outbox x
     where x.kind = 'email' and x.state in ('queued', 'sending') and x.next_attempt_at <= now()
     order by x.next_attempt_at limit 1
     for update skip locked;
    exit when not found;
    begin
      v_moot := private.mail_moot(o);
      if v_moot is not null then
        update private.outbox x set state = 'discarded', last_error = v_moot, frozen = null, payload = x.payload - 'code' where x.id = o.id;
      elsif o.attempts >= private.outbox_attempts() then
        update private.outbox x
           set state = 'dead', last_error = concat_ws('; before that: ', 'No worker has lived to finish it', o.last_error) where x.id = o.id;
      else
        update private.outbox x
           set state = 'sending', attempts = x.attempts + 1, next_attempt_at = now() + interval '2 minutes',
               frozen = coalesce(x.frozen, private.mail_contents(o))
         where x.id = o.id returning x.* into o;
        return query select o.id, o.dedupe_key, o.template, o.recipient, o.attempts, o.frozen;
        v_left := v_left - 1;
      end if;
    exception when others then
      update private.outbox x
         set attempts = x.attempts + 1, last_error = left(sqlerrm, 500), next_attempt_at = now() + private.outbox_wait(x.attempts + 1),
             state = case when x.attempts + 1 >= private.outbox_attempts() then 'dead' else 'queued' end
       where x.id = o.id;
    end;
  end loop;
end $$;

create function private.outbox_wait(p_attempts int)
returns interval language sql immutable set search_path = '' as $$
  select least(interval '1 hour', interval '10 seconds' * power(2, least(p_attempts, 10)))
$$;

-- p_final: the mail service will never take it (an address that is none, a mail that cannot be written): not tried again.
-- What has left keeps no secret: neither the data it was written from nor the code of an invitation.
drop function public.finish_outbox(bigint, boolean, text);
drop function private.finish_outbox(bigint, boolean, text);
create function private.finish_outbox(p_id bigint, p_sent boolean, p_error text, p_final boolean)
returns void language sql security definer set search_path = '' as $$
  update private.outbox o
     set state = case when p_sent then 'sent' when p_final or o.attempts >= private.outbox_attempts() then 'dead' else 'queued' end,
         sent_at = case when p_sent then now() end,
         frozen = case when not p_sent then o.frozen end,
         payload = case when p_sent then o.payload - 'code' else o.payload end,
         last_error = left(p_error, 500),
         next_attempt_at = now() + private.outbox_wait(o.attempts)
   where o.id = p_id and (o.state = 'sending' or (p_sent and o.state = 'queued'))
$$;
create function public.finish_outbox(p_id bigint, p_sent boolean, p_error text default null, p_final boolean default false)
returns void language sql security invoker set search_path = '' as $$
  select private.finish_outbox(p_id, p_sent, p_error, p_final)
$$;

revoke all on function private.outbox_attempts(), private.outbox_wait(int), private.may_mail(text), private.ended_by(private.booking_facts),
  private.mail_money(private.booking_facts, text), private.mail_moot(private.outbox), private.mail_contents(private.outbox),
  private.finish_outbox(bigint, boolean, text, boolean), public.finish_outbox(bigint, boolean, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function private.finish_outbox(bigint, boolean, text, boolean), public.finish_outbox(bigint, boolean, text, boolean)
  to service_role;
