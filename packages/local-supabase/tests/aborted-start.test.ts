import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertPortFree, freePorts } from '@territorio/local-server/ports';
import { keptSecrets, supabaseSecrets } from '@territorio/local-supabase/keys';
import { lockDataDir } from '@territorio/local-supabase/lock';
import type { StartOptions } from '@territorio/local-supabase/settings';
import { startSupabase } from '@territorio/local-supabase/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-supabase-aborted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reason = new Error('Stop it');

/** Starts a stack with these options, which end the start. Returns how, and whether anything is left of it. */
async function start(name: string, options: StartOptions) {
  const [api = 0, database = 0, inbox = 0, smtp = 0] = await freePorts(4);
  const dataDir = join(folder, name);
  const settings = {
    project: fileURLToPath(new URL('project', import.meta.url)),
    dataDir,
    ports: { api, database, inbox, smtp },
    keys: Object.assign(keptSecrets(dataDir, supabaseSecrets), { publishable: 'sb_publishable_notes' }),
    siteUrl: 'http://notes.test',
    emailFrom: 'Notes <notes@example.test>',
  };
  const outcome = await startSupabase(settings, { ephemeral: true, ...options }).then(
    () => 'started',
    (error: unknown) => error,
  );
  for (const port of [api, database, inbox, smtp]) await assertPortFree(port, 'a server', 'PORT');
  lockDataDir(dataDir)();
  return { outcome, hasServer: existsSync(join(dataDir, 'postgres/postmaster.pid')) };
}

it.each(['Starting Postgres', 'Applying migrations'])(
  'a start that is ended at "%s" stops what runs already',
  async (step) => {
    const controller = new AbortController();
    const onStep = (now: string) => now === step && controller.abort(reason);
    const ended = await start(step.replaceAll(' ', '-'), {
      signal: controller.signal,
      onStep: (now) => void onStep(now),
    });
    expect(ended).toEqual({ outcome: reason, hasServer: false });
  },
);

it('a start that is ended while its seed waits for a database that never answers stops too', async () => {
  const controller = new AbortController();
  const seed = () => {
    controller.abort(reason);
    return new Promise<never>(() => {});
  };
  expect(await start('seed', { signal: controller.signal, seed })).toEqual({ outcome: reason, hasServer: false });
});
