import type { SendMail } from './auth/mailer.ts';

export type InboxAddress = { url: string; apiKey: string; from: string };

/** Delivers auth emails to the local inbox, as the functions deliver theirs. */
export function sendToInbox({ url, apiKey, from }: InboxAddress): SendMail {
  return async ({ to, subject, html, text }) => {
    const response = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: [to], subject, html, text }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The inbox refused an e-mail: ${response.status} ${await response.text()}`);
  };
}
