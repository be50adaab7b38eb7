-- The base of every other file: the schema `private`, default privileges without rights, errors, and helpers for timestamps, text, money and search
-- words. Currencies are here because prices in every folder use them.

-- Function bodies aren't checked when they are created, because functions may call those of later files.
set check_function_bodies = off;

create schema if not exists private;
comment on schema private is 'Everything that protects money, seats or people, and what two functions share. Not exposed by the API.';
revoke all on schema private from public;
-- RLS policies call helpers in private as the requesting role, so they need usage. Execute is granted per function.
grant usage on schema private to anon, authenticated, service_role;

create schema if not exists service;
comment on schema service is 'What edge functions call with the secret key. Exposed by the API; nobody else may use it.';
grant usage on schema service to service_role;

-- By default everyone can execute functions. `in schema` would make this statement do nothing, so it is left out.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
-- A function's schema says who may call it (docs/decisions/0073). Functions in `public` are for signed-in users, and for visitors if a grant says so.
-- Functions in `service` are for edge functions. Functions in `private` are for other functions, and for policies if a grant says so. Hosted projects
-- give `public` to all three roles.
alter default privileges in schema public revoke execute on functions from anon, service_role;
alter default privileges in schema public grant execute on functions to authenticated;
alter default privileges in schema service grant execute on functions to service_role;

-- The 15 currencies a territory may use.
create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  exponent int not null check (exponent in (0, 2))
);
alter table public.currencies enable row level security;
grant select on public.currencies to anon, authenticated;
grant all on public.currencies to service_role;

insert into public.currencies (code, symbol, exponent) values
  ('USD', '$', 2), ('GTQ', 'Q', 2), ('EUR', '€', 2), ('GBP', '£', 2), ('MXN', '$', 2), ('CAD', '$', 2), ('AUD', '$', 2),
  ('JPY', '¥', 0), ('CNY', '¥', 2), ('BRL', 'R$', 2), ('ARS', '$', 2), ('COP', '$', 2), ('PEN', 'S/', 2), ('CLP', '$', 0), ('BOB', 'Bs', 2);

create policy currencies_select on public.currencies for select to anon, authenticated using (true);

-- Raises an error. PostgREST turns PTnnn into HTTP status nnn, and the client maps `hint` to its own text. status is an HTTP status such as 400, 403,
-- 404, 409 or 429. code is stable and in snake_case.
create function private.fail(status int, code text, message text, p_field text default null)
returns void language plpgsql set search_path = '' as $$
begin
  if p_field is not null then
    raise exception using errcode = 'PT' || status, message = message, hint = code, detail = jsonb_build_object('field', p_field);
  end if;
  raise exception using errcode = 'PT' || status, message = message, hint = code;
end $$;
grant execute on function private.fail(int, text, text, text) to anon, authenticated, service_role;

create function private.touch_updated_at()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Functions that each hold calls (bookings/holds.sql) are in plpgsql, which keeps the plan of an expression for the session. A function in SQL is a
-- statement of its own.

-- Returns the digits after the decimal point of a currency's minor unit, as Stripe counts them.
create function private.currency_exponent(currency_code text)
returns int language plpgsql immutable set search_path = '' as $$
begin
  return case when upper(currency_code) in ('JPY', 'CLP') then 0 else 2 end;
end $$;
grant execute on function private.currency_exponent(text) to anon, authenticated, service_role;

-- Returns the minimum card charge in minor units, which is Stripe's own minimum or otherwise the equivalent of half a US dollar with a margin.
create function private.smallest_charge(currency_code text)
returns bigint language sql immutable set search_path = '' as $$
  select case upper(currency_code) when 'GBP' then 30 when 'MXN' then 1000 when 'GTQ' then 500 when 'CNY' then 500 when 'PEN' then 250
    when 'BOB' then 500 when 'CLP' then 600 when 'COP' then 250000 when 'ARS' then 100000 else 50 end
$$;

-- Returns the symbol of a currency. Amounts use their own currency, because their territory may have changed its currency since.
create function private.currency_symbol(p_currency_code text)
returns text language sql stable set search_path = '' as $$
  select c.symbol from public.currencies c where c.code = p_currency_code
$$;
grant execute on function private.currency_symbol(text) to anon, authenticated, service_role;

-- Returns a code's stored form, which is its SHA-256 in hex.
create function private.hash_code(p_code text)
returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_code, 'UTF8')), 'hex')
$$;

-- How much one person, one address or one region may have of everything. Each number is defined only here (docs/reference/limits.md), and a test
-- checks that each row is used.
create table private.limits (
  name text primary key check (name ~ '^[a-z_]+(\.[a-z_]+)+$'),
  value numeric not null check (value >= 0 and value <> 'NaN'),
  what text not null
);
alter table private.limits enable row level security;
grant all on private.limits to service_role;

insert into private.limits (name, value, what) values
  ('hold.minutes', 15, 'minutes that a hold lasts'),
  ('hold.live', 2, 'active holds per person; an expired one counts until its seats are released. 0: bookings are closed'),
  ('hold.hour', 12, 'unpaid holds per person, including cash bookings, an hour'),
  ('hold.changes_hour', 60, 'changes of an active hold (date, time, people, payment) per person, an hour; they do not count as new holds'),
  ('hold.person_minutes', 20, 'minutes for which a person may hold seats of one departure without paying, within an hour'),
  ('hold.wait_minutes', 10, 'minutes to wait afterwards before the next hold of the departure'),
  ('hold.departure_minutes', 45, 'minutes for which unpaid holds may occupy all seats of a departure, within a day; after that, holds do not keep seats'),
  ('waitlist.live', 10, 'waitlists per person at a time'),
  ('waitlist.minute', 5, 'waitlists joined per person, a minute'),
  ('waitlist.hour', 30, 'the same, an hour'),
  ('waitlist.unanswered', 2, 'unanswered offers of seats per person and departure; after that the person cannot join its waitlist again'),
  ('waitlist.offer_minutes', 120, 'minutes for which free seats are offered to the waitlist; a quarter of the remaining time if that is less'),
  ('waitlist.passes', 3, 'times that an entry is passed over because the free seats are too few for it; after that, free seats are reserved for it'),
  ('waitlist.reserve_minutes', 30, 'minutes for which they are reserved, until there are enough'),
  ('waitlist.departure_minutes', 360, 'minutes for which unanswered offers may occupy all seats of a departure, within a day; after that, an offer lasts as long as a hold'),
  ('cash.open', 3, 'unpaid cash bookings per person'),
  ('cash.new_guests_percent', 50, 'share of a departure''s seats for unpaid cash bookings of new guests, percent; at least one seat'),
  ('message.minute', 60, 'messages in conversations, per sender, a minute'),
  ('message.hour', 600, 'the same, an hour'),
  ('group_message.minute', 10, 'messages to a group, per sender, a minute'),
  ('group_message.hour', 60, 'the same, an hour'),
  ('board_message.minute', 5, 'board messages and answers, per author, a minute'),
  ('board_message.hour', 30, 'the same, an hour'),
  ('condition.minute', 5, 'conditions of roads and rivers created or changed per person, a minute'),
  ('condition.hour', 40, 'the same, an hour'),
  ('condition.letters', 5, 'emails about conditions of the same state per person, a day; notifications have no limit'),
  ('condition.dock_letters', 3, 'emails about conditions per address of a dock ticket, a day'),
  ('report.minute', 10, 'reports of messages and reviews, per person, a minute; one per target'),
  ('report.hour', 60, 'the same, an hour'),
  ('push.devices', 10, 'browsers with pushes per person; a new one replaces the one unused for longest'),
  ('wallet.hour', 60, 'requests for wallet tickets per person, an hour'),
  ('wallet.devices', 10, 'devices updated per wallet ticket; a new one replaces the one registered first'),
  ('contact.minute', 3, 'contact messages, per person, a minute'),
  ('contact.hour', 10, 'the same, an hour'),
  ('submission.minute', 5, 'submissions, per person, a minute'),
  ('submission.hour', 20, 'the same, an hour'),
  ('contact.letters_hour', 60, 'contact messages emailed to the team, an hour; further ones are only in the queue'),
  ('application.sender_day', 5, 'applications per sender (an account, or a visitor''s network), a day'),
  ('application.address_day', 3, 'applications per email address that the sender has not confirmed, a day'),
  ('application.unknown_hour', 20, 'applications of all visitors with an unknown network, an hour'),
  ('application.visitors_hour', 60, 'applications of all visitors without an account, an hour'),
  ('referral_link.day', 30, 'referral links created per partner, a day, including deleted ones'),
  ('role_request.day', 10, 'role requests per person, a day'),
  ('invitation.address_day', 5, 'invitations per inviter and email address, a day'),
  ('invitation.address_day_all', 15, 'invitations of all inviters per email address, a day'),
  ('invitation.minute', 20, 'invitations, per inviter, a minute'),
  ('invitation.hour', 200, 'the same, an hour'),
  ('passport.day', 60, 'passport images, per person, a day'),
  ('upload.files_day', 100, 'files in the public storage, per person, a day'),
  ('upload.bytes_day', 209715200, 'bytes of those files, 200 MB'),
  ('upload.team_files_day', 1000, 'the same per person who edits a region''s pages; a photo there is up to five files, one per width'),
  ('upload.team_bytes_day', 2147483648, 'bytes of those files, 2 GB'),
  ('check_in.person', 30, 'wrong check-in codes per person, in 15 minutes'),
  ('check_in.booking', 20, 'wrong check-in codes per booking, by people who may not check it in, an hour'),
  ('dock_sale.minute', 20, 'sales at the dock, per seller, a minute'),
  ('dock_sale.hour', 300, 'the same, an hour'),
  ('dock_sale.late_minutes', 30, 'minutes after a departure''s time during which its seats are sold at the dock'),
  ('dock_sale.card_minutes', 15, 'minutes for which the seats of a dock sale are held for the guest''s card payment'),
  ('dock_sale.unpaid', 5, 'such sales per seller at a time'),
  ('dock_sale.link_hours', 24, 'hours for which the seats of a guest who was sent a payment link are held, at most until check-in opens'),
  ('dock_sale.unpaid_links', 20, 'such sales per seller at a time'),
  ('dock_sale.pay_links', 12, 'payment links per such sale'),
  ('dock_sale.undo_minutes', 5, 'minutes for which a seller can undo a dock sale'),
  ('dock_sale.undo_day', 10, 'dock sales undone per seller, a day'),
  ('dock_sale.letters', 3, 'emails with the ticket per dock sale'),
  ('dock_sale.letters_day', 60, 'such emails per seller, a day'),
  ('dock_sale.letters_address', 10, 'such emails per email address, of all sellers, a day'),
  ('dock_sale.forget_days', 30, 'days after a trip for which the name and number of a guest without an account are stored'),
  ('reserve.seats', 8, 'seats of a departure that a seller keeps on a phone for offline sales'),
  ('reserve.live', 4, 'departures with such seats per seller at a time'),
  ('reserve.hours', 6, 'hours for which they are kept at most'),
  ('reserve.grace_minutes', 60, 'minutes afterwards during which their sales may still be sent'),
  ('reserve.minute', 5, 'times a seller reserves such seats, a minute'),
  ('reserve.hour', 30, 'the same, an hour'),
  ('guide_date.minute', 10, 'answers per guide for single dates, a minute'),
  ('guide_date.hour', 60, 'the same, an hour'),
  ('guide_date.same_day', 4, 'changes of a guide''s answer for one date of a timeslot, a day; guests are notified of each'),
  ('driver_date.minute', 60, 'changes of the drivers of single dates per person, a minute'),
  ('driver_date.hour', 400, 'the same, an hour'),
  ('driver_date.same_day', 12, 'the same per date of a ride, a day; drivers are notified of each'),
  ('driver_week.minute', 4, 'weeks of drivers copied per person, a minute'),
  ('driver_week.hour', 20, 'the same, an hour'),
  ('driver_week.same_day', 10, 'the same per week of a region, a day'),
  ('run_answer.minute', 20, 'answers per driver for single dates, a minute'),
  ('run_answer.hour', 100, 'the same, an hour'),
  ('run_answer.same_day', 4, 'changes of a driver''s answer for one date of a ride, a day; the region''s team is notified of a decline'),
  ('guide_answer.minute', 30, 'answers per guide for timeslots, a minute'),
  ('guide_answer.hour', 120, 'the same, an hour'),
  ('guide_answer.same_day', 4, 'changes of a guide''s answer for one timeslot, a day; the next guide is notified of each'),
  ('guide_pause.minute', 20, 'guide pauses started or ended per person, a minute'),
  ('guide_pause.hour', 60, 'the same, an hour'),
  ('guide_pause.same_day', 4, 'the same per guide, a day; the guide is notified of each'),
  ('guide_number.minute', 4, 'changes of the phone number that a guide shows to guests, a minute'),
  ('guide_number.hour', 8, 'the same, an hour'),
  ('guide_number.same_day', 10, 'the same, a day'),
  ('guide_number.hours_after', 12, 'hours after the end of a trip for which its guests see that number'),
  ('role_again.minute', 4, 'dropped roles that a person adds again, one per region, a minute'),
  ('role_again.hour', 6, 'the same, an hour'),
  ('role_again.same_day', 8, 'the same, a day; the region''s team is notified of a guide''s'),
  ('edit.pause_seconds', 5, 'seconds between two changes of the same review or board message'),
  ('check_in.undo_minutes', 5, 'minutes in which the person who set an arrival can undo it'),
  ('dock_report.calls', 50, 'offline actions per report call of a phone'),
  ('dock_report.minute', 300, 'offline actions reported per person, a minute'),
  ('dock_report.hour', 1200, 'the same, an hour'),
  ('dock_conflict.open', 500, 'unresolved conflicts per reporter; further ones wait on the phone'),
  ('dock_report.late_hours', 36, 'hours after the end of a departure''s arrivals in which offline actions are accepted as reported'),
  ('own_ticket.minute', 20, 'passenger tickets withdrawn per person, a minute'),
  ('own_ticket.hour', 60, 'the same, an hour'),
  ('own_ticket.same_day', 20, 'the same per booking, a day'),
  ('undo_arrival.minute', 60, 'arrivals undone per person, a minute'),
  ('undo_arrival.hour', 300, 'the same, an hour'),
  ('undo_arrival.same_day', 4, 'the same per booking, a day; the guest is notified of each'),
  ('booking_change.minute', 300, 'changes of bookings (status, cancellation, refund, date, people, details) per staff member, a minute'),
  ('booking_change.hour', 1500, 'the same, an hour'),
  ('booking_change.same_day', 8, 'the same per booking, a day; the guest is notified of each'),
  ('departure_delay.minute', 10, 'announcements of delays per person, a minute'),
  ('departure_delay.hour', 60, 'the same, an hour'),
  ('departure_delay.same_day', 12, 'the same per departure, by everyone together'),
  ('pickup_time.minute', 30, 'changed pickup times of hotels per person, a minute'),
  ('pickup_time.hour', 200, 'the same, an hour'),
  ('pickup_time.same_day', 100, 'the same per transport service, a day; guests are notified of changes'),
  ('pickup_change.wait_minutes', 10, 'minutes after a change of a pickup time until its guests are notified, so that several make one message'),
  ('booking_email.minute', 20, 'emails about bookings sent again per staff member, a minute'),
  ('booking_email.hour', 100, 'the same, an hour'),
  ('booking_email.same_day', 5, 'the same per booking, a day'),
  ('booking_email.address_day', 10, 'the same per email address, of all staff, a day'),
  ('payout_mark.minute', 300, 'shares marked as paid or unpaid in the list of transactions per person, a minute'),
  ('payout_mark.hour', 1500, 'the same, an hour'),
  ('payout_mark.same_day', 12, 'the same per booking, a day'),
  ('payout.payee_day', 10, 'payouts with a reference per payee of a region, and their reversals, a day; the payee is notified of each'),
  ('payee_account.sign_in_minutes', 15, 'minutes after signing in during which a payee changes or deletes bank details without the password'),
  ('payee_account.minute', 4, 'changes of a payee''s own bank details, a minute'),
  ('payee_account.hour', 8, 'the same, an hour'),
  ('payee_account.same_day', 10, 'the same, a day; the payee is notified of each'),
  ('payee_export.minute', 6, 'exports of the payees with their account numbers per person, a minute'),
  ('payee_export.hour', 30, 'the same, an hour'),
  ('payee_export.same_day', 60, 'the same per region, a day'),
  ('departure_cancel.minute', 10, 'times a person cancels departures, one or several at once, a minute'),
  ('departure_cancel.hour', 60, 'the same, an hour'),
  ('departure.undo_seconds', 120, 'seconds in which the cancellation of a departure can be undone, before anything is sent'),
  ('departure.offer_days', 14, 'days ahead to which guests of a cancelled departure may move'),
  ('desk_change.minutes', 120, 'minutes a guest has to pay for a change by the desk'),
  ('date_change.days', 60, 'days after today, or after the booking''s date, to which a guest may change it'),
  ('own_change.minute', 6, 'changes of dates or people per guest, a minute'),
  ('own_change.hour', 20, 'the same, an hour'),
  ('own_change.same_day', 4, 'the same per booking, a day; the trip''s team is notified of each'),
  ('ticket_transfer.open_days', 7, 'days for which a ticket transfer can be accepted, never past the departure'),
  ('ticket_transfer.day', 5, 'ticket transfers offered per person, a day'),
  ('ticket_transfer.address_day', 3, 'the same per email address, from all people, a day'),
  ('account_deletion.password', 5, 'wrong passwords per account deletion, in 15 minutes'),
  ('commission.ceiling_percent', 30, 'the highest commission of a partner, percent'),
  ('commission.operator_floor_percent', 50, 'the lowest share of a price for its operator, percent');

-- Returns a limit by its name.
create function private.limit_value(p_name text)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  v numeric := (select l.value from private.limits l where l.name = p_name);
begin
  if v is null then
    raise exception 'There is no limit %', p_name;
  end if;
  return v;
end $$;

-- Raises 429 with a code that says how long to wait.
create function private.fail_rate(p_span text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_span = 'minute' then
    perform private.fail(429, 'rate_limited', 'Too many requests. Please wait a minute and try again.');
  elsif p_span = 'hour' then
    perform private.fail(429, 'rate_limited_hour', 'Too many requests. Please try again in an hour.');
  end if;
  perform private.fail(429, 'rate_limited_day', 'Too many requests. Please try again tomorrow.');
end $$;

-- Raises 429 'rate_limited' or 'rate_limited_hour' if the caller did something too often. p_minute and p_hour are how often they did it in the last
-- minute and hour. The limits are '{p_name}.minute' and '{p_name}.hour'.
create function private.limit_rate(p_name text, p_minute bigint, p_hour bigint)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_hour >= private.limit_value(p_name || '.hour') then
    perform private.fail_rate('hour');
  elsif p_minute >= private.limit_value(p_name || '.minute') then
    perform private.fail_rate('minute');
  end if;
end $$;

-- Counts for a day the emails that people had sent to an address. The address's owner may have deleted the account or never had one, so the count is
-- stored under the address's hash and doesn't depend on an account.
create table private.letters_to_addresses (
  id bigint generated always as identity primary key,
  key text not null, -- the hash of what is counted and for whom
  at timestamptz not null default now()
);
create index letters_to_addresses_key_idx on private.letters_to_addresses (key, at);
create index letters_to_addresses_at_idx on private.letters_to_addresses (at);
alter table private.letters_to_addresses enable row level security;
grant all on private.letters_to_addresses to service_role;

create function private.forget_letters()
returns void language sql security definer set search_path = '' as $$
  delete from private.letters_to_addresses where id in (
    select l.id from private.letters_to_addresses l where l.at <= now() - interval '1 day' order by l.id limit 500 for update skip locked)
$$;

-- Returns the address that a limit counts, because many spellings reach one mailbox ('Ana.Caal+1@x.com' and 'anacaal@x.com'). It is only for
-- counting. Where dots matter, two people share a limit and nothing else.
create function private.mailbox_of(p_address text)
returns text language sql immutable set search_path = '' as $$
  select replace(split_part(split_part(a, '@', 1), '+', 1), '.', '') || '@'
    || case split_part(a, '@', 2) when 'googlemail.com' then 'gmail.com' else split_part(a, '@', 2) end
  from (select lower(btrim(p_address)) as a) x
$$;

-- Counts another email of a kind to an address. Two senders at the same time wait for each other. Raises 429 'rate_limited_day' above p_most a day.
create function private.count_letter(p_kind text, p_address text, p_most numeric)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_key text := private.hash_code(p_kind || ':' || private.mailbox_of(p_address));
begin
  perform pg_advisory_xact_lock(hashtextextended('private.letters_to_addresses ' || v_key, 0));
  if (select count(*) from private.letters_to_addresses l where l.key = v_key and l.at > now() - interval '1 day') >= p_most then
    perform private.fail_rate('day');
  end if;
  insert into private.letters_to_addresses (key) values (v_key);
end $$;

-- Raises 429 'rate_limited' if the same person changes the same thing again too soon.
create function private.limit_edits(p_edited_at timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_edited_at > now() - private.limit_value('edit.pause_seconds') * interval '1 second' then
    perform private.fail_rate('minute');
  end if;
end $$;

-- Characters that nobody sees, as in a regular expression's brackets. Copying often adds them, so texts lose them, and names and labels are refused.
-- Joiners and variation selectors are missing, because scripts and emoji need them: private.stray_characters() finds them where they do nothing.
-- src/lib/format/plain-line.ts has the same three sets.
create function private.invisible_characters()
returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a';
end $$;
grant execute on function private.invisible_characters() to authenticated, service_role;

-- Characters that control a screen or change the direction of neighbouring text, and those that Unicode excludes from texts, which break XML, in the
-- same form. They are refused everywhere.
create function private.steering_characters()
returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff';
end $$;
grant execute on function private.steering_characters() to authenticated, service_role;

-- A regular expression of joiners and variation selectors that do nothing. A joiner belongs between two characters of scripts that join, or two emoji, or
-- after the sign that removes a vowel (virama). A selector follows a symbol, an emoji, a Chinese character or a Mongolian character, or begins a keycap.
create function private.stray_characters()
returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare
  joining constant text := '\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1900-\u1cff\u2190-\u2bff\ua800-\uabff\ufe0f\U0001f000-\U0001faff';
  virama constant text := '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u103a\u17d2';
begin
  return '(?<![' || joining || '])[\u200c\u200d]|(?<![' || virama || '])[\u200c\u200d](?![' || joining || '])'
    || '|(?<![\u00a9\u00ae\u2010-\u32ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff])[\ufe00-\ufe0f](?!\u20e3)|(?<![\u1800-\u18af])[\u180b-\u180d\u180f]';
end $$;
grant execute on function private.stray_characters() to authenticated, service_role;

-- Blanks of every script, in the same form. A text with nothing else is as good as empty.
create function private.blank_characters()
returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '[:space:]\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000';
end $$;
grant execute on function private.blank_characters() to authenticated, service_role;

-- Returns a text without blanks at either end, as trim() does in the browser.
create function private.trimmed(t text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(t, '^[' || private.blank_characters() || ']+|[' || private.blank_characters() || ']+$', '', 'g')
$$;
grant execute on function private.trimmed(text) to authenticated, service_role;

-- Returns whether a text may be a single line such as a title or a label. It must have more than blanks, no invisible characters and none that change
-- the direction of neighbouring text. Letters of every script and emoji are allowed. src/lib/format/plain-line.ts and src/ui/form/text-rules.ts have
-- the same rules for lines and names, and both are tested with one list of cases.
create function private.is_plain_line(t text)
returns boolean language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return t !~ ('[\t\n\r\u2800' || private.invisible_characters() || private.steering_characters() || ']|' || private.stray_characters()
    || '|^[' || private.blank_characters() || ']+$');
end $$;
grant execute on function private.is_plain_line(text) to authenticated, service_role;

-- Returns whether a text may be used in an email or on a page. Line breaks are allowed, but no control characters and none that change the direction
-- of neighbouring text. Harmless invisible characters, which copying often adds, are removed. src/lib/format/plain-line.ts has the same rule.
create function private.is_plain_text(t text)
returns boolean language sql immutable set search_path = '' as $$
  select t !~ ('[' || private.steering_characters() || ']')
$$;
grant execute on function private.is_plain_text(text) to authenticated, service_role;

-- Returns a text without the invisible characters that copying often adds. Joiners and selectors that scripts and emoji need stay.
create function private.visible_text(t text)
returns text language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(t, '[' || private.invisible_characters() || ']', '', 'g'), private.stray_characters(), '', 'g')
$$;

-- Returns whether a text has anything visible. Only blanks and invisible characters make an empty message.
create function private.says_something(t text)
returns boolean language sql immutable set search_path = '' as $$
  select t ~ ('[^\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f' || private.blank_characters() || private.invisible_characters() || private.steering_characters() || ']')
$$;
grant execute on function private.says_something(text) to authenticated, service_role;

-- Returns whether a text contains a web address, which mail programs or readers turn into a link. Any two characters right after a dot may be a
-- top-level domain, because the list of them changes. 'St. Mary', 'J.R. Caal', 'Ma.José' and 'Sta.Ana' contain none: a common abbreviation before a
-- capitalised name, unless that is a known domain ('Sta.Com'). Neither do a degree ('M.Sc. Ana') and initials before a surname ('N.Jones'), unless
-- the surname is a known domain ('X.Shop'). Full-width characters and dots count as plain ones, and a dot in brackets or the word for it as a dot.
-- src/ui/form/text-rules.ts has the same rule.
create function private.has_web_address(t text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(regexp_replace(regexp_replace(
          regexp_replace(replace(normalize(t, NFKC), '。', '.'), '\s*[\[({<]\s*(\.|dot|punto)\s*[\])}>]\s*', '.', 'gi'),
          '\m(Ma|Fco|Fca|Sta|Sto|Dr|Dra|Lic|Ing|Sr|Sra|Srta)\.(?!(App|Art|Bar|Bet|Bid|Bio|Biz|Box|Bot|Cab|Cam|Car|Cat|Com|Day|Dev|Dot|Eat|Edu|Fan|Fit|Fly|Fun|Gal|Gay|Gov|Ice|Icu|Inc|Ink|Int|Kim|Lat|Law|Llc|Lol|Ltd|Man|Men|Mil|Mom|Net|New|Ngo|Now|Ong|One|Onl|Org|Ott|Pay|Pet|Pro|Pub|Red|Ren|Rip|Run|Sbs|Sex|Ski|Soy|Spa|Srl|Tax|Tel|Top|Uno|Vet|Vin|Vip|Win|Wow|Xin|Xxx|Xyz|You|Zip)(\s|$))(?=[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]{2,}(\s|$))', '\1 ', 'g'),
          '\m[BM]\.(Ed|Phil|Sc)\.?(?=\s|$)', '', 'g'),
          '\m(([[:upper:]]\.)+)(?!(Agency|Asia|Bank|Blog|Cash|Click|Cloud|Club|Coop|Email|Guide|Help|Info|Life|Link|Live|Media|Mobi|Money|Name|Online|Page|Post|Shop|Site|Space|Store|Support|Team|Tech|Today|Tours|Travel|Website|Work|World)\M)(?=[[:upper:]][[:lower:]]{3,}(?![[:alnum:]._/@]))', '\1 ', 'g')
      ~* '://|\mwww\.|[[:alnum:]]\.[[:alpha:]]{2}';
end $$;
grant execute on function private.has_web_address(text) to authenticated, service_role;

-- Returns whether a text may name a person or a business, which means a plain line without markup and web addresses.
create function private.is_plain_name(t text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return private.is_plain_line(t)
    -- Stacked accents cover the lines above and below.
    and t !~ '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}'
    and normalize(t, NFKC) !~ '[<>]' and not private.has_web_address(t);
end $$;
grant execute on function private.is_plain_name(text) to authenticated, service_role;

-- Returns one line of text for a notification.
create function private.excerpt(p_text text, p_length int)
returns text language sql immutable set search_path = '' as $$
  select case when length(line) > p_length then left(line, p_length) || '…' else line end
  from (select regexp_replace(btrim(p_text), '\s+', ' ', 'g') as line) t
$$;

-- Raises 400 'invalid_input' with the text.
create function private.invalid(message text, p_field text default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.fail(400, 'invalid_input', message, p_field);
end $$;

-- Raises 400 'name_not_plain' for a text that can't be a name.
create function private.check_name(p_name text, p_field text default null)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if not private.is_plain_name(p_name) then
    perform private.fail(400, 'name_not_plain', 'Please use a name without web addresses or special characters', p_field);
  end if;
end $$;

-- Returns whether a name may be in an email to someone who hasn't asked for it, because it is a person's name and not a message. It has no digits, no
-- punctuation of sentences, and at most 60 characters and seven words. If it has more than three words, they begin with capitals except for
-- particles, unlike those of a sentence. src/ui/form/text-rules.ts has the same rule.
create function private.is_person_name(t text)
returns boolean language sql immutable set search_path = '' as $$
  select private.is_plain_name(t) and length(t) <= 60 and normalize(t, NFKC) !~ '[0-9,;:!?¡¿"(){}/|@#$%*_+=~…—]|\[|\]|\\'
    and cardinality(words) <= 7
    and (cardinality(words) <= 3 or not exists (
      select 1 from unnest(words) w
       where w ~ '^[[:lower:]]' and w !~ '^(da|das|de|del|den|der|di|do|dos|du|e|el|la|las|le|los|van|von|y)$|^[dl][''’]'))
  from (select regexp_split_to_array(btrim(t), '[[:space:]]+') as words) x
$$;

-- Raises 400 'name_not_person' for any text that isn't a person's name.
create function private.check_person_name(p_name text, p_field text default null)
returns void language plpgsql immutable set search_path = '' as $$
begin
  perform private.check_name(p_name, p_field);
  if not private.is_person_name(p_name) then
    perform private.fail(400, 'name_not_person', 'Please enter a person''s name, with capital letters and without digits or sentences', p_field);
  end if;
end $$;

-- Checks that the columns that a trigger names have plain lines, and raises 400 'line_not_plain' otherwise. A value that was there before may stay.
create function private.check_lines()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if not private.is_plain_line(to_jsonb(new) ->> v_column)
       and (tg_op = 'INSERT' or to_jsonb(new) ->> v_column is distinct from to_jsonb(old) ->> v_column) then
      perform private.fail_not_plain(v_column);
    end if;
  end loop;
  return new;
end $$;

-- Raises 400 'line_not_plain'.
create function private.fail_not_plain(p_field text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  perform private.fail(400, 'line_not_plain', 'Please remove the invisible characters', p_field);
end $$;

-- Returns a text of several lines as it is stored, without harmless invisible characters, and '' if nothing visible is left. Raises 400
-- 'line_not_plain' for one that isn't plain.
create function private.check_text(p_text text, p_field text default null)
returns text language plpgsql immutable set search_path = '' as $$
begin
  if not private.is_plain_text(p_text) then
    perform private.fail_not_plain(p_field);
  end if;
  return case when not private.says_something(p_text) then '' else private.visible_text(p_text) end;
end $$;

-- Checks the columns that a trigger names in every language, as check_text does. A value that was there before may stay.
create function private.check_texts()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_column text;
  v_language text;
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
begin
  -- Erasing an account removes names from texts that may be older than this rule, so the rule isn't checked.
  if tg_op = 'UPDATE' and private.is_trusted_caller() then
    return new;
  end if;
  foreach v_column in array tg_argv loop
    if v_new ->> v_column is distinct from v_old ->> v_column then
      v_new := v_new || jsonb_build_object(v_column, private.check_text(v_new ->> v_column, v_column));
    end if;
    if v_new -> 'translations' is distinct from v_old -> 'translations' and jsonb_typeof(v_new -> 'translations') = 'object' then
      for v_language in select l.key from jsonb_each(v_new -> 'translations') l where jsonb_typeof(l.value -> v_column) = 'string' loop
        v_new := jsonb_set(v_new, array['translations', v_language, v_column],
          to_jsonb(private.check_text(v_new #>> array['translations', v_language, v_column], format('translations.%s.%s', v_language, v_column))));
      end loop;
    end if;
  end loop;
  return case when v_new = to_jsonb(new) then new else jsonb_populate_record(new, v_new) end;
end $$;

-- Returns whether a text is a phone number such as +50212345678, with a length that exists for its calling code. Null for null. No calling code
-- begins with another one.
create function private.is_phone(t text)
returns boolean language plpgsql immutable strict set search_path = '' as $$
begin
  return t ~ '^\+[1-9][0-9]{6,14}$'
    and coalesce(private.phone_lengths(substr(t, 2, 1)) @> to_jsonb(length(t) - 2), private.phone_lengths(substr(t, 2, 2)) @> to_jsonb(length(t) - 3),
                 private.phone_lengths(substr(t, 2, 3)) @> to_jsonb(length(t) - 4), false);
end $$;

-- Raises 400 'phone_impossible' for a phone number that can't exist. Null and '' aren't numbers.
create function private.check_phone(p_number text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_number <> '' and not private.is_phone(p_number) then
    perform private.fail(400, 'phone_impossible', 'Please enter a valid phone number');
  end if;
end $$;

-- Checks that the columns that a trigger names have phone numbers, or passengers with theirs, and raises 400 'phone_impossible' for one that can't
-- exist. A value that was there before may stay, so that an old booking can still be checked in or cancelled.
create function private.check_phones()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_column text;
  v_new jsonb;
  v_old jsonb;
begin
  foreach v_column in array tg_argv loop
    v_new := to_jsonb(new) -> v_column;
    v_old := case when tg_op = 'UPDATE' then to_jsonb(old) -> v_column end;
    if v_new is distinct from v_old then
      perform private.check_phone(x.number) from private.phones_in(v_new) x
        where x.number not in (select y.number from private.phones_in(v_old) y where y.number is not null);
    end if;
  end loop;
  return new;
end $$;

-- Returns the phone numbers in a column, which is one number or has passengers.
create function private.phones_in(p jsonb)
returns table (passenger int, field text, number text) language sql immutable set search_path = '' as $$
  select null::int, null::text, p #>> '{}' where jsonb_typeof(p) = 'string'
  union all
  select e.n::int - 1, k.field, e.entry ->> k.field
    from jsonb_array_elements(case when jsonb_typeof(p) = 'array' then p else '[]' end) with ordinality e (entry, n),
         (values ('phone'), ('whatsapp')) k (field)
   where e.entry ->> k.field <> ''
$$;

-- Returns passengers with a phone number replaced by another one, wherever they have it.
create function private.replace_phone(p_passengers jsonb, p_from text, p_to text)
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e.entry
      || case when e.entry ->> 'phone' = p_from then jsonb_build_object('phone', p_to) else '{}' end
      || case when e.entry ->> 'whatsapp' = p_from then jsonb_build_object('whatsapp', p_to) else '{}' end order by e.n), '[]')
    from jsonb_array_elements(p_passengers) with ordinality e (entry, n)
$$;

-- Returns whether a text is an email address that mail servers and Supabase Auth accept, which excludes quoted names and other alphabets.
-- src/lib/format/email.ts has the same rule, and both are tested with one list of cases.
create function private.is_email(t text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return length(t) <= 254 and strpos(t, '@') <= 65
    and t ~ '^[A-Za-z0-9_!#$%&''*+/=?^`{|}~-]+(\.[A-Za-z0-9_!#$%&''*+/=?^`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';
end $$;

-- Returns whether a text is a country code of ISO 3166-1 alpha-2.
create function private.is_country(t text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return t = any (string_to_array(
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ '
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR '
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP '
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT '
    'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW '
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ '
    'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW', ' '));
end $$;

-- Returns the names of the weekdays. Every week begins with the first of them (src/lib/format/week.ts has the same).
create function private.week_days()
returns text[] language sql immutable set search_path = '' as $$
  select '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]
$$;

-- Returns the English name of a date's weekday, in lower case.
create function private.weekday(d date)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return (array['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])[extract(dow from d)::int + 1];
end $$;

-- Raises 400 'invalid_input' unless both days are given, at most 92 days are between them, and they are at most ten years away, so that no
-- arithmetic with them fails.
create function private.check_date_range(p_from date, p_to date)
returns void language plpgsql set search_path = '' as $$
begin
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or p_to - p_from > 91 then
    perform private.invalid('The range can have at most 92 days');
  elsif greatest(abs(p_from - current_date), abs(p_to - current_date)) > 3660 then
    perform private.invalid('A date can be at most ten years away');
  end if;
end $$;

-- Returns an amount in minor units of the currency, as Stripe counts them.
create function private.to_minor(p_amount numeric, p_currency text)
returns bigint language sql immutable set search_path = '' as $$
  select round(p_amount * power(10::numeric, private.currency_exponent(p_currency)))::bigint
$$;

-- Returns minor units of the currency as an amount.
create function private.from_minor(p_minor numeric, p_currency text)
returns numeric language sql immutable set search_path = '' as $$
  select round(p_minor / power(10::numeric, private.currency_exponent(p_currency)), 2)
$$;

create function private.is_live(p_status text)
returns boolean language sql immutable set search_path = '' as $$
  select p_status not in ('cancelled', 'refunded')
$$;

-- Replaces everything in a text that names the person. p_patterns are case-insensitive regular expressions.
create function private.redact(p_text text, p_patterns text[])
returns text language plpgsql immutable set search_path = '' as $$
declare
  pattern text;
begin
  foreach pattern in array p_patterns loop
    p_text := regexp_replace(p_text, pattern, '[removed]', 'gi');
  end loop;
  return left(p_text, 4000);
end $$;

-- Returns a regular expression that matches exactly this text.
create function private.literal_pattern(p_text text)
returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_text, '([\\.^$*+?(){}|\[\]-])', '\\\1', 'g')
$$;

-- Returns a text in lower case without accents and with blanks instead of punctuation, so that any part of an email address finds it.
create function private.plain_words(p_text text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(lower(regexp_replace(normalize(coalesce(p_text, ''), nfkd), '[\u0300-\u036f]+', '', 'g')), '[[:punct:]]+', ' ', 'g')
$$;
grant execute on function private.plain_words(text) to authenticated, service_role;

-- Returns the words of the first 2,000 characters of a text for an index, without accents.
create function private.search_words(p_text text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select to_tsvector('pg_catalog.simple'::regconfig, private.plain_words(left(p_text, 2000)))
$$;
grant execute on function private.search_words(text) to authenticated, service_role;

-- Returns a query in which every word must match the beginning of a word of the row, with eight words at most. Null for an empty text.
create function private.search_query(p_text text)
returns tsquery language sql immutable parallel safe set search_path = '' as $$
  select to_tsquery('pg_catalog.simple'::regconfig, string_agg(quote_literal(w.word) || ':*', ' & '))
  from (select word from unnest(string_to_array(private.plain_words(left(p_text, 200)), ' ')) with ordinality u (word, n)
        where word !~ '^\s*$' order by n limit 8) w
$$;
