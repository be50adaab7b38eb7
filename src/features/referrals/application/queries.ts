import { msg } from '@lingui/core/macro';
import { invokeFunction } from '@/lib/api/functions';
import type { Way } from './ways';

export interface PartnerApplication {
  kind: Way;
  name: string;
  email: string;
  phone: string;
  territoryId: string;
  message: string;
}

/** Sends an application, with or without an account. Empty texts are omitted. */
export async function applyAsPartner(application: PartnerApplication, captchaToken?: string): Promise<void> {
  const { kind, name, email, phone, territoryId, message } = application;
  const body = { kind, name, email, phone: phone || null, territory_id: territoryId || null, message: message || null };
  await invokeFunction<{ id: string }>(
    'send-application',
    { ...body, ...(captchaToken ? { captcha_token: captchaToken } : {}) },
    { fallback: msg`Failed to send your application. Please try again.` },
  );
}
