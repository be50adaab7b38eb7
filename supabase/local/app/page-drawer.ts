import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inEveryLanguage } from '../../../scripts/build/files.ts';
import { pathMatcher } from '../../../scripts/build/hosting/rules.ts';
import { routes } from '../../../src/app/routes.ts';
import type { StackConfig } from '../config.ts';
import { renderEnv, renderOptions } from './build.ts';

export type Wanted = { id: number; path: string };
export type Drawn = { id: number; html: string | null };

/** The largest number of waiting requests. Beyond it, the browser renders the page. */
export const MAX_WAITING = 8;

export interface PageDrawer {
  /**
   * Returns a public page from current data, or null if there is none, too many requests wait, or rendering fails.
   */
  draw(path: string): Promise<string | null>;
  stop(): Promise<void>;
}

const isPublic = pathMatcher(inEveryLanguage(routes.filter((route) => route.prerendered).map(({ path }) => path)));

/** Renders public pages that were published after the start, in a separate process that starts with the first one. */
export function createPageDrawer(config: StackConfig): PageDrawer {
  const waiting = new Map<number, (html: string | null) => void>();
  let child: ChildProcess | undefined;
  let asked = 0;

  function start(): ChildProcess {
    const script = fileURLToPath(new URL('draw-pages.ts', import.meta.url));
    const { root } = renderOptions(config);
    const started = fork(script, [JSON.stringify(renderOptions(config))], {
      cwd: root,
      env: renderEnv(config),
      execArgv: ['--import', 'tsx'],
    });
    started.on('message', ({ id, html }: Drawn) => {
      waiting.get(id)?.(html);
      waiting.delete(id);
    });
    const ended = () => {
      if (child === started) child = undefined;
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
    };
    started.once('error', ended).once('exit', ended);
    return started;
  }

  return {
    draw: (path) => {
      if (!isPublic(path) || waiting.size >= MAX_WAITING) return Promise.resolve(null);
      child ??= start();
      const running = child;
      asked += 1;
      const id = asked;
      return new Promise((answer) => {
        waiting.set(id, answer);
        running.send({ id, path } satisfies Wanted, (error) => {
          if (error) answer(null);
        });
      });
    },
    stop: async () => {
      const running = child;
      if (!running) return;
      const ended = new Promise((done) => running.once('exit', done));
      running.disconnect();
      await ended;
    },
  };
}
