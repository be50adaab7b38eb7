-- Whose account it is (docs/decisions/0030). Anybody can sign up with an address that is not theirs and know its password; a confirmed
-- address does not say who chose it. An account is its owner's once somebody who reads its mail has chosen its password, and
-- only then does it get a role.

create table private.account_owners (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- What the auth service did to the account, noted by triggers: since when it has its address and its password.
  address_since timestamptz not null default now(),
  password_since timestamptz,
  -- SHA-256 of the secret that the browser which signed up has kept: that browser chose the first password.
  sign_up_hash text,
  -- Since when it is known to be its owner's, and how: 'sign-up' in one browser, a 'password' chosen in a session that a letter opened,
  -- or chosen with the code of an 'invitation'; 'given': by whoever runs the database.
  owned_since timestamptz,
  how text check (how in ('sign-up', 'password', 'invitation', 'given')),
  constraint account_owners_how check ((owned_since is null) = (how is null))
);
alter table private.account_owners enable row level security;
grant all on private.account_owners to service_role;

-- Notes what the check below compares. A new address ends what was known: nobody has shown yet that they read its mail. Nor has the session
-- that the letter of the change opens, as both mailboxes get one and the second to be opened may be the old one: hence the minute.
create function private.on_user_secrets_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.account_owners o set
    address_since = case when old.email is distinct from new.email then now() + interval '1 minute' else o.address_since end,
    owned_since = case when old.email is distinct from new.email then null else o.owned_since end,
    how = case when old.email is distinct from new.email then null else o.how end,
    password_since = case when old.encrypted_password is distinct from new.encrypted_password then now() else o.password_since end
  where o.user_id = new.id;
  return null;
end $$;

create trigger on_auth_user_secrets_changed after update of email, encrypted_password on auth.users
  for each row when ((old.email, old.encrypted_password) is distinct from (new.email, new.encrypted_password))
  execute function private.on_user_secrets_changed();

-- A letter for a new password is its reader's. Where the account is not known to be theirs, somebody else may know the password and be
-- signed in, and would choose another one before the reader does: that ends the reader's session, or takes the letter's worth before it is
-- opened. So the letter ends the old password and all sessions when it is opened, before it opens one; and while it waits, nobody chooses
-- another password (403 'letter_waits'). Which session asks is not seen here, and one that a letter opened may be that of an older letter,
-- beside the stranger's. But where the account has no password any more, only letters can have opened what sessions there are: so who
-- has opened one chooses a password, whoever has asked for another letter since.
--
-- An account that is known to be its owner's keeps both until the new password is chosen: anybody can ask for such a letter, and a careless
-- tap on it must not sign its owner out everywhere.
create function private.before_letter_ends()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.account_owners o where o.user_id = new.id and o.owned_since is not null) then
    return new;
  elsif new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := null;
    delete from auth.sessions s where s.user_id = new.id;
  elsif coalesce(old.encrypted_password, '') <> '' and old.recovery_sent_at > now() - interval '1 hour' then
    perform private.fail(403, 'letter_waits', 'An email for a new password is on its way to this address. Please choose the password with it.');
  end if;
  return new;
end $$;

-- The auth service empties the token when the letter is opened, and when a password is chosen.
create trigger on_auth_letter_ends before update of recovery_token on auth.users
  for each row when (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
  execute function private.before_letter_ends();

-- What the opening of a letter does, for who has shown with the code of an invitation that they read the mail: so no letter that waits,
-- whoever has asked for it, stands in the way of the password that they choose.
create function private.end_unproven_access(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.account_owners o where o.user_id = p_user_id and o.owned_since is not null) then
    update auth.users u set encrypted_password = null where u.id = p_user_id;
    delete from auth.sessions s where s.user_id = p_user_id;
  end if;
end $$;

-- How the caller's session shows that the account is theirs: 'sign-up' or 'password', null if it does not.
--
-- A session that a letter opened (its token's `amr`) belongs to somebody who reads the mail. A password that was set after that, while
-- the session lives, was set in it: to set one ends all other sessions. After a sign-up the browser that asked for it has a secret: with it,
-- a session that an email opened belongs to the person who chose the first password. A second sign-up with the same address keeps the
-- first password, and so the first secret.
create function private.proof_of_session(p_sign_up_secret text default null)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  token jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  account private.account_owners;
  opened timestamptz;
  methods text[];
begin
  select * into account from private.account_owners o where o.user_id = (select auth.uid());
  select s.created_at into opened from auth.sessions s
  where s.id::text = token ->> 'session_id' and s.user_id = account.user_id;
  if opened is null or opened < account.address_since or jsonb_typeof(token -> 'amr') is distinct from 'array' then
    return null;
  end if;
  -- The token has full seconds.
  select array_agg(a ->> 'method') into methods from jsonb_array_elements(token -> 'amr') a
  where jsonb_typeof(a -> 'timestamp') = 'number'
    and to_timestamp((a ->> 'timestamp')::double precision) >= date_trunc('second', opened);
  if not coalesce(methods && '{otp,recovery,magiclink,invite,email/signup}', false) then
    return null;
  elsif account.sign_up_hash = private.hash_code(p_sign_up_secret) and account.password_since <= opened then
    return 'sign-up';
  elsif account.password_since >= opened then
    return 'password';
  end if;
  return null;
end $$;

-- Whether the caller's account is known to be theirs, or their session shows it.
create function private.is_proven()
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.account_owners o where o.user_id = (select auth.uid()) and o.owned_since is not null)
    or private.proof_of_session() is not null
$$;

-- Whether the account is known to be its owner's. Takes note of what the session of its owner shows, when it is they who ask.
create function private.is_owned(p_user_id uuid, p_sign_up_secret text default null)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  proof text;
begin
  if exists (select 1 from private.account_owners o where o.user_id = p_user_id and o.owned_since is not null) then
    return true;
  elsif p_user_id is distinct from (select auth.uid()) then
    return false;
  end if;
  proof := private.proof_of_session(p_sign_up_secret);
  update private.account_owners o set owned_since = now(), how = proof where o.user_id = p_user_id and proof is not null;
  return proof is not null;
end $$;

-- Before a role begins, whoever gives it. Raises 403 'account_unproven' to the person, 409 'owner_unproven' to somebody else. Who runs
-- the database may give a role to any account, which is its owner's by that.
create function private.require_owned(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_trusted_caller() then
    perform private.give_account(p_user_id, 'given');
  elsif private.is_owned(p_user_id) then
    return;
  elsif p_user_id = (select auth.uid()) then
    perform private.fail(403, 'account_unproven', 'Please choose a new password first, with a letter that we send you: it shows that this account is yours');
  else
    perform private.fail(409, 'owner_unproven', 'This person has not shown yet that the account is theirs. They do so by choosing a new password in their profile.');
  end if;
end $$;

-- Notes that an account is its owner's, unless it is known.
create function private.give_account(p_user_id uuid, p_how text)
returns void language sql security definer set search_path = '' as $$
  update private.account_owners o set owned_since = now(), how = p_how where o.user_id = p_user_id and o.owned_since is null
$$;

-- Takes note of what the caller's session shows: the app asks after an email's link or code signed in, and after a password was set.
-- `p_sign_up_secret`: what this browser has kept since it signed up. → whether the account is known to be the caller's. Raises 401
-- 'not_signed_in'.
create function public.claim_account(p_sign_up_secret text default null)
returns boolean language sql security definer set search_path = '' as $$
  select private.is_owned(private.require_user(), p_sign_up_secret)
$$;
