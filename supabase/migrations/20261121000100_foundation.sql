-- Foundation: the private schema, privileges that start from nothing, and helpers that every topic uses.

create schema if not exists private;
comment on schema private is 'Everything that protects money, seats or people. Not exposed by the API; reached only through functions.';
revoke all on schema private from public;
-- RLS policies call helpers in private as the requesting role: usage is needed, execute is granted per function.
grant usage on schema private to anon, authenticated, service_role;

-- Functions are executable by everyone by default. `in schema` would make this a no-op, so it is left out.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- The client maps `hint` to a text of its own; PostgREST turns PTnnn into HTTP status nnn.
-- status: an HTTP status such as 400, 403, 404, 409, 429. code: stable, snake_case.
create function private.fail(status int, code text, message text)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = message, hint = code;
end $$;

create function private.touch_updated_at()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Digits after the decimal point of a currency's minor unit, as Stripe counts them.
create function private.currency_exponent(currency_code text)
returns int language sql immutable set search_path = '' as $$
  select case when upper(currency_code) in ('JPY', 'CLP') then 0 else 2 end
$$;

-- The 15 currencies a territory may use (spec part 3, section 3).
create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  exponent int not null check (exponent in (0, 2))
);
insert into public.currencies (code, symbol, exponent) values
  ('USD', '$', 2), ('GTQ', 'Q', 2), ('EUR', '€', 2), ('GBP', '£', 2), ('MXN', '$', 2), ('CAD', '$', 2), ('AUD', '$', 2),
  ('JPY', '¥', 0), ('CNY', '¥', 2), ('BRL', 'R$', 2), ('ARS', '$', 2), ('COP', '$', 2), ('PEN', 'S/', 2), ('CLP', '$', 0), ('BOB', 'Bs', 2);
