import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export type CliResult = { code: number; stdout: string; stderr: string };

export type CliOptions = {
  /** The folder that has `supabase/`. */
  project: string;
  env?: Record<string, string>;
};

/** Runs the official CLI on a project and throws its own message on failure. */
export async function runSupabaseCli(args: string[], options: CliOptions): Promise<CliResult> {
  const result = await trySupabaseCli(args, options);
  if (result.code !== 0) {
    const said = (result.stderr || result.stdout).trim();
    throw new Error(`supabase ${args.filter((arg) => !arg.startsWith('--remote=')).join(' ')} failed:\n${said}`);
  }
  return result;
}

/** Works like `runSupabaseCli`, for commands whose exit code is a result. */
export async function trySupabaseCli(args: string[], options: CliOptions): Promise<CliResult> {
  const manifest = require.resolve('supabase/package.json');
  // The CLI gets its own home folder. It keeps state there, and must not find the developer's login or linked
  // project.
  const home = await mkdtemp(join(tmpdir(), 'supabase-cli-'));
  try {
    return await run(join(dirname(manifest), 'dist/supabase.js'), args, options.project, {
      ...process.env,
      HOME: home,
      SUPABASE_HOME: home,
      SUPABASE_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      NO_COLOR: '1',
      CI: '1',
      ...options.env,
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function run(script: string, args: string[], project: string, env: NodeJS.ProcessEnv): Promise<CliResult> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, ...args, '--workdir', project, '--agent', 'no'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', fail);
    child.once('close', (code) => done({ code: code ?? 1, stdout, stderr }));
  });
}
