import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpush from 'web-push';

type PushKeys = { publicKey: string; privateKey: string };

const FILE = fileURLToPath(new URL('../../node_modules/.cache/territorio/push-keys.json', import.meta.url));

/**
 * The keys of Web Push of this checkout, made at their first use. Beside the builds and not in the data folder: the public one is in every
 * page, and a build is the same for every data folder.
 */
export function localPushKeys(): PushKeys {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as PushKeys;
  } catch {
    mkdirSync(dirname(FILE), { recursive: true });
    try {
      writeFileSync(FILE, JSON.stringify(webpush.generateVAPIDKeys()), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process was first.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return JSON.parse(readFileSync(FILE, 'utf8')) as PushKeys;
  }
}
