import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, readBody } from '../../../supabase/local/http.ts';
import { Dice } from './dice.ts';

type Moment = 'before' | 'after';

export interface Killed {
  kills: number;
  /** Calls that the functions were seen to make, and those at which their process was killed: before they left, after they were answered. */
  steps: Map<string, Set<Moment>>;
}

/** So many calls get through between two kills: tourists must get somewhere, or nothing is tried at all. */
const QUIET_CALLS = 60;
const SEEN = 0.01;
const NEVER_SEEN = 0.5;

/**
 * Stands between the edge functions and all that they talk to, and kills their process (SIGKILL) at a call: before it leaves, or
 * when its effect is there and the answer is not yet. A step at which that has not happened yet is preferred, so that in a run of
 * some length each has had its turn. Nothing in the functions knows of it.
 */
export class Faults {
  readonly killed: Killed = { kills: 0, steps: new Map() };
  /** Off at first, and for the end of a run. */
  active = false;
  private readonly dice: Dice;
  private sinceKill = 0;

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  /** Whether the process dies at this step, and when. */
  plan(step: string): Moment | null {
    const done = this.killed.steps.get(step) ?? new Set<Moment>();
    this.killed.steps.set(step, done);
    this.sinceKill += 1;
    if (!this.active || this.sinceKill < QUIET_CALLS) return null;
    const missing = (['before', 'after'] as const).filter((moment) => !done.has(moment));
    if (!this.dice.roll(missing.length > 0 ? NEVER_SEEN : SEEN)) return null;
    this.sinceKill = 0;
    return this.dice.pick(missing.length > 0 ? missing : (['before', 'after'] as const));
  }

  kill(step: string, moment: Moment): void {
    const pid = workerPid();
    if (!pid) return;
    process.kill(pid, 'SIGKILL');
    this.killed.kills += 1;
    this.killed.steps.get(step)?.add(moment);
  }
}

/** The Deno process of this run's edge functions: a child of this very process. */
function workerPid(): number | undefined {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.find(
    (line) => Number(line.trim().split(/\s+/)[1]) === process.pid && line.includes('functions/main.ts'),
  );
  return own ? Number(own.trim().split(/\s+/)[0]) : undefined;
}

export interface FaultProxy {
  url: string;
  stop(): Promise<void>;
}

/** `onAnswer` hears each call that got through. */
export async function startFaultProxy(
  name: string,
  target: string,
  faults: Faults,
  onAnswer: (req: IncomingMessage, status: number, body: Buffer) => void = () => undefined,
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
  onAnswer: (req: IncomingMessage, status: number, body: Buffer) => void,
): Promise<void> {
  const body = await readBody(req, 8 * 1024 * 1024);
  const step = `${name} ${req.method} ${(req.url ?? '/').split('?')[0]?.replace(/(pi|re|ch)_\w+/g, ':id')}`;
  // Stripe's webhooks come to the functions through here as well: they are no call of theirs.
  const moment = req.url?.startsWith('/functions/') ? null : faults.plan(step);
  if (moment === 'before') {
    faults.kill(step, moment);
    return void res.destroy();
  }
  const answer = await fetch(target + (req.url ?? '/'), {
    method: req.method ?? 'GET',
    headers: passedOn(req),
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const content = Buffer.from(await answer.arrayBuffer());
  onAnswer(req, answer.status, content);
  if (moment === 'after') {
    faults.kill(step, moment);
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
