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
  /** The public address of the functions. */
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
    // bigint: PostgREST returns a number, a driver may return a string.
    id: z.coerce.number(),
    dedupe_key: z.string(),
    template: z.string(),
    recipient: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
);
type Claimed = z.infer<typeof claimed>[number];

/** The result of an email. `final`: it will never be accepted, so it needs attention. */
type Outcome = { sent: true } | { sent: false; error: string; final: boolean };

/** After this the timer's next call continues, as functions have a time limit. */
const RUN_MS = 90_000;

/**
 * Sends due emails, at most `limit`. A failed email is retried later and delays no other. Each is claimed when its turn
 * comes, so a worker that dies uses one attempt of one email.
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
        // An email whose confirmation was lost is not sent twice.
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
 * The meaning of the email service's answer. 409 `invalid_idempotent_request`: an email with this key was already sent
 * with another text (by an older version): it has arrived. 400 and 422: it will never be accepted. Anything else (our
 * key, its servers) may work later.
 */
function refusal(status: number, body: string): Outcome {
  if (status === 409 && body.includes('invalid_idempotent_request')) return { sent: true };
  return { sent: false, error: `${status} ${body.slice(0, 300)}`, final: status === 400 || status === 422 };
}
