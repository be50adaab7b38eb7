-- What was earned, owed and paid stays when the person goes: rows of money lose the name, never themselves.

alter table public.referral_links
  drop constraint referral_links_user_id_fkey,
  alter column user_id drop not null,
  -- The code stays taken: a printed QR code never starts to pay somebody else.
  add constraint referral_links_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null;
alter table public.referrals
  drop constraint referrals_referral_link_id_fkey,
  alter column referral_link_id drop not null,
  add constraint referrals_referral_link_id_fkey foreign key (referral_link_id) references public.referral_links (id) on delete set null;
alter table public.commissions
  drop constraint commissions_referral_id_fkey,
  add constraint commissions_referral_id_fkey foreign key (referral_id) references public.referrals (id) on delete restrict;
alter table public.commission_earnings
  drop constraint commission_earnings_user_id_fkey,
  alter column user_id drop not null,
  add constraint commission_earnings_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null;
alter table public.commission_payments
  drop constraint commission_payments_user_id_fkey,
  alter column user_id drop not null,
  add constraint commission_payments_user_id_fkey foreign key (user_id) references public.profiles (id) on delete set null;

-- A link that its partner deletes does not take the partner off what it has earned.
create or replace function private.fill_referral_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.referral_link_id is null then
    return new;
  end if;
  new.partner_id := (select l.user_id from public.referral_links l where l.id = new.referral_link_id);
  new.territory_id := coalesce(
    (select b.territory_id from public.bookings b where b.id = new.booking_id),
    (select b.territory_id from public.transport_bookings b where b.id = new.transport_booking_id));
  return new;
end $$;

-- A booking that came through a partner who is gone by the time it is paid: the partner's share is the operator's.
create or replace function private.write_sale(b private.booking_facts, p_kind text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_rate numeric;
  v_partner uuid;
  v_referral uuid;
  v record;
begin
  if b.referral_link_id is not null then
    select l.user_id, coalesce(h.partner_rate, p.commission_level) into v_partner, v_rate
      from public.referral_links l
      join public.profiles p on p.id = l.user_id
      left join private.holds h on h.id = b.hold_id
     where l.id = b.referral_link_id;
  end if;
  select * into v from private.split_amount(b.total_price, b.currency_code, coalesce(v_rate, 0));
  insert into private.ledger (booking_id, transport_booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
  select b.booking_id, b.transport_booking_id, b.territory_id, share.party, share.user_id, p_kind, share.amount, b.currency_code
    from (values ('operator', b.guide_id, v.operator), ('territory', null, v.territory), ('app', null, v.app),
                 ('partner', v_partner, v.partner)) share (party, user_id, amount)
   where share.party <> 'partner' or v_partner is not null;
  if v_partner is not null then
    insert into public.referrals (booking_id, transport_booking_id, referral_link_id)
    values (b.booking_id, b.transport_booking_id, b.referral_link_id)
    on conflict do nothing returning id into v_referral;
    if v_referral is null then
      select id into v_referral from public.referrals
       where booking_id = b.booking_id or transport_booking_id = b.transport_booking_id;
    end if;
    insert into public.commissions (referral_id, amount, currency_code) values (v_referral, v.partner, b.currency_code)
    on conflict (referral_id) do update set amount = excluded.amount where public.commissions.status = 'pending';
  end if;
end $$;
