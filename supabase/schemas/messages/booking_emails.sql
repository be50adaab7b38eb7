-- The emails about a booking in its drawer, and sending them again.

create index outbox_booking_idx on private.outbox ((payload ->> 'booking_id')) where kind = 'email';

-- Returns the emails about a booking to its guest and payer. Emails about messages are left out because the conversation shows the messages.
create function private.emails_of(b private.booking_facts)
returns setof private.outbox language sql stable security definer set search_path = '' as $$
  select o.* from private.outbox o where o.kind = 'email' and o.payload ->> 'booking_id' = b.id::text
  union all
  select o.* from private.outbox o where o.dedupe_key in (
    select format('email:payment_failed:%s:%s', h.id, r) from private.holds h, unnest('{declined,returned}'::text[]) r
     where h.id = b.hold_id or h.adds_to = b.id
    union all
    select 'email:transfer_invite:' || t.id from private.ticket_transfers t where t.booking_id = b.id)
$$;

-- Returns whether an email of a booking can be sent again, because it was sent or given up and is still true. Only the last email with a ticket is,
-- and a request to pay only while its change waits.
create function private.may_send_again(b private.booking_facts, o private.outbox)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  with_ticket constant text[] := '{booking_confirmation,booking_moved,booking_changed,booking_reduced,booking_enlarged,transfer_ticket,dock_ticket}';
begin
  return o.state in ('sent', 'dead')
    and (o.template = any (with_ticket) or o.template in ('booking_cancelled', 'booking_refunded', 'departure_confirmed', 'departure_offer', 'reminder_evening', 'reminder_soon'))
    and not (o.template = any (with_ticket) and exists (
      select 1 from private.emails_of(b) x where x.template = any (with_ticket) and x.id > o.id and not x.payload ? 'again' and x.state <> 'discarded'))
    and (o.payload #> '{changed,pay_by}' is null or private.unpaid_change(b) ->> 'hold_id' = o.payload ->> 'part')
    and private.mail_is_obsolete(o) is null;
end $$;

-- Returns the email that would bring the guest of a live booking the current ticket, or no row without an address.
create function private.ticket_email(b private.booking_facts)
returns table (template text, recipient text, payload jsonb)
language sql stable security definer set search_path = '' as $$
  select 'booking_confirmation', p.email, jsonb_build_object('kind', b.kind, 'booking_id', b.id)
    from public.profiles p where p.id = b.tourist_id and private.is_live(b.status) and private.may_mail(p.email)
  union all
  (select o.template, o.recipient, o.payload from private.dock_reader(b) r
     join private.outbox o on o.template = 'dock_ticket' and o.recipient = r.recipient and o.payload ->> 'booking_id' = b.id::text
    where private.is_live(b.status) order by o.id desc limit 1)
$$;

-- Returns the emails about a booking for its territory's team: {ticket_to, emails: [{id, template, recipient, state, again, at, may_send}]}, newest
-- first. `ticket_to` is the address to which the ticket can be sent, or null. `again`: someone sent it again. `at` is when it was sent, or otherwise
-- created. The recipient of an invitation to take over the ticket is null, because that address is deleted soon. Raises 403 'forbidden' and 404
-- 'booking_not_found'.
create function public.booking_emails(p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return jsonb_build_object(
    'ticket_to', (select t.recipient from private.ticket_email(b) t),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'template', o.template, 'recipient', case when o.template <> 'transfer_invite' then o.recipient end,
          'state', case when o.state = 'sending' then 'queued' else o.state end, 'again', o.payload ? 'again', 'at', coalesce(o.sent_at, o.created_at),
          'may_send', not private.is_own_booking(b) and private.may_send_again(b, o)) order by o.id desc), '[]')
        from private.emails_of(b) o));
end $$;

-- Sends an email about a booking again, with what is true now, or the current ticket without p_email_id. An email that was given up is tried again.
-- Each p_key sends once. Raises 403 'forbidden' and 'own_booking', 404 'booking_not_found', 409 'email_obsolete' if there is no longer anything to send
-- or no address, and 429 as limit_changes and count_letter do. Locks the booking.
create function public.send_booking_email(p_booking_id uuid, p_key uuid, p_email_id bigint default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_for_staff(p_booking_id);
  o private.outbox;
begin
  if private.once(p_key, jsonb_build_array('send_booking_email', b.id, p_email_id)) is not null then
    return;
  end if;
  b := private.lock_booking_row(b.id);
  perform private.limit_changes('booking_email', '{booking_email_sent}', b.id::text);
  if p_email_id is null then
    select t.template, t.recipient, t.payload into o.template, o.recipient, o.payload from private.ticket_email(b) t;
  else
    select e.* into o from private.emails_of(b) e where e.id = p_email_id and private.may_send_again(b, e);
  end if;
  if o.template is null then
    perform private.fail(409, 'email_obsolete', 'This email can no longer be sent.');
  end if;
  perform private.count_letter('booking_email', o.recipient, private.limit_value('booking_email.address_day'));
  if o.state = 'dead' then
    update private.outbox x set state = 'queued', attempts = 0, next_attempt_at = now(), frozen = null where x.id = o.id;
  else
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    values (format('email:again:%s', p_key), 'email', o.template, o.recipient, o.payload || jsonb_build_object('again', true)
      -- The link of an offer isn't stored with an email that was sent.
      || case when o.template = 'departure_offer' then jsonb_build_object('code', private.new_link('offer', (o.payload ->> 'offer_id')::uuid)) else '{}' end);
  end if;
  perform private.audit_booking('booking_email_sent', b, jsonb_build_object('template', o.template));
  perform private.done(p_key, '{}');
end $$;
