import { randomBytes } from 'node:crypto';
import { keptSecrets, randomKey, type SupabaseKeys, supabaseSecrets } from '@territorio/local-supabase/keys';

/** These keys are public and the same for every data folder, so that builds can be shared. */
const PUBLIC_KEYS = { publishable: 'sb_publishable_territorio_local', stripePublishable: 'pk_test_territorio' };

const SECRETS = {
  ...supabaseSecrets,
  stripeSecret: () => `sk_test_${randomKey()}`,
  webhookSecret: () => `whsec_${randomKey()}`,
  reconcileSecret: randomKey,
  // Any 32 bytes are an Ed25519 key.
  ticketSigning: () => randomBytes(32).toString('base64url'),
};

export type LocalKeys = SupabaseKeys & typeof PUBLIC_KEYS & Record<keyof typeof SECRETS, string>;

/** Returns the stack's keys for this data folder. Secrets are created when they are first used. */
export const localKeys = (dataDir: string): LocalKeys => Object.assign(keptSecrets(dataDir, SECRETS), PUBLIC_KEYS);
