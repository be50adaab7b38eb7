import type postgres from 'postgres';
import type { ChaosStack } from './chaos-stack.ts';

/** The secret of the link in a letter to somebody: before it has left it is in the outbox alone. `row`: which one. `link`: what its link looks like. */
export async function codeOfLetter(
  { sql, inbox }: ChaosStack,
  row: postgres.PendingQuery<postgres.Row[]>,
  email: string,
  link: RegExp,
): Promise<string | undefined> {
  const [queued] = await sql<{ code: string | null }[]>`
    select payload ->> 'code' as code from private.outbox where kind = 'email' and ${row}`;
  if (queued?.code) return queued.code;
  const mails = (await (await fetch(`${inbox}/email`)).json()) as { to: { address: string }[]; html: string }[];
  const letters = mails.filter(({ to }) => to.some(({ address }) => address === email));
  return letters.map(({ html }) => html.match(link)?.[1]).findLast(Boolean);
}
