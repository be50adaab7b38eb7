import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { freePorts } from '@territorio/local-server/ports';
import { startGateway } from '@territorio/local-supabase/gateway';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { PROJECT } from '../../supabase/local/project.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

export const SECRET_KEY = 'sb_secret_of_this_test';
const PUBLISHABLE_KEY = 'sb_publishable_of_this_test';

export interface Services {
  url: string;
  db: TestDatabase;
  /** Has the secret key, like the functions' own client. */
  admin: SupabaseClient;
  /** Returns a browser without a session. */
  browser(): SupabaseClient;
  /** Creates a confirmed account with this address and password. */
  signUp(email: string, password: string): Promise<string>;
  stop(): Promise<void>;
}

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };

/** Starts auth and storage on a separate database, for the functions' requests. */
export async function startServices(): Promise<Services> {
  const db = await createTestDatabase();
  const storageDir = mkdtempSync(join(tmpdir(), 'services-'));
  const [port = 0] = await freePorts(1);
  const gateway = await startGateway({
    project: PROJECT,
    port,
    databaseUrl: db.url,
    storageDir,
    jwtSecret: 'a secret of this test that is long enough',
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    siteUrl: 'http://app.test',
    sendMail: async () => undefined,
    functionsPort: 0,
    realtimePort: 0,
  });
  // Node 20 has no WebSocket, which the client needs even without channels. Deno has one.
  vi.stubGlobal('WebSocket', WebSocket);
  const admin = createClient(gateway.url, SECRET_KEY, OPTIONS);
  return {
    url: gateway.url,
    db,
    admin,
    browser: () => createClient(gateway.url, PUBLISHABLE_KEY, OPTIONS),
    signUp: async (email, password) => {
      const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw error;
      return data.user.id;
    },
    stop: async () => {
      vi.unstubAllGlobals();
      await gateway.stop();
      await db.drop();
      rmSync(storageDir, { recursive: true, force: true });
    },
  };
}
