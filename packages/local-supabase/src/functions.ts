import { type FSWatcher, watch } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { close, createLocalServer, forward, listen, sendJson } from '@territorio/local-server/http';
import { startWorker, type Worker } from './functions/worker.ts';

export interface FunctionsOptions {
  port: number;
  /** The complete environment of the functions. */
  env: Record<string, string>;
  /** Restarts Deno when a function's file changes. Requests wait for the new process. */
  watch?: boolean;
  /** The folder, which has a folder with an index.ts for each function. */
  folder: string;
  /** The functions' import map, if it isn't the folder's deno.json. Functions may also read files beside it. */
  config?: string;
  log?: (line: string) => void;
  /** The longest pause before restarting a process that keeps dying early. */
  slowestRestartMs?: number;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
  /** Starts a second process that replaces one that dies. */
  spare?: boolean;
}

export interface FunctionsServer {
  url: string;
  stop(): Promise<void>;
}

const SLOWEST_RESTART_MS = 5000;
const RELOAD_SETTLE_MS = 80;
const DEATH_NOTICE_MS = 500;

/**
 * Runs edge functions on real Deno. One process serves every <folder>/<name>/index.ts at /functions/v1/<name>,
 * behind a proxy that owns the port, so that a restart is a short wait and not a refused connection.
 */
export async function startFunctions(options: FunctionsOptions): Promise<FunctionsServer> {
  const { folder, config = join(folder, 'deno.json') } = options;
  const runner = new Runner({ ...options, config });
  const server = createLocalServer({ hosts: options.hosts, onRequest: (req, res) => void answer(runner, req, res) });
  const port = await listen(server, options.port, 'Edge functions');
  try {
    await runner.start();
  } catch (error) {
    await close(server);
    throw error;
  }
  const watcher = options.watch ? watchFolder(folder, () => runner.reload()) : undefined;
  const stop = async () => {
    watcher?.close();
    await Promise.all([close(server), runner.stop()]);
  };
  return { url: `http://127.0.0.1:${port}/functions/v1`, stop };
}

async function answer(runner: Runner, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const worker = await runner.current().catch(() => undefined);
  if (!worker) return sendJson(res, 503, { code: 'BOOT_ERROR', message: 'The function server is not running.' });
  // The request isn't repeated, because the function may have done its work before the process died. We respond
  // once the death is known, so that the caller's next request waits for the new process.
  return forward(req, res, worker.port, async () => {
    await Promise.race([worker.exited, setTimeout(DEATH_NOTICE_MS)]);
    sendJson(res, 502, { code: 'WORKER_DIED', message: 'The function server stopped before it answered.' });
  });
}

function watchFolder(folder: string, onChange: () => void): FSWatcher {
  let pending: AbortController | undefined;
  return watch(folder, { recursive: true }, () => {
    pending?.abort();
    pending = new AbortController();
    setTimeout(RELOAD_SETTLE_MS, undefined, { signal: pending.signal }).then(onChange, () => undefined);
  });
}

/** Keeps one worker alive. Replaces it when it dies (more slowly each time it dies early) or must reload. */
class Runner {
  private worker: Promise<Worker> | undefined;
  private generation = 0;
  private failures = 0;
  private spare: Promise<Worker> | undefined;
  private readonly options: FunctionsOptions & { config: string };

  constructor(options: FunctionsOptions & { config: string }) {
    this.options = options;
  }

  /** Rejects if the first worker can't start. */
  async start(): Promise<void> {
    this.generation += 1;
    this.worker = this.launch(this.generation);
    await this.worker;
  }

  current(): Promise<Worker> {
    return this.worker ?? Promise.reject(new Error('Edge functions: stopped'));
  }

  reload(): void {
    if (!this.worker) return;
    this.failures = 0;
    this.replace();
  }

  async stop(): Promise<void> {
    const last = this.worker;
    this.generation += 1;
    this.worker = undefined;
    const stopped = [last, this.spare].map((one) => one?.then((worker) => worker.stop()).catch(() => undefined));
    this.spare = undefined;
    await Promise.all(stopped);
  }

  /** From now on requests wait for a new worker, and the old one stops when it is ready. */
  private replace(): void {
    const old = this.worker;
    this.generation += 1;
    const generation = this.generation;
    const delay =
      this.failures === 0
        ? 0
        : Math.min(this.options.slowestRestartMs ?? SLOWEST_RESTART_MS, 100 * 2 ** (this.failures - 1));
    const next = setTimeout(delay).then(() => this.launch(generation));
    this.worker = next;
    next
      .catch((error: Error) => {
        if (generation !== this.generation) return;
        this.log(error.message);
        this.failures += 1;
        this.replace();
      })
      .then(() => old?.then((worker) => worker.stop()))
      .catch(() => undefined);
  }

  private async launch(generation: number): Promise<Worker> {
    const worker = await (this.spare ?? this.newWorker());
    this.spare = undefined;
    if (generation !== this.generation) {
      await worker.stop();
      return this.current();
    }
    const startedAt = Date.now();
    void worker.exited.then(() => this.onExit(generation, Date.now() - startedAt));
    if (this.options.spare) this.keepSpare();
    return worker;
  }

  private newWorker(): Promise<Worker> {
    const { folder, config, hosts = [] } = this.options;
    const env = { ...this.options.env, LOCAL_HOSTS: hosts.join(',') };
    return startWorker({ folder, config, env, log: (line) => this.log(line) });
  }

  private keepSpare(): void {
    const spare = this.newWorker();
    this.spare = spare;
    const gone = () => {
      if (this.spare === spare) this.spare = undefined;
    };
    spare.then(({ exited }) => exited.then(gone), gone);
  }

  private onExit(generation: number, livedMs: number): void {
    if (generation !== this.generation) return;
    this.failures = livedMs > 10_000 ? 0 : this.failures + 1;
    this.log('Edge functions: Deno died and is started again.');
    this.replace();
  }

  private log(line: string): void {
    (this.options.log ?? console.log)(line);
  }
}
