import type { Rpc } from './database.ts';
import type { Mail } from './mail/mail.ts';
import { unsubscribeHeaders } from './mail/unsubscribe.ts';
import { writeMail } from './mail/write-mail.ts';
import { type Claimed, type Outcome, sendDue } from './outbox.ts';
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

/** Sends due emails. */
export const processOutbox = (sender: Sender, limit = 20) =>
  sendDue(sender.admin, { kind: 'email', limit, runMs: 90_000 }, (row) => send(sender, row));

async function send(sender: Sender, row: Claimed): Promise<Outcome> {
  let content: Mail;
  try {
    content = await writeMail(row.template, row.data, sender.mail.appUrl);
  } catch (error) {
    return { outcome: 'refused', error: `The mail could not be written: ${reason(error)}` };
  }
  const headers = unsubscribeHeaders(row.template, row.data, sender.mail.functionsUrl);
  try {
    const response = await sender.fetch(`${sender.mail.apiUrl.replace(/\/$/, '')}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender.mail.apiKey}`,
        'content-type': 'application/json',
        // An email whose confirmation was lost isn't sent twice.
        'idempotency-key': row.dedupe_key,
      },
      body: JSON.stringify({ from: sender.mail.from, to: [row.recipient], ...content, ...(headers && { headers }) }),
      signal: AbortSignal.timeout(15_000),
    });
    return response.ok ? { outcome: 'sent' } : refusal(response.status, await response.text());
  } catch (error) {
    return { outcome: 'failed', error: reason(error) };
  }
}

/**
 * Returns the meaning of the email service's response. 409 `invalid_idempotent_request` means that an older version
 * already sent an email with this key and another text, so it has arrived. With 400 and 422 it will never be
 * accepted. Anything else (our key, its servers) may work later.
 */
function refusal(status: number, body: string): Outcome {
  if (status === 409 && body.includes('invalid_idempotent_request')) return { outcome: 'sent' };
  return { outcome: status === 400 || status === 422 ? 'refused' : 'failed', error: `${status} ${body.slice(0, 300)}` };
}
