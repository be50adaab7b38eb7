import { z } from 'zod';
import type { Rpc } from './database.ts';
import type { Mail } from './mail/mail.ts';
import { unsubscribeHeaders } from './mail/unsubscribe.ts';
import { writeMail } from './mail/write-mail.ts';
import { reason } from './troubles.ts';

export interface MailSettings {
  apiUrl: string;
  apiKey: string;
  from: string;
  appUrl: string;
  /** Where the world reaches the functions. */
  functionsUrl: string;
}

export function mailSettings(env: (name: string) => string | undefined): MailSettings {
  return {
    apiUrl: env('EMAIL_API_URL') ?? 'https://api.resend.com',
    apiKey: env('EMAIL_API_KEY') ?? '',
    from: env('EMAIL_FROM') ?? 'Territorio <bookings@territorio.test>',
    appUrl: (env('APP_URL') ?? 'http://localhost:5173').replace(/\/$/, ''),
    functionsUrl: (env('FUNCTIONS_URL') || `${env('SUPABASE_URL') ?? ''}/functions/v1`).replace(/\/$/, ''),
  };
}

interface Sender {
  admin: Rpc;
  mail: MailSettings;
  fetch: typeof fetch;
}

const claimed = z.array(
  z.object({
    // bigint: PostgREST gives a number, a driver may give a text.
    id: z.coerce.number(),
    dedupe_key: z.string(),
    template: z.string(),
    recipient: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
);
type Claimed = z.infer<typeof claimed>[number];

/** How a mail went. `final`: it will never be taken as it is, so a person has to look at it. */
type Outcome = { sent: true } | { sent: false; error: string; final: boolean };

/** Then the next call of the timer goes on: a function does not live for ever. */
const RUN_MS = 90_000;

/**
 * Sends what is due, no more than `limit`. A mail that fails is tried again later and stops nobody else's. Each is claimed when
 * its turn comes: a worker that dies takes an attempt of the one in its hands, and of no other.
 */
export async function processOutbox(sender: Sender, limit = 20): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 };
  const deadline = Date.now() + RUN_MS;
  while (counts.sent + counts.failed < limit && Date.now() < deadline) {
    const [mail] = claimed.parse(await sender.admin('claim_outbox', { p_limit: 1 }));
    if (!mail) break;
    const outcome = await send(sender, mail);
    await sender.admin('finish_outbox', {
      p_id: mail.id,
      p_sent: outcome.sent,
      p_error: outcome.sent ? null : outcome.error,
      p_final: outcome.sent ? false : outcome.final,
    });
    counts[outcome.sent ? 'sent' : 'failed'] += 1;
  }
  return counts;
}

async function send(sender: Sender, row: Claimed): Promise<Outcome> {
  let content: Mail;
  try {
    content = await writeMail(row.template, row.data, sender.mail.appUrl);
  } catch (error) {
    return { sent: false, error: `The mail could not be written: ${reason(error)}`, final: true };
  }
  const headers = unsubscribeHeaders(row.template, row.data, sender.mail.functionsUrl);
  try {
    const response = await sender.fetch(`${sender.mail.apiUrl.replace(/\/$/, '')}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender.mail.apiKey}`,
        'content-type': 'application/json',
        // A mail whose confirmation was lost is not sent a second time.
        'idempotency-key': row.dedupe_key,
      },
      body: JSON.stringify({ from: sender.mail.from, to: [row.recipient], ...content, ...(headers && { headers }) }),
      signal: AbortSignal.timeout(15_000),
    });
    return response.ok ? { sent: true } : refusal(response.status, await response.text());
  } catch (error) {
    return { sent: false, error: reason(error), final: false };
  }
}

/**
 * What an answer of the mail service means. 409 `invalid_idempotent_request`: a mail has left under this key before, worded
 * otherwise (an older version of ours wrote it): it has arrived. 400 and 422: this mail will never be taken. Anything else, our
 * key or its servers being wrong, may be better later.
 */
function refusal(status: number, body: string): Outcome {
  if (status === 409 && body.includes('invalid_idempotent_request')) return { sent: true };
  return { sent: false, error: `${status} ${body.slice(0, 300)}`, final: status === 400 || status === 422 };
}
