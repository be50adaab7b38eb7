import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig, type StackConfig } from '../supabase/local/config.ts';

/** Returns this machine's settings, from the environment, then `.env`, then the defaults. */
export function loadConfig(): StackConfig {
  const file = fileURLToPath(new URL('../.env', import.meta.url));
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}
