import { expect } from '@playwright/test';

/** The newest mail to an address whose HTML matches; gives what was matched. */
export async function linkFromInbox(email: string, pattern: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const answer = await fetch(`http://127.0.0.1:${process.env.INBOX_PORT}/email`);
      const mails = (await answer.json()) as { to: { address: string }[]; html?: string }[];
      const own = mails.filter((mail) => mail.to.some((to) => to.address === email)).reverse();
      link = own.map((mail) => pattern.exec(mail.html ?? '')?.[1] ?? '').find(Boolean) ?? '';
      return link;
    })
    .not.toBe('');
  return link.replaceAll('&amp;', '&');
}
