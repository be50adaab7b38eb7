import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { denoBinary } from '@territorio/local-supabase/functions/worker';
import type { Deployment } from './management-api.ts';

// The platform downloads the npm packages of the import map. Here, those of "npm ci" are used, because a test may
// have no internet.
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const DENO_DIR = fileURLToPath(new URL('../../node_modules/.cache/deno', import.meta.url));

export type StartedFunction = { url: string; stop(): Promise<void> };

/** Unpacks a function's upload into a folder and starts it as the platform does: with its import map only. */
export async function startDeployed(
  { metadata, files }: Deployment,
  folder: string,
  env: Record<string, string>,
): Promise<StartedFunction> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await symlink(PACKAGES, join(folder, 'node_modules')).catch(() => undefined);
  // Without an import map, Deno would find a package by its folder's name, which doesn't exist on the platform.
  const map = metadata.import_map_path;
  const packages = map ? [`--config=${map}`, '--node-modules-dir=manual'] : ['--no-config', '--node-modules-dir=none'];
  const flags = ['--no-prompt', '--no-lock', '--no-remote', '--unstable-no-legacy-abort', ...packages];
  const child = spawn(denoBinary(), ['run', '--allow-all', ...flags, metadata.entrypoint_path], {
    cwd: folder,
    env: { DENO_DIR, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', NO_COLOR: '1', PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const said: string[] = [];
    const onLine = (line: string) => {
      said.push(line);
      const address = /Listening on (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
    child.once('error', reject);
    child.once('close', () => reject(new Error(said.join('\n'))));
  });
  const stop = () => {
    child.kill('SIGKILL');
    return exited;
  };
  return { url, stop };
}
