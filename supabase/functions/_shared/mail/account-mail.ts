import { z } from 'zod';
import { labels } from './labels.ts';
import { greeting, type Mail, mail } from './mail.ts';

const deletedData = z.object({ full_name: z.string().nullish() });

/** The last mail to an address: that the account is gone, and what to do if somebody else did it. */
export function accountDeletedMail(given: unknown): Mail {
  const { full_name } = deletedData.parse(given);
  const { subject, gone, kept, notYou } = labels.accountDeleted;
  return mail({
    subject,
    preview: gone,
    heading: subject,
    greeting: greeting(full_name),
    blocks: [
      { kind: 'text', text: gone },
      { kind: 'text', text: kept },
      { kind: 'text', text: notYou },
    ],
    footer: labels.footer.accountDeleted,
  });
}
