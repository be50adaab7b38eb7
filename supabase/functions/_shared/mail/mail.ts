import type { MailContext } from './context.ts';
import { oneLine } from './html.ts';
import { type EmailContent, write } from './layout.ts';

/**
 * An attachment in the email service's format. `content` is base64, and `content_id` makes it an inline image
 * (`cid:`).
 */
export interface Attachment {
  filename: string;
  content: string;
  content_type: string;
  content_id?: string;
}

export interface Mail {
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  attachments?: Attachment[];
}

export function mail(
  content: EmailContent,
  context: MailContext,
  more: Pick<Mail, 'reply_to' | 'attachments'> = {},
): Mail {
  return { ...write(content, context), ...more };
}

export function greeting({ labels }: MailContext, name: string | null | undefined): string {
  return labels.greeting(oneLine(name));
}
