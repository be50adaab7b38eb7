import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpush from 'web-push';

type PushKeys = { publicKey: string; privateKey: string };

const FILE = fileURLToPath(new URL('../../node_modules/.cache/territorio/push-keys.json', import.meta.url));

/**
 * Returns this checkout's Web Push keys, which are created when they are first used. They are beside the builds and
 * not in the data folder, because the public key is in every page and data folders share builds.
 */
export function localPushKeys(): PushKeys {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as PushKeys;
  } catch {
    mkdirSync(dirname(FILE), { recursive: true });
    try {
      writeFileSync(FILE, JSON.stringify(webpush.generateVAPIDKeys()), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return JSON.parse(readFileSync(FILE, 'utf8')) as PushKeys;
  }
}
