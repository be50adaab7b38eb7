-- Card payments of the team's sales (docs/decisions/0063). The seats of a sale are held while the guest pays on their own phone, through a link. From then on
-- hold, payment and booking work as for every other guest (money/card_payments.sql).

-- Returns whether the seats are held for the guest's payment, which they are even past their time while the bank is processing it.
create function private.waits_for_card(h private.holds)
returns boolean language sql stable security definer set search_path = '' as $$
  select h.state = 'held' and (h.expires_at > now() or exists (
    select 1 from private.charges p where p.hold_id = h.id and p.status in ('processing', 'requires_capture')))
$$;

-- Limits how many of a seller's sales may wait for a card, because their seats earn nothing until then. Guests at the dock and those who got a link
-- are counted apart. Raises 429 'too_many_unpaid_sales'.
create function private.limit_unpaid_sales(p_user_id uuid, p_pays text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from private.dock_sales s join private.holds h on h.id = s.hold_id
       where s.seller_id = p_user_id and s.pays = p_pays and h.state = 'held'
         and s.created_at > now() - interval '1 day' - private.limit_value('dock_sale.link_hours') * interval '1 hour')
       >= (case p_pays when 'link' then private.limit_value('dock_sale.unpaid_links') else private.limit_value('dock_sale.unpaid') end) then
    perform private.fail(429, 'too_many_unpaid_sales', 'Several of your guests haven''t paid yet. Cancel one of these sales, or wait until one expires.');
  end if;
end $$;

-- Cancels a sale that waits for a card and returns it, unless it is already paid. Its PaymentIntent is cancelled, and then the seats are released.
-- The caller holds the seller's lock. Locks the payment, the hold, the departure.
create function private.abandon_dock_sale(s private.dock_sales)
returns private.dock_sales language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_hold(s.hold_id);
  if (private.booking_of(s)).id is null then
    update private.dock_sales x set undone_at = now() where x.id = s.id returning * into s;
    perform private.audit('undo_dock_sale', s.territory_id, 'dock_sales', s.id::text);
  end if;
  return s;
end $$;

-- Creates a payment link for the guest of a sale that waits for a card, and returns {token}. Reloading the seller's screen creates another one, and
-- earlier ones keep working because the guest may have one open. Raises 404 'sale_not_found', 409 'sale_not_waiting' and 429 'rate_limited_day'.
-- Locks the sale.
create function public.new_pay_link(p_sale_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  s private.dock_sales := private.own_dock_sale(p_sale_id);
begin
  perform 1 from private.dock_sales x where x.id = s.id for update;
  if private.dock_sale_json(s) ->> 'state' <> 'waiting' then
    perform private.fail(409, 'sale_not_waiting', 'This sale is no longer waiting for payment.');
  elsif (select count(*) from private.links l where l.subject_id = s.id and l.purpose = 'dock_payment') >= private.limit_value('dock_sale.pay_links') then
    perform private.fail_rate('day');
  end if;
  return jsonb_build_object('token', private.new_link('dock_payment', s.id));
end $$;

-- Returns the sale of a payment link, until check-in for its departure closes. Raises 404 'sale_not_found'.
create function private.payable_dock_sale(p_token text)
returns private.dock_sales language plpgsql stable security definer set search_path = '' as $$
declare
  s private.dock_sales;
begin
  select * into s from private.dock_sales x where x.id = private.linked('dock_payment', p_token);
  if s.id is null or (private.dock_sale_json(s) ->> 'arrival_until')::timestamptz <= now() then
    perform private.fail(404, 'sale_not_found', 'This link is no longer valid');
  end if;
  return s;
end $$;

-- Returns what the guest pays for: the trip, its time, the number of people and the amount, and once it is paid `ticket`, the secret of their
-- ticket's link. It has no name.
create function public.dock_payment(p_token text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  s private.dock_sales := private.payable_dock_sale(p_token);
  v jsonb := private.dock_sale_json(s);
begin
  return (select jsonb_object_agg(x.key, x.value) from jsonb_each(v) x
           where x.key in ('kind', 'state', 'title', 'titles', 'time_zone', 'total_price', 'currency_symbol', 'service_date', 'start_time', 'num_people', 'minimum'))
    || jsonb_build_object('territory_id', s.territory_id,
         'territory_name', (select t.name from public.territories t where t.id = s.territory_id),
         'ticket', case when v ->> 'state' = 'sold' then private.shown_link('dock_ticket', s.id) end,
         'hold', (select private.stored_hold_json(h) from private.holds h where h.id = s.hold_id));
end $$;
grant execute on function public.dock_payment(text) to anon;

-- Begins the payment of a link for create-payment-intent, as begin_payment does for a tourist. Raises what both do.
create function service.begin_dock_payment(p_token text)
returns jsonb language sql security definer set search_path = '' as $$
  select private.begin_payment_of(h) from private.holds h where h.id = (private.payable_dock_sale(p_token)).hold_id
$$;

-- Returns the payment method of a link for confirm-payment. Raises 404 'sale_not_found'.
create function service.payment_of_dock_link(p_token text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.hold_payment_json(h) from private.holds h where h.id = (private.payable_dock_sale(p_token)).hold_id
$$;

-- Returns the payment for release-hold, after the caller has cancelled the sale.
create function service.payment_of_dock_sale(p_sale_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.hold_payment_json(h) from private.dock_sales s join private.holds h on h.id = s.hold_id where s.id = p_sale_id
$$;
