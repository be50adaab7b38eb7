import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Serves country flags at /flags/XX.svg, copied from the package. Each is loaded when it is shown, without a list
 * in the code.
 */
export function flags(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2');
  const address = /^\/flags\/([A-Z]{2}\.svg)(?:\?|$)/;
  return {
    name: 'country-flags',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = address.exec(request.url ?? '')?.[1];
        if (!file || !readdirSync(folder).includes(file)) {
          next();
          return;
        }
        response.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(folder, file)));
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const file of readdirSync(folder)) {
        if (/^[A-Z]{2}\.svg$/.test(file)) {
          this.emitFile({ type: 'asset', fileName: `flags/${file}`, source: readFileSync(join(folder, file)) });
        }
      }
    },
  };
}
