import { msg } from '@lingui/core/macro';
import { invokeFunction } from '@/lib/api/functions';

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export async function sendContactMessage(message: ContactMessage, captchaToken?: string): Promise<void> {
  await invokeFunction<{ error: null }>(
    'send-contact-email',
    { ...message, ...(captchaToken ? { captcha_token: captchaToken } : {}) },
    { fallback: msg`Failed to send message. Please try again.` },
  );
}
