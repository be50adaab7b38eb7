import { execFileSync } from 'node:child_process';
import { OutdatedData } from '@territorio/local-supabase/outdated-data';
import type { StackConfig } from '../supabase/local/config.ts';
import { loadConfig } from './env.ts';

export type Stoppable = { stop(): Promise<void> };

/** How long stopping may take. Postgres gets 15 seconds. */
const STOP_MS = 20_000;

/**
 * Runs a script until Ctrl-C (or SIGTERM, or a closed terminal), then stops what it started in reverse order. `signal`
 * ends a start that isn't complete. A failed start gives one readable message and exit code 1.
 */
export async function runUntilStopped(
  start: (config: StackConfig, keep: (part: Stoppable) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const parts: Stoppable[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = () => {
    stopping ??= (async () => {
      for (const part of parts.reverse()) await part.stop().catch((error: unknown) => console.error(error));
    })();
    return stopping;
  };
  const starting = new AbortController();
  let interrupted = false;
  let askedAt = 0;
  const onSignal = () => {
    // A second signal exits at once, and the next start finds and stops Postgres. One Ctrl-C arrives twice, though,
    // from the terminal and from the `tsx` wrapper.
    if (interrupted && Date.now() - askedAt > 1000) process.exit(1);
    if (interrupted) return;
    interrupted = true;
    askedAt = Date.now();
    // A part that waits for a dead database must not block the rest.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    starting.abort(new Error('The start was ended.'));
    void started.then(stopAll, stopAll).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  onWrapperDeath(onSignal);
  // One failed request must not end the process, so it is logged.
  process.on('unhandledRejection', (error) => console.error('Unhandled:', error));
  process.on('uncaughtException', (error) => console.error('Unhandled:', error));
  const started = Promise.resolve().then(() => start(loadConfig(), (part) => parts.push(part), starting.signal));
  try {
    await started;
  } catch (error) {
    if (interrupted) return;
    console.error(`\n${messageOf(error)}\n`);
    await stopAll();
    process.exit(1);
  }
}

/**
 * `tsx` runs the script in a child process. If the wrapper is killed, no one passes Ctrl-C on, so the script stops
 * too instead of keeping its ports and data.
 */
function onWrapperDeath(stop: () => void): void {
  const wrapper = process.ppid;
  if (!commandOf(wrapper).includes('tsx')) return;
  const watch = setInterval(() => {
    if (process.ppid === wrapper) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Errors that name their cause are printed as text, while a stack trace means a defect of ours. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isDefect = error instanceof TypeError || error instanceof ReferenceError;
  const message = isDefect || process.env.DEBUG ? (error.stack ?? error.message) : error.message;
  if (!(error instanceof OutdatedData)) return message;
  return `${message}\nIf the data may go, "npm run db:reset" starts from nothing.`;
}

/** Prints the only block of a start. */
export function banner({ urls }: StackConfig, appUrl: string): string {
  return `
  Territorio is running.

  App     ${appUrl}
  API     ${urls.api}
  Inbox   ${urls.inbox}

  Accounts (password "territorio")
    tourist@territorio.test   guide@territorio.test     manager@territorio.test   staff@territorio.test
    shuttle@territorio.test   driver@territorio.test    partner@territorio.test   admin@territorio.test

  Test card 4242 4242 4242 4242, any future date, any CVC. Ctrl-C stops everything.
`;
}

/** Shows the current step of a long start on one line. */
export function progress(step: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K  ${step} …`);
  else console.info(`  ${step} …`);
}

export function endProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
}
