import { bookedInCash, type JobContext } from './job-context.ts';
import { callTimed, invoke, rpc } from './people.ts';

// Work without payments: feeds, unsubscribed emails, signed tickets, pushes.

export async function readFeed({ stack }: JobContext): Promise<void> {
  await fetch(`${stack.api}/functions/v1/conditions-feed?territory=rio&language=en`, {
    headers: { apikey: stack.keys.publishable },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
}

/** Unsubscribes with one click like an email program, which only has the address. */
export async function unsubscribe({ stack, who }: JobContext): Promise<void> {
  const [row] = await stack.sql<{ token: string }[]>`
    select private.new_link('unsubscribe:tomorrow', ${who.id}) as token`;
  const query = new URLSearchParams({ emails: 'tomorrow', token: row?.token ?? '' });
  await invoke(stack, who, `unsubscribe?${query}`, {});
}

/** Signs the tickets of My Bookings, of a friend with a passenger ticket, and of a person who only has a link. */
export async function signTickets(context: JobContext): Promise<void> {
  const { stack, who } = context;
  const booking = await bookedInCash(context);
  if (booking) {
    await invoke(stack, who, 'sign-tickets', { booking_ids: [booking] });
    const which = { p_booking_id: booking };
    await rpc(stack, who, 'share_passenger_ticket', { ...which, p_passenger: 2 });
    const { body } = await rpc(stack, who, 'passenger_tickets', which);
    const code = Object.values(body).map((ticket) => (ticket as { code?: string | null }).code);
    await invoke(stack, who, 'sign-tickets', { passenger_code: code.find(Boolean) ?? '0'.repeat(32) });
  }
  await invoke(stack, who, 'sign-tickets', { link: '0'.repeat(64) });
}

/** The phone's keys are invalid, so its push is encrypted and discarded, and nothing leaves this machine. */
export async function ringPhone({ stack, who, n }: JobContext): Promise<void> {
  const key = `BA${'A'.repeat(85)}`;
  await stack.sql`insert into private.push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${who.id}, ${`https://push.nobody.test/${n}`}, ${key}, ${'A'.repeat(22)})`;
  await stack.sql`insert into public.notifications (user_id, type, wording, params, about)
    values (${who.id}, 'message', 'message', '{"title": "Boat", "name": "Ana", "excerpt": "Hello"}', ${`message:${who.id}`})`;
  await callTimed(stack, 'process-outbox');
}
