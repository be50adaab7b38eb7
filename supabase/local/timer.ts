import { setTimeout } from 'node:timers/promises';

export type Timer = { stop(): Promise<void> };

export type TimerOptions = { apiUrl: string; publishableKey: string; secret: string; everyMs?: number };

const JOBS = ['reconcile', 'process-outbox'];

/**
 * Replaces pg_cron of a hosted project by calling the functions that release holds, settle payments and send the
 * outbox.
 */
export function startTimer(options: TimerOptions): Timer {
  const stopping = new AbortController();
  const runs = JOBS.map((job) => repeat(job, options, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(runs);
    },
  };
}

async function repeat(job: string, options: TimerOptions, stopped: AbortSignal): Promise<void> {
  let failing = false;
  while (!stopped.aborted) {
    const problem = await call(job, options, stopped);
    // The problem is logged once instead of every few seconds.
    if (problem && !failing && !stopped.aborted) console.warn(`The timer could not run "${job}": ${problem}`);
    failing = problem !== undefined;
    await sleep(options.everyMs ?? 3000, stopped);
  }
}

/** Makes one call and returns its error. The next call begins after it has ended. */
async function call(job: string, options: TimerOptions, stopped: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(`${options.apiUrl}/functions/v1/${job}`, {
      method: 'POST',
      headers: {
        apikey: options.publishableKey,
        'x-reconcile-secret': options.secret,
        'content-type': 'application/json',
      },
      body: '{}',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(60_000)]),
    });
    const text = await response.text();
    return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Resolves after some milliseconds, or when the timer stops. Removes its listener. */
function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal: stopped }).catch(() => undefined);
}
