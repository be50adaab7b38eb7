-- The bank details to which a payee's shares are paid (docs/rules/money.md, Bank details). The payee enters them and then sees the number masked. Whole
-- numbers leave the database only in the file for the bank, which managers export and the audit log records.

create table private.payee_accounts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  holder text not null check (length(private.trimmed(holder)) between 1 and 160),
  kind text not null check (kind in ('person', 'company')),
  tax_number text check (tax_number ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  bank text not null check (length(private.trimmed(bank)) between 1 and 100),
  account_type text not null check (account_type in ('monetary', 'savings')),
  currency_code text not null references public.currencies (code),
  account_number text not null check (account_number ~ '^[A-Z0-9]{4,34}$'), -- without blanks and hyphens
  updated_at timestamptz not null default now()
);
create index payee_accounts_currency_idx on private.payee_accounts (currency_code);
create trigger payee_accounts_lines before insert or update on private.payee_accounts
  for each row execute function private.check_lines('holder', 'bank');
alter table private.payee_accounts enable row level security;
grant all on private.payee_accounts to service_role;

-- Returns an account number as people may see it, with its last four characters, or half of a shorter one.
create function private.masked_number(p_number text)
returns text language sql immutable set search_path = '' as $$
  select '•••• ' || right(p_number, least(4, length(p_number) / 2))
$$;

-- Returns whether the check digits of an IBAN are right (ISO 13616), for a text of A to Z and 0 to 9. Those of Guatemala have 28 characters.
create function private.is_iban(p_number text)
returns boolean language sql immutable set search_path = '' as $$
  select case when p_number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (p_number !~ '^GT' or length(p_number) = 28) then
    (select mod(string_agg(case when c ~ '[A-Z]' then (ascii(c) - 55)::text else c end, '' order by n)::numeric, 97) = 1
       from regexp_split_to_table(substr(p_number, 5) || left(p_number, 4), '') with ordinality x (c, n))
    else false end
$$;

-- Returns whether the person may be paid: guides, partners and managers, and former ones who are owed something or were paid. The share of transport
-- belongs to its service and has no person as payee.
create function private.may_be_payee(p_user_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.live_grants g where g.user_id = p_user_id and g.role in ('tour_guide', 'travel_partner', 'territory_manager'))
    or exists (select 1 from public.payouts p where p.payee_id = p_user_id)
    or cardinality(private.open_share_ids_of(p_user_id)) > 0
$$;

-- Returns a person's bank details with the number masked, or null.
create function private.payee_account_json(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(a) - 'user_id' || jsonb_build_object('account_number', private.masked_number(a.account_number))
    from private.payee_accounts a where a.user_id = p_user_id
$$;

-- Returns the caller's bank details: {may_have, account: {holder, kind, tax_number, bank, account_type, currency_code, account_number, updated_at} or
-- null}. account_number is masked. may_have: whether the caller may save some.
create function public.my_payee_account()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object('may_have', private.may_be_payee(caller), 'account', private.payee_account_json(caller));
end $$;

-- Returns a required line of the form. Raises 400 'fields_required', 'invalid_input' and 'line_not_plain', each with its field.
create function private.payee_account_line(p jsonb, p_field text, p_most int)
returns text language plpgsql stable set search_path = '' as $$
declare
  v text := private.input_text(p, p_field, p_most);
begin
  if v is null then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields', p_field);
  elsif not private.is_plain_line(v) then
    perform private.fail_not_plain(p_field);
  end if;
  return v;
end $$;

-- Returns one of the choices of a field. Raises 400 'fields_required' and 'invalid_input', each with its field.
create function private.payee_account_choice(p jsonb, p_field text, p_choices text[])
returns text language plpgsql stable set search_path = '' as $$
declare
  v text := private.payee_account_line(p, p_field, 20);
begin
  if v <> all (p_choices) then
    perform private.invalid(format('%s is not one of the choices', p_field), p_field);
  end if;
  return v;
end $$;

-- Returns the bank details of a form as they are stored. A number that begins with two letters must be an IBAN. Raises as the two functions above, and
-- 400 'tax_number_wrong' and 'account_number_wrong'.
create function private.read_payee_account(p jsonb)
returns private.payee_accounts language plpgsql stable security definer set search_path = '' as $$
declare
  a private.payee_accounts;
begin
  if jsonb_typeof(p) is distinct from 'object' then
    perform private.invalid('The bank details are missing');
  end if;
  a.holder := private.payee_account_line(p, 'holder', 160);
  a.kind := private.payee_account_choice(p, 'kind', '{person,company}');
  a.tax_number := upper(private.input_text(p, 'tax_number', 40));
  a.bank := private.payee_account_line(p, 'bank', 100);
  a.account_type := private.payee_account_choice(p, 'account_type', '{monetary,savings}');
  a.currency_code := private.payee_account_choice(p, 'currency_code', array(select c.code from public.currencies c));
  a.account_number := upper(regexp_replace(private.payee_account_line(p, 'account_number', 100), '[\s-]', '', 'g'));
  a.tax_number := nullif(regexp_replace(a.tax_number, '[\s./]', '', 'g'), '');
  if a.tax_number !~ '^[A-Z0-9][A-Z0-9-]{0,19}$' then
    perform private.fail(400, 'tax_number_wrong', 'Please use only A to Z, 0 to 9 and hyphens for the tax number', 'tax_number');
  elsif a.account_number !~ '^[A-Z0-9]{4,34}$' then
    perform private.fail(400, 'account_number_wrong', 'Please enter an account number of 4 to 34 characters, A to Z and 0 to 9', 'account_number');
  elsif a.account_number ~ '^[A-Z]{2}' and not private.is_iban(a.account_number) then
    perform private.fail(400, 'iban_wrong', 'This IBAN has a typing error. Please check each character.', 'account_number');
  end if;
  return a;
end $$;

-- Returns whether the caller entered a password or a code within the last minutes, according to the token's `amr`. Renewing a token doesn't count. Its
-- times are full seconds of the auth service's clock, which may be a little ahead. A malformed claim isn't recent.
create function private.signed_in_recently()
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
      from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'amr' as amr) token,
           jsonb_array_elements(case jsonb_typeof(token.amr) when 'array' then token.amr else '[]' end) a
     where case when jsonb_typeof(a -> 'method') = 'string' and a ->> 'method' <> 'token_refresh' and jsonb_typeof(a -> 'timestamp') = 'number' then
       (a ->> 'timestamp')::numeric between extract(epoch from now()) - 60 * private.limit_value('payee_account.sign_in_minutes')
         and extract(epoch from now()) + 60 end)
$$;

-- Raises 403 'sign_in_again' if the caller's last sign-in is too long ago.
create function private.require_recent_sign_in()
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.signed_in_recently() then
    perform private.fail(403, 'sign_in_again', 'Please enter your password to confirm that it''s you.');
  end if;
end $$;

-- Records that bank details were changed or deleted, and notifies the payee in the app and by email, which no setting turns off. Everything names the
-- number masked.
create function private.tell_of_payee_account(p_user_id uuid, p_deleted boolean, p_number text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_number jsonb := jsonb_build_object('account_number', private.masked_number(p_number));
  v_params jsonb := v_number || jsonb_build_object('at', now());
begin
  if p_deleted then
    perform private.audit('payee_account_deleted', null, 'profiles', p_user_id::text, v_number);
    perform private.notify(p_user_id, 'payee_account', 'payee_account_deleted', v_params, null);
  else
    perform private.audit('payee_account_changed', null, 'profiles', p_user_id::text, v_number);
    perform private.notify(p_user_id, 'payee_account', 'payee_account_changed', v_params, null);
  end if;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:payee_account:' || gen_random_uuid(), 'email', 'payee_account', p.email, v_params || jsonb_build_object('deleted', p_deleted,
      'full_name', p.full_name, 'time_zone', coalesce((select t.time_zone from public.territories t where t.id = p.territory_id), 'America/Guatemala'))
    from public.profiles p where p.id = p_user_id and private.may_mail(p.email);
end $$;

-- Saves the caller's bank details: {holder, kind, tax_number, bank, account_type, currency_code, account_number}. Saving the same again changes nothing and
-- notifies no one. Raises 403 'forbidden' for people who can't be payees, 400 as read_payee_account does, 403 'sign_in_again', and 429 as limit_changes
-- does. Locks the profile.
create function public.save_payee_account(p_account jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  a private.payee_accounts;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  if not private.may_be_payee(caller) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  a := private.read_payee_account(p_account);
  perform private.require_recent_sign_in();
  a.user_id := caller;
  a.updated_at := now();
  if exists (select 1 from private.payee_accounts x where x.user_id = caller and to_jsonb(x) - 'updated_at' = to_jsonb(a) - 'updated_at') then
    return;
  end if;
  perform private.limit_changes('payee_account', '{payee_account_changed,payee_account_deleted}', caller::text);
  delete from private.payee_accounts x where x.user_id = caller;
  insert into private.payee_accounts select a.*;
  perform private.tell_of_payee_account(caller, false, a.account_number);
end $$;

-- Deletes the caller's bank details, if there are any. Raises 403 'sign_in_again', and 429 as limit_changes does. Locks the profile.
create function public.delete_payee_account()
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_number text;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  perform private.require_recent_sign_in();
  select a.account_number into v_number from private.payee_accounts a where a.user_id = caller;
  if v_number is null then
    return;
  end if;
  perform private.limit_changes('payee_account', '{payee_account_changed,payee_account_deleted}', caller::text);
  delete from private.payee_accounts a where a.user_id = caller;
  perform private.tell_of_payee_account(caller, true, v_number);
end $$;

-- Returns the payees to whom a territory owes something now, with their bank details, as a list in the order of payees_to_pay: [{party, name, names,
-- is_person, own, holder, kind, tax_number, bank, account_type, account_currency, account_number, amount, currency_code, bookings, territory_name,
-- territory_names, reference}]. The bank details are null for a payee without them. reference is a suggestion for the transfer. Each export is one entry of
-- the audit log, also an empty one, written by the same statement, so that it counts what was returned. The API limits the rows of a page, but not a list.
-- For managers of the territory and admins. Raises 403 'forbidden', and 429 as limit_changes does.
create function public.export_payees(p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' set work_mem = '32MB' as $$
declare
  v_day text := (select to_char(now() at time zone t.time_zone, 'YYYYMMDD') from public.territories t where t.id = p_territory_id);
  v_list jsonb;
begin
  perform private.require_earner(p_territory_id);
  perform private.limit_changes('payee_export', '{payees_exported}', p_territory_id);
  with due as materialized (
    select g.*, a.holder, a.kind, a.tax_number, a.bank, a.account_type, a.currency_code as account_currency, a.account_number
      from private.open_payees(p_territory_id) g
      left join private.payee_accounts a on a.user_id = g.payee_id
     where g.due > 0
  ), entry as (
    insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
    select auth.uid(), 'payees_exported', p_territory_id, 'territories', p_territory_id,
           jsonb_build_object('payees', count(*), 'account_numbers', count(d.account_number))
      from due d
  )
  select coalesce(jsonb_agg(jsonb_build_object('party', d.party, 'name', private.payee_name(d.party, d.payee_id, d.service_id, p_territory_id),
           'names', private.payee_names(d.payee_id, d.service_id), 'is_person', d.payee_id is not null,
           'own', d.party = 'partner' and private.is_own_commission(d.payee_id, p_territory_id), 'holder', d.holder, 'kind', d.kind,
           'tax_number', d.tax_number, 'bank', d.bank, 'account_type', d.account_type, 'account_currency', d.account_currency,
           'account_number', d.account_number, 'amount', d.due, 'currency_code', d.currency_code, 'bookings', d.bookings,
           'territory_name', t.name, 'territory_names', t.names -> 'name',
           'reference', concat_ws('-', upper(p_territory_id), v_day, upper(left(coalesce(d.payee_id, d.service_id)::text, 8)), d.currency_code))
         order by d.due desc, d.ahead desc, private.payee_key(d.party, d.payee_id, d.service_id), d.currency_code), '[]')
    into v_list from due d join public.territories t on t.id = p_territory_id;
  return v_list;
end $$;
