import type { ChaosStack } from './chaos-stack.ts';

/**
 * Makes rows fail: while a PaymentIntent is in `chaos.broken`, neither its refunds nor Stripe's events about it can
 * be written. Real rows fail for other reasons, with the same effect on the functions.
 */
export async function installBrokenRows({ sql }: ChaosStack): Promise<void> {
  await sql.unsafe(`
    create schema chaos;
    create table chaos.broken (payment_intent_id text primary key);
    create function chaos.refuse_broken() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select 1 from chaos.broken b where b.payment_intent_id = new.payment_intent_id) then
        raise exception 'This row is broken';
      end if;
      return new;
    end $$;
    create trigger aa_broken before insert on private.stripe_events for each row execute function chaos.refuse_broken();
    create function chaos.refuse_broken_line() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select 1 from chaos.broken b join private.payments p using (payment_intent_id) where p.id = new.payment_id) then
        raise exception 'This row is broken';
      end if;
      return new;
    end $$;
    create trigger aa_broken before update on private.payment_lines for each row
      when (new.refunded_minor > old.refunded_minor) execute function chaos.refuse_broken_line()`);
}

export const breakRows = ({ sql }: ChaosStack, intent: string) =>
  sql`insert into chaos.broken (payment_intent_id) values (${intent})`;

export const mendRows = ({ sql }: ChaosStack, intent: string) =>
  sql`delete from chaos.broken where payment_intent_id = ${intent}`;
