import type { SendMail } from './auth/mailer.ts';
import type { StackConfig } from './config.ts';

/** Delivers the e-mails of auth to the local inbox, the way the edge functions deliver theirs. */
export function sendToInbox({ urls, keys, emailFrom }: StackConfig): SendMail {
  return async ({ to, subject, html, text }) => {
    const response = await fetch(`${urls.inbox}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.emailApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: emailFrom, to: [to], subject, html, text }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The inbox refused an e-mail: ${response.status} ${await response.text()}`);
  };
}
