-- Unsubscribes from a kind of email with one click, without signing in (RFC 8058). The link in an email does this for its reader and such emails, and
-- nothing else. It opens no account and shows nothing. Emails about money, tickets, safety, roles and the account itself can't be stopped.

create function private.may_be_stopped(p_template text)
returns boolean language sql immutable set search_path = '' as $$
  select p_template in ('message', 'team_bookings', 'tomorrow', 'reminder_evening', 'reminder_soon', 'review_request')
$$;

-- Returns the link of an email, {unsubscribe: token}. It is the same in each email of a template, because an old one must work too, and works for no
-- other template. Returns {} for an email that can't be stopped.
create function private.unsubscribe_data(o private.outbox)
returns jsonb language sql security definer set search_path = '' as $$
  select coalesce((select jsonb_build_object('unsubscribe', private.new_link('unsubscribe:' || o.template, p.id))
    from public.profiles p where lower(p.email) = lower(o.recipient) and private.may_be_stopped(o.template) limit 1), '{}')
$$;

-- Returns whether the emails of a template are already stopped, for the holder of such an email's token, so that its page asks nothing when it is
-- opened again. Null for an unknown token.
create function public.letters_stopped(p_token text, p_template text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(not case p_template
    when 'team_bookings' then c.booking_mail when 'tomorrow' then c.tomorrow when 'message' then c.message
    when 'reminder_evening' then c.reminder_evening when 'reminder_soon' then c.reminder_soon
    when 'review_request' then c.review_request end, false)
  from private.linked('unsubscribe:' || p_template, p_token) l (user_id) left join public.notice_choices c on c.user_id = l.user_id
  where l.user_id is not null
$$;
grant execute on function public.letters_stopped(text, text) to anon;

-- Unsubscribes the holder of an email's token from that template. A repeat changes nothing. Raises 400 'unsubscribe_link_invalid'.
create function service.stop_letters(p_token text, p_template text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select p.id from public.profiles p where p.id = private.linked('unsubscribe:' || p_template, p_token));
begin
  if v_user is null then
    perform private.fail(400, 'unsubscribe_link_invalid', 'This link is no longer valid');
  end if;
  insert into public.notice_choices (user_id) values (v_user) on conflict do nothing;
  update public.notice_choices c set
      booking_mail = c.booking_mail and p_template <> 'team_bookings',
      tomorrow = c.tomorrow and p_template <> 'tomorrow',
      message = c.message and p_template <> 'message',
      reminder_evening = c.reminder_evening and p_template <> 'reminder_evening',
      reminder_soon = c.reminder_soon and p_template <> 'reminder_soon',
      review_request = c.review_request and p_template <> 'review_request'
   where c.user_id = v_user;
end $$;
