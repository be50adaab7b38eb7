-- Account ownership (docs/decisions/0030). Anyone can sign up with another person's address and know its password, so a confirmed address doesn't
-- show who chose it. An account is proven to be its owner's once someone who reads its email has chosen its password, and only then can it get a
-- role.

create table private.account_owners (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- Triggers record here since when the account has its address and its password.
  address_since timestamptz not null default now(),
  password_since timestamptz,
  -- The SHA-256 of the secret that the browser kept which signed up, because that browser chose the first password.
  sign_up_hash text,
  -- When and how ownership was proven: 'sign-up' in one browser, a 'password' chosen in a session opened by email, or chosen with the code of an
  -- 'invitation'. 'given' means by the database's administrator.
  owned_since timestamptz,
  how text check (how in ('sign-up', 'password', 'invitation', 'given')),
  constraint account_owners_how check ((owned_since is null) = (how is null))
);
alter table private.account_owners enable row level security;
grant all on private.account_owners to service_role;

-- Records what the check below compares. A new address resets the proof, because no one has shown yet that they read its email. A session opened by
-- the email about the change doesn't prove it either, because both mailboxes get one and the second one opened may be the old address's, hence the
-- minute.
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

-- Protects the reader of a password email. If ownership isn't proven, someone else may know the password, be signed in, and choose another password
-- before the reader does. That would end the reader's session, or make the email useless. So opening the email first invalidates the old password and
-- all sessions, and while it is unopened, no one else can choose a password (403 'letter_waits'). The requesting session isn't known here, and a
-- session opened by email may be from an older email, next to a stranger's. But if the account has no password any longer, only emails can have
-- opened its sessions, so anyone with such a session can choose a password, even if another email was requested since. An account with proven
-- ownership keeps both until the new password is chosen, because anyone can request such an email, and opening it by accident must not sign its owner
-- out everywhere.
create function private.before_letter_ends()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.account_owners o where o.user_id = new.id and o.owned_since is not null) then
    return new;
  elsif new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := null;
    delete from auth.sessions s where s.user_id = new.id;
  elsif coalesce(old.encrypted_password, '') <> '' and old.recovery_sent_at > now() - interval '1 hour' then
    perform private.fail(403, 'letter_waits', 'We''ve emailed you a link. Please use it to choose your new password.');
  end if;
  return new;
end $$;

-- The auth service clears the token when the email is opened and when a password is chosen.
create trigger on_auth_letter_ends before update of recovery_token on auth.users
  for each row when (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
  execute function private.before_letter_ends();

-- Has the effects of opening a password email, for someone who proved access to the mailbox with an invitation's code, so that no unopened email, no
-- matter who requested it, blocks the password that they choose.
create function private.end_unproven_access(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.account_owners o where o.user_id = p_user_id and o.owned_since is not null) then
    update auth.users u set encrypted_password = null where u.id = p_user_id;
    delete from auth.sessions s where s.user_id = p_user_id;
  end if;
end $$;

-- Returns how the caller's session proves that the account is theirs: 'sign-up' or 'password', or null if it doesn't. A session opened by email (its
-- token's `amr`) belongs to someone who reads its email. A password set after that, while the session is active, was set in it, because setting one
-- ends all other sessions. After a sign-up, the requesting browser has a secret, with which a session opened by email belongs to the person who chose
-- the first password. A second sign-up with the same address keeps the first password, and so the first secret.
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
  -- The token has only full seconds.
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

-- Returns whether the caller's account is known to be theirs, or their session shows it.
create function private.is_proven()
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.account_owners o where o.user_id = (select auth.uid()) and o.owned_since is not null)
    or private.proof_of_session() is not null
$$;

-- Returns whether the account is known to be its owner's. Records what the session proves, if the caller is its owner.
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

-- Checks the ownership before any role is granted. Raises 403 'account_unproven' for the person, and 409 'owner_unproven' for someone else. The
-- database's administrator may grant a role to any account, which proves its ownership.
create function private.require_owned(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_trusted_caller() then
    perform private.give_account(p_user_id, 'given');
  elsif private.is_owned(p_user_id) then
    return;
  elsif p_user_id = (select auth.uid()) then
    perform private.fail(403, 'account_unproven', 'To confirm that this account is yours, first choose a new password with the link we email you.');
  else
    perform private.fail(409, 'owner_unproven', 'This person hasn''t confirmed their account. They can confirm it by choosing a new password in their profile.');
  end if;
end $$;

-- Records that an account is its owner's, unless that is known.
create function private.give_account(p_user_id uuid, p_how text)
returns void language sql security definer set search_path = '' as $$
  update private.account_owners o set owned_since = now(), how = p_how where o.user_id = p_user_id and o.owned_since is null
$$;

-- Records what the caller's session proves, and returns whether the account is known to be the caller's. It is called after an email's link or code
-- signed in, and after a password was set. `p_sign_up_secret` is stored by the browser that signed up. Raises 401 'not_signed_in'.
create function public.claim_account(p_sign_up_secret text default null)
returns boolean language sql security definer set search_path = '' as $$
  select private.is_owned(private.require_user(), p_sign_up_secret)
$$;
