import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeRoutes, type Route } from '@vercel/routing-utils';
import { type Answer, type Ask, answer, fetchAnswer, readAsset } from './answer.ts';

interface Config {
  routes: Route[];
  overrides: Record<string, { path: string }>;
}
type Rule = Extract<Route, { src: string }>;

/** Follows Vercel's Build Output order: routes before the files, files, routes after them, error routes. */
export function askVercel(output: string): Ask {
  const config = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')) as Config;
  const { error } = normalizeRoutes(config.routes);
  if (error) throw new Error(error.message);
  const phases = phasesOf(config.routes);
  const addressOf = new Map(Object.entries(config.overrides).map(([file, { path }]) => [`/${path}`, `/${file}`]));
  const moved = new Set(addressOf.values());
  const fileAt = (path: string) =>
    moved.has(path)
      ? null
      : readAsset(join(output, 'static'), path === '/' ? '/index.html' : (addressOf.get(path) ?? path));
  return async (address) => {
    const url = new URL(address, 'http://host.test');
    const headers = new Headers();
    let path = url.pathname;
    const run = (phase: string): Answer | URL | undefined => {
      for (const rule of phases.get(phase) ?? []) {
        const match = new RegExp(rule.src ?? '').exec(path);
        if (!match) continue;
        const fill = (text: string) => text.replace(/\$(\d)/g, (_, n) => match[Number(n)] ?? '');
        for (const [name, value] of Object.entries(rule.headers ?? {})) headers.set(name, fill(value));
        if (rule.continue) continue;
        if (rule.status && rule.status < 400) return { status: rule.status, body: '', headers };
        if (rule.dest?.startsWith('http')) return new URL(fill(rule.dest) + url.search);
        if (rule.dest) path = fill(rule.dest);
        return undefined;
      }
      return undefined;
    };
    const first = run('null');
    if (first instanceof URL) return fetchAnswer(first);
    if (first) return first;
    let body = fileAt(path);
    if (body === null) {
      run('filesystem');
      body = fileAt(path);
    }
    if (body !== null) {
      run('hit');
      return { status: 200, body, headers };
    }
    run('error');
    return answer(404, readAsset(join(output, 'static'), path) ?? '', headers);
  };
}

function phasesOf(routes: Route[]): Map<string, Rule[]> {
  const phases = new Map<string, Rule[]>();
  let phase = 'null';
  for (const route of routes) {
    if ('handle' in route) phase = String(route.handle);
    else phases.set(phase, [...(phases.get(phase) ?? []), route as Rule]);
  }
  return phases;
}
