import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { MANIFEST, SHELL } from './files.ts';

/** What is loaded on demand in the browser and yet drawn at build. Everything else of that kind stays out: it is most of the app. */
const DRAWN =
  /(?:\/pages\/(?:home|regions|territory|experience|transport-list|territory-transport|transport|privacy|terms|waiver)|\/data|\/RegionPlates|\/LiveRegions|\/ReviewList|\/ExperienceList|\/client)(?:\.tsx?)?$/;
const ABSENT = '\0absent';

function onlyDrawn(): Plugin {
  return {
    name: 'territorio-only-drawn',
    enforce: 'pre',
    resolveDynamicImport(specifier) {
      return typeof specifier === 'string' && !DRAWN.test(specifier) ? `${ABSENT}:${specifier}` : null;
    },
    load(id) {
      if (!id.startsWith(ABSENT)) return null;
      const name = id.slice(ABSENT.length + 1);
      return `throw new Error(${JSON.stringify(`${name} is drawn at build but not named in scripts/build/bundle.ts`)});`;
    },
  };
}

export interface SiteFolders {
  root: string;
  /** For the browser. */
  dist: string;
  /** For the program that renders the public pages; it stays at home. */
  renderer: string;
}

/** Builds the app, and the one Node program that renders its public pages, with everything it needs inside. */
export async function buildSite({ root, dist, renderer }: SiteFolders): Promise<void> {
  await build({
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [onlyDrawn()],
    build: { ssr: 'src/prerender/index.tsx', outDir: renderer, emptyOutDir: true, minify: false },
    ssr: { noExternal: true },
  });
  await build({ root, logLevel: 'error', build: { outDir: dist, emptyOutDir: true, manifest: MANIFEST } });
  renameSync(join(dist, MANIFEST), join(renderer, MANIFEST));
  copyFileSync(join(dist, 'index.html'), join(dist, SHELL));
}
