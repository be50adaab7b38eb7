import { z } from 'zod';
import type { MailContext } from './context.ts';
import { greeting, type Mail, mail } from './mail.ts';

const deletedData = z.object({ full_name: z.string().nullish() });

/**
 * Writes the last email to an address, which says that the account is deleted and what to do if someone else did
 * it.
 */
export function accountDeletedMail(given: unknown, context: MailContext): Mail {
  const { full_name } = deletedData.parse(given);
  const { labels } = context;
  const { subject, gone, kept, notYou } = labels.accountDeleted;
  return mail(
    {
      subject,
      preview: gone,
      heading: subject,
      greeting: greeting(context, full_name),
      blocks: [
        { kind: 'text', text: gone },
        { kind: 'text', text: kept },
        { kind: 'text', text: notYou },
      ],
      footer: labels.footer.accountDeleted,
    },
    context,
  );
}
