import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, readBody } from '@territorio/local-server/http';
import { Rng, wait } from './rng.ts';
import { type Step, stepOf } from './steps.ts';

const MOMENTS = ['before', 'after'] as const;
type Moment = (typeof MOMENTS)[number];

/** A step at which the functions should have been killed and were not, or one that isn't in their code. */
export interface Gap {
  step: Step;
  /** Empty for a step that isn't in the list. */
  missing: readonly Moment[];
}

/** This many calls pass between two kills, because otherwise no tourist would get far enough to test anything. */
const QUIET_CALLS = 60;
const AGAIN = 0.01;
/**
 * While there are steps left to kill, the functions live this long from their first call to the next kill. Rare
 * steps have priority. They come late in a sequence and are killed immediately. Frequent ones wait, or the
 * functions would never reach the others.
 */
const QUIET_MS = { seldom: 300, often: 6000 };
/** A step seen this often isn't rare. */
const OFTEN = 6;
/**
 * A call or its response is delayed this long before the kill, so that other remaining steps are hit by the same
 * kill.
 */
const WINDOW_MS = 500;

/**
 * A proxy between the edge functions and everything they call, which kills their process (SIGKILL) at a call:
 * before it is sent, or after it took effect and before the response. Each step found in the functions' code must
 * be killed in both ways, and a step not killed yet is killed the next time it is taken. The functions don't know
 * about it.
 */
export class Faults {
  kills = 0;
  /** Off at first, and at the end of a run. */
  active = false;
  /**
   * The steps in the functions' code, and when their process was killed there: before the call was sent, or after
   * it was answered.
   */
  private killed = new Map<Step, Set<Moment>>();
  private readonly unlisted = new Set<Step>();
  private readonly seen = new Map<Step, number>();
  private readonly rng: Rng;
  private readonly spared: { step: Step; moment: Moment } | undefined;
  private readonly slow: number;
  /** Kills that are decided, but not done yet. */
  private readonly planned = new Set<string>();
  private callsSinceKill = 0;
  private firstCall: number | undefined;
  /** Calls that are delayed until the next kill. */
  private held: { step: Step; moment: Moment; callerLives: () => boolean }[] = [];
  private strike: Promise<void> | undefined;

  /**
   * `spared`: steps without kills, in a run that is broken on purpose. `slow`: how many times slower the machine
   * is.
   */
  constructor(seed: number, spared?: { step: Step; moment: Moment }, slow = 1) {
    this.rng = new Rng(seed);
    this.spared = spared;
    this.slow = slow;
  }

  /** Adds steps to kill. */
  expect(steps: Iterable<Step>): void {
    this.killed = new Map([...steps].map((step) => [step, new Set<Moment>()]));
  }

  get steps(): number {
    return this.killed.size;
  }

  /** Returns the number of steps at which the process was killed at that moment. */
  count(moment: Moment): number {
    return [...this.killed.values()].filter((moments) => moments.has(moment)).length;
  }

  gaps(): Gap[] {
    const open = [...this.killed.keys()].map((step) => ({ step, missing: this.missing(step) }));
    const unlisted = [...this.unlisted].map((step) => ({ step, missing: [] }));
    return [...open.filter(({ missing }) => missing.length > 0), ...unlisted];
  }

  private missing(step: Step): Moment[] {
    const done = this.killed.get(step);
    return done ? MOMENTS.filter((moment) => !done.has(moment)) : [];
  }

  /** Returns at which moment of this step the process is killed, or null if it isn't. */
  plan(step: Step): Moment | null {
    this.callsSinceKill += 1;
    this.firstCall ??= Date.now();
    if (!this.active) return null;
    this.seen.set(step, (this.seen.get(step) ?? 0) + 1);
    if (!this.killed.has(step)) this.unlisted.add(step);
    const moment = this.gaps().length > 0 ? this.nextMissing(step) : this.nextOfAny();
    if (!moment || (this.spared?.step === step && this.spared.moment === moment)) return null;
    this.planned.add(step + moment);
    return moment;
  }

  private nextMissing(step: Step): Moment | null {
    if (!this.strike && Date.now() - (this.firstCall ?? 0) < this.quietMs(step)) return null;
    const open = this.missing(step).filter((moment) => !this.planned.has(step + moment));
    return open.length > 0 ? this.rng.pick(open) : null;
  }

  private quietMs(step: Step): number {
    return this.slow * ((this.seen.get(step) ?? 0) > OFTEN && this.rarerLeft() ? QUIET_MS.often : QUIET_MS.seldom);
  }

  /** Returns whether other, rarer steps are left. */
  private rarerLeft(): boolean {
    return [...this.killed.keys()].some((step) => (this.seen.get(step) ?? 0) <= OFTEN && this.missing(step).length > 0);
  }

  private nextOfAny(): Moment | null {
    return this.callsSinceKill >= QUIET_CALLS && this.rng.chance(AGAIN) ? this.rng.pick(MOMENTS) : null;
  }

  /** Cancels a planned kill, because the call did not get that far. */
  forget(step: Step, moment: Moment): void {
    this.planned.delete(step + moment);
  }

  /**
   * Resolves when the process is dead. `callerLives`: the caller may have died of another kill, which doesn't
   * count.
   */
  kill(step: Step, moment: Moment, callerLives: () => boolean): Promise<void> {
    this.held.push({ step, moment, callerLives });
    this.strike ??= wait(WINDOW_MS).then(() => this.carryOut());
    return this.strike;
  }

  private carryOut(): void {
    const held = this.held;
    this.held = [];
    this.strike = undefined;
    for (const { step, moment } of held) this.forget(step, moment);
    // A killed process had already sent these calls. Its successor is not killed for them.
    const callers = held.filter(({ callerLives }) => callerLives());
    const pid = callers.length > 0 ? workerPid() : undefined;
    this.firstCall = undefined;
    if (!pid) return;
    process.kill(pid, 'SIGKILL');
    this.kills += 1;
    this.callsSinceKill = 0;
    for (const { step, moment } of callers) this.killed.get(step)?.add(moment);
  }
}

/**
 * Returns the Deno process of this run's edge functions, which is this process's older child. The younger one waits
 * to replace it.
 */
function workerPid(): number | undefined {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args=', '--sort=start_time'], { encoding: 'utf8' }).split('\n');
  const own = lines.find(
    (line) => Number(line.trim().split(/\s+/)[1]) === process.pid && line.includes('functions/main.ts'),
  );
  return own ? Number(own.trim().split(/\s+/)[0]) : undefined;
}

export interface FaultProxy {
  url: string;
  stop(): Promise<void>;
}

/** Observes each call that passed, and can replace its response. */
type OnAnswer = (req: IncomingMessage, status: number, body: Buffer) => Buffer | undefined;

export async function startFaultProxy(
  name: string,
  target: string,
  faults: Faults,
  onAnswer: OnAnswer = () => undefined,
): Promise<FaultProxy> {
  const server = createServer((req, res) => {
    pass(name, target, faults, req, res, onAnswer).catch(() => res.destroy());
  });
  const port = await listen(server, 0, `${name} with faults`);
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
}

async function pass(
  name: string,
  target: string,
  faults: Faults,
  req: IncomingMessage,
  res: ServerResponse,
  onAnswer: OnAnswer,
): Promise<void> {
  const body = await readBody(req, 8 * 1024 * 1024);
  const step = stepOf(name, req.method ?? 'GET', req.url ?? '/');
  // Stripe's webhooks reach the functions through this proxy as well, but are not the functions' calls.
  const moment = req.url?.startsWith('/functions/') ? null : faults.plan(step);
  const callerLives = () => !req.socket.destroyed;
  if (moment === 'before') {
    await faults.kill(step, moment, callerLives);
    return void res.destroy();
  }
  const answer = await fetch(target + (req.url ?? '/'), {
    method: req.method ?? 'GET',
    headers: passedOn(req),
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  }).catch((error: unknown) => {
    if (moment) faults.forget(step, moment);
    throw error;
  });
  const received = Buffer.from(await answer.arrayBuffer());
  const content = onAnswer(req, answer.status, received) ?? received;
  if (moment === 'after') {
    await faults.kill(step, moment, callerLives);
    return void res.destroy();
  }
  const headers = Object.fromEntries([...answer.headers].filter(([key]) => !HOP.has(key)));
  res.writeHead(answer.status, headers).end(content);
}

const HOP = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'host',
  'keep-alive',
  'expect',
]);

function passedOn(req: IncomingMessage): Record<string, string> {
  const entries = Object.entries(req.headers).filter(([key, value]) => !HOP.has(key) && typeof value === 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}
