-- One press stops a kind of letter, without logging in (RFC 8058). Whoever has the link of a letter may stop such letters for its reader, and
-- nothing else: it opens no account and shows nothing. Letters about money, tickets, safety, roles and the account itself cannot be stopped.

create function private.may_be_stopped(p_template text)
returns boolean language sql immutable set search_path = '' as $$
  select p_template in ('message', 'team_bookings', 'tomorrow', 'reminder_evening', 'reminder_soon', 'review_request')
$$;

-- The token of the links in a person's letters of one template: random, so that nobody makes one, and the same in each such letter, as an old
-- one must work too. It stops no letters of another template.
create table private.unsubscribe_tokens (
  user_id uuid not null references public.profiles (id) on delete cascade,
  template text not null check (private.may_be_stopped(template)),
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), -- 244 random bits
  primary key (user_id, template)
);
alter table private.unsubscribe_tokens enable row level security;
grant all on private.unsubscribe_tokens to service_role;

-- What a letter needs for its link: {unsubscribe: token}; of one that cannot be stopped nothing.
create function private.unsubscribe_data(o private.outbox)
returns jsonb language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := (select p.id from public.profiles p where lower(p.email) = lower(o.recipient) limit 1);
begin
  if v_user is null or not private.may_be_stopped(o.template) then
    return '{}';
  end if;
  insert into private.unsubscribe_tokens (user_id, template) values (v_user, o.template) on conflict do nothing;
  return (select jsonb_build_object('unsubscribe', t.token) from private.unsubscribe_tokens t
           where t.user_id = v_user and t.template = o.template);
end $$;

-- Whether the emails of a template are stopped already, for the holder of such an email's token: its page, opened again, asks nothing. Null
-- for an unknown token.
create function public.letters_stopped(p_token text, p_template text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(not case t.template
    when 'team_bookings' then c.booking_mail when 'tomorrow' then c.tomorrow when 'message' then c.message
    when 'reminder_evening' then c.reminder_evening when 'reminder_soon' then c.reminder_soon
    when 'review_request' then c.review_request end, false)
  from private.unsubscribe_tokens t left join public.notice_choices c on c.user_id = t.user_id
  where t.token = p_token and t.template = p_template
$$;
grant execute on function public.letters_stopped(text, text) to anon;

-- Stops the letters of a template for whoever has the token of such a letter; pressed again it changes nothing. Raises 400 'unsubscribe_link_invalid'.
create function service.stop_letters(p_token text, p_template text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select t.user_id from private.unsubscribe_tokens t where t.token = p_token and t.template = p_template);
begin
  if v_user is null then
    perform private.fail(400, 'unsubscribe_link_invalid', 'This link is not valid any more');
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
