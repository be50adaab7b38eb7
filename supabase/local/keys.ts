import { randomBytes } from 'node:crypto';
import { keptSecrets, randomKey, type SupabaseKeys, supabaseSecrets } from '@territorio/local-supabase/keys';

/** In every page anyway, so that a build is the same for every data folder. */
const PUBLIC_KEYS = { publishable: 'sb_publishable_territorio_local', stripePublishable: 'pk_test_territorio' };

const SECRETS = {
  ...supabaseSecrets,
  stripeSecret: () => `sk_test_${randomKey()}`,
  webhookSecret: () => `whsec_${randomKey()}`,
  reconcileSecret: randomKey,
  // 32 bytes: any of them are a key of Ed25519.
  ticketSigning: () => randomBytes(32).toString('base64url'),
};

export type LocalKeys = SupabaseKeys & typeof PUBLIC_KEYS & Record<keyof typeof SECRETS, string>;

/** The keys of the stack on this data folder. The secret ones are made when the first is read. */
export const localKeys = (dataDir: string): LocalKeys => Object.assign(keptSecrets(dataDir, SECRETS), PUBLIC_KEYS);
