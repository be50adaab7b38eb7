import { msg } from '@lingui/core/macro';
import { invokeFunction } from '@/lib/api/functions';

export interface ContactMessage {
  name: string;
  /** The account's own address; the server takes it from the account and not from here. */
  email: string;
  subject: string;
  message: string;
}

export async function sendContactMessage(message: ContactMessage): Promise<void> {
  await invokeFunction<{ error: null }>(
    'send-contact-email',
    { ...message },
    { fallback: msg`Failed to send message. Please try again.` },
  );
}
