import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What nobody needs of it is left out only where making it is known to do nothing else, and where nothing writes to it.
 * `Link` alone would keep the framework's prefetching of pages, which there is nothing to prefetch for, and `Routes` what it
 * draws of a data router's state, which there is none of (BrowserRouter).
 */
const LIGHTER: [RegExp, string][] = [
  [/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2'],
  [/^(var \w+ = )(class extends React\d*\.Component \{[\s\S]*?^\});/gm, '$1/* @__PURE__ */ (() => $2)();'],
  [/^\w+\.displayName = "[^"]*";$/gm, ''],
  [/^function PrefetchPageLinks\([\s\S]*?^\}/m, 'function PrefetchPageLinks() { return null; }'],
  [/^(function usePrefetchBehavior\(.*\) \{)[\s\S]*?^\}/m, '$1 return [false, null, {}]; }'],
  [/\bisDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\)/, 'useNavigateUnstable()'],
  [/^ +let dataRouterState = dataRouterOpts\?\.state;/m, 'const dataRouterState = undefined;'],
  [/\bdataRouterState && \(match\.route\.ErrorBoundary[\s\S]*?\) : getChildren\(\)/, 'getChildren()'],
  [/\bmatch\.route\.errorElement \|\| defaultErrorElement/, 'null'],
  [/^RenderErrorBoundary\.contextType = .*$/m, ''],
];

/**
 * React Router's package names its development build, warnings and all, whoever asks (7.18); a build takes the other one.
 * Of that one, a build leaves out what only its framework and its data routers use: half of it.
 */
export function productionRouter(): Plugin {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('react-router/package.json')), 'dist', 'production');
  const files: Record<string, string> = {
    'react-router': join(folder, 'index.mjs'),
    'react-router/dom': join(folder, 'dom-export.mjs'),
  };
  const found = new Set<RegExp>();
  return {
    name: 'territorio-production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => files[source] ?? null,
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: LIGHTER.reduce((text, [what, instead]) => {
          const lighter = text.replace(what, instead);
          if (lighter !== text) found.add(what);
          return lighter;
        }, code),
        map: null,
      }),
    },
    // A version that is written otherwise would go in whole, unnoticed.
    buildEnd(error) {
      const missed = LIGHTER.filter(([what]) => !found.has(what));
      if (!error && missed.length > 0) this.error(`react-router has nothing of ${missed.map(String).join(' or ')}.`);
    },
  };
}
