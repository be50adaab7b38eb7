import { expect } from '@playwright/test';

/** Returns the match in the newest email to an address. */
export async function linkFromInbox(email: string, pattern: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const to = new URLSearchParams({ 'to.address': email });
      const answer = await fetch(`http://127.0.0.1:${process.env.INBOX_PORT}/email?${to}`);
      const mails = (await answer.json()) as { html?: string }[];
      link = mails.map((mail) => pattern.exec(mail.html ?? '')?.[1] ?? '').findLast(Boolean) ?? '';
      return link;
    })
    .not.toBe('');
  return link.replaceAll('&amp;', '&');
}
