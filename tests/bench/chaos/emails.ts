import type postgres from 'postgres';
import type { ChaosStack } from './chaos-stack.ts';

/**
 * Returns the secret of an emailed link. It is in the outbox until the email is sent, and then in the inbox. `row`
 * selects the outbox row, and `link` matches the link.
 */
export async function codeOfEmail(
  { sql, inbox }: ChaosStack,
  row: postgres.PendingQuery<postgres.Row[]>,
  email: string,
  link: RegExp,
): Promise<string | undefined> {
  const [queued] = await sql<{ code: string | null }[]>`
    select payload ->> 'code' as code from private.outbox where kind = 'email' and ${row}`;
  if (queued?.code) return queued.code;
  const mails = (await (await fetch(`${inbox}/email`)).json()) as { to: { address: string }[]; html: string }[];
  const emails = mails.filter(({ to }) => to.some(({ address }) => address === email));
  return emails.map(({ html }) => html.match(link)?.[1]).findLast(Boolean);
}
