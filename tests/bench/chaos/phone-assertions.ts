import type { ChaosStack } from './chaos-stack.ts';
import type { Finding } from './finding.ts';

interface Row {
  phone: string;
  sent: string;
  attempts: string;
}

/**
 * Checks that each phone got each sent push, and each device with a pass was notified of each change. These
 * services have no idempotency keys. A worker that died before recording sends again, and the tag of a push
 * replaces the first with the second. More pushes than attempts would be unknown to the outbox.
 */
export async function comparePhones({ sql, phones }: ChaosStack): Promise<Finding[]> {
  const pushes = await sql<Row[]>`
    select payload ->> 'subscription_id' as phone, count(*) filter (where state = 'sent') as sent, sum(attempts) as attempts
      from private.outbox where kind = 'push' group by 1`;
  // After a job's device unregisters, updates are sent to nobody, and the earlier recipients aren't recorded.
  const news = await sql<Row[]>`
    select d.push_token as phone, count(*) filter (where o.state = 'sent') as sent, sum(o.attempts) as attempts
      from private.outbox o join private.wallet_devices d on d.id = (o.payload ->> 'device_id')::uuid where o.kind = 'wallet' group by 1`;
  const lost = await sql<{ subject: string }[]>`
    select n.wording || ' ' || n.id as subject from public.notifications n join private.push_subscriptions s on s.user_id = n.user_id
     where s.created_at < n.created_at and not n.read and private.push_until(n) > now()
       and not exists (select 1 from private.outbox o where o.dedupe_key = format('push:%s:%s', n.id, s.id))`;
  const open = await sql<{ subject: string; state: string }[]>`
    select dedupe_key as subject, state from private.outbox where kind in ('push', 'wallet') and state in ('queued', 'sending', 'dead')`;
  return [
    ...rang('each push once', pushes, countBy(phones.rung.map(({ device }) => device))),
    ...rang('each pass told once', news, countBy(phones.woken)).filter(({ expected }) => expected !== 'none'),
    ...lost.map(({ subject }) => ({ check: 'no push is lost', subject, expected: '1', actual: '0' })),
    ...open.map(({ subject, state }) => ({ check: 'each push ends', subject, expected: 'sent', actual: state })),
  ];
}

function rang(check: string, rows: readonly Row[], times: Map<string, number>): Finding[] {
  const known = new Map(rows.map((row) => [row.phone, row]));
  return [...new Set([...known.keys(), ...times.keys()])].flatMap((phone) => {
    const [row, actual] = [known.get(phone), times.get(phone) ?? 0];
    if (row && actual >= Number(row.sent) && actual <= Number(row.attempts)) return [];
    const expected = row ? `${row.sent} to ${row.attempts}` : 'none';
    // Attempts for a deleted subscription are deleted with it.
    return actual === 0 && row?.sent === '0' ? [] : [{ check, subject: phone, expected, actual: String(actual) }];
  });
}

function countBy(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}
