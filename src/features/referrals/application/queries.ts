import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';
import type { Way } from './ways';

export interface PartnerApplication {
  kind: Way;
  name: string;
  email: string;
  phone: string;
  territoryId: string;
  message: string;
}

/** An application of anybody, with or without an account; empty texts are left out. */
export async function applyAsPartner(application: PartnerApplication): Promise<void> {
  const { kind, name, email, phone, territoryId, message } = application;
  await run(
    (db) =>
      db.rpc('submit_partner_application', {
        p_kind: kind,
        p_name: name,
        p_email: email,
        ...(phone && { p_phone: phone }),
        ...(territoryId && { p_territory_id: territoryId }),
        ...(message && { p_message: message }),
      }),
    msg`Failed to send your application. Please try again.`,
  );
}
