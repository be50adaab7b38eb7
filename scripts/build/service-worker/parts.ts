import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { routes } from '../../../src/app/routes.ts';
import { moduleOf } from '../files.ts';

/** Returns the modules that a module may load later, from the manifest, without other pages and their modules. */
export type PartsOf = (module: string) => string[];

/** Reads the parts from a build. A chunk contains modules of several pages, so the manifest alone isn't enough. */
export function readParts(root: string): { plugin: Plugin; partsOf: PartsOf } {
  const pages = new Set(routes.map((route) => join(root, moduleOf(route))));
  const known = new Map<string, { imports: readonly string[]; loads: readonly string[] }>();
  const plugin: Plugin = {
    name: 'read-parts',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        if (info) known.set(id, { imports: info.importedIds, loads: info.dynamicallyImportedIds });
      }
    },
  };
  const partsOf: PartsOf = (module) => {
    const parts = new Set<string>();
    const seen = new Set<string>();
    const walk = (id: string): void => {
      if (seen.has(id) || relative(root, id).startsWith('node_modules')) return;
      seen.add(id);
      const { imports = [], loads = [] } = known.get(id) ?? {};
      for (const loaded of loads.filter((one) => !pages.has(one))) {
        parts.add(relative(root, loaded));
        walk(loaded);
      }
      for (const imported of imports) walk(imported);
    };
    walk(join(root, module));
    return [...parts];
  };
  return { plugin, partsOf };
}
