import { createECDH, randomBytes } from 'node:crypto';
import type { Fixture } from '../booking/support/fixture.ts';
import { serviceRpc } from '../booking/support/rpc.ts';
import { call, type Json } from '../departures/support.ts';

/** A browser's push subscription: an address at its push service, and its public keys. */
export interface Device {
  p_endpoint: string;
  p_p256dh: string;
  p_auth: string;
}

export const device = (name: string, more: Partial<Device> = {}): Device => ({
  p_endpoint: `https://fcm.googleapis.com/send/${name}`,
  p_p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  p_auth: randomBytes(16).toString('base64url'),
  ...more,
});

export const save = (fixture: Fixture, who: string | null, one: Device) =>
  call(fixture, who, 'save_push_subscription', one as unknown as Json);

/** Returns who has which device, such as 'elmer phone', by their names in `people`. */
export async function devices({ db }: Fixture, people: Record<string, string>): Promise<string[]> {
  const rows =
    await db.sql`select user_id, replace(endpoint, 'https://fcm.googleapis.com/send/', '') as name from private.push_subscriptions order by endpoint`;
  const nameOf = (id: string) => Object.keys(people).find((name) => people[name] === id);
  return rows.map(({ user_id, name }) => `${nameOf(user_id as string)} ${name}`);
}

/** Returns the pushes, oldest first: 'message phone queued', with the reason if it was discarded. */
export async function pushes({ db }: Fixture): Promise<string[]> {
  const rows = await db.sql`
    select concat_ws(' ', o.template, coalesce(replace(s.endpoint, 'https://fcm.googleapis.com/send/', ''), '-'), o.state, o.last_error) as line
      from private.outbox o left join private.push_subscriptions s on s.id::text = o.payload ->> 'subscription_id'
     where o.kind = 'push' order by o.id`;
  return rows.map(({ line }) => line as string);
}

export interface Claimed {
  id: number;
  data: Json;
}

/** Delivers due notifications like the worker, and claims the pushes. */
export async function claim(fixture: Fixture): Promise<Claimed[]> {
  await fixture.db.sql`select private.deliver_notifications()`;
  return (await serviceRpc(fixture.db)('claim_outbox', { p_limit: 50, p_kind: 'push' })) as Claimed[];
}

export const finish = (fixture: Fixture, id: number, p_outcome: string, p_error: string | null = null) =>
  serviceRpc(fixture.db)('finish_outbox', { p_id: id, p_outcome, p_error });
