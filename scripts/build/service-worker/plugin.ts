import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const START = fileURLToPath(new URL('start.js', import.meta.url));

/** Where the pages begin that open without a signal, and who may be needed before one is drawn. */
const ROOTS =
  /\/src\/(?:main\.tsx|app\/(?:signed-in-pages\.ts|data\.tsx)|pages\/(?:guide-dashboard|driver-dashboard|shuttle-manager-dashboard|manifest|check-in)\.tsx)$/;
/** Pages are loaded on demand; those that are not named above stay out, with all that only they need. */
const PAGE = /\/src\/pages\//;

interface Chunk {
  type: 'chunk';
  fileName: string;
  moduleIds: string[];
  imports: string[];
  dynamicImports: string[];
  facadeModuleId: string | null;
  viteMetadata?: { importedCss: Set<string> };
}

/** What the pages may load while they are used: their files, all that these import, and the stylesheets. */
function filesOf(chunks: Map<string, Chunk>): string[] {
  const files = new Set<string>();
  const take = (fileName: string, asked: boolean) => {
    const chunk = chunks.get(fileName);
    if (!chunk || files.has(fileName)) return;
    const isOtherPage = chunk.moduleIds.some((id) => PAGE.test(id)) && !chunk.moduleIds.some((id) => ROOTS.test(id));
    if (asked && isOtherPage) return;
    files.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const imported of chunk.imports) take(imported, false);
    for (const imported of chunk.dynamicImports) take(imported, true);
  };
  for (const chunk of chunks.values()) if (chunk.moduleIds.some((id) => ROOTS.test(id))) take(chunk.fileName, false);
  return [...files].sort();
}

/**
 * Writes the service workers beside the built app (docs/decisions/0018): `sw.js` with the files of this build, and `start.js`.
 */
export function offlinePages(): Plugin {
  let publicDir = '';
  return {
    name: 'territorio-offline-pages',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = new Map<string, Chunk>();
      for (const output of Object.values(bundle)) if (output.type === 'chunk') chunks.set(output.fileName, output);
      const entry = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/main.tsx')));
      if (!entry) throw new Error('The build has no entry to open without a signal.');
      const fonts = readdirSync(join(publicDir, 'fonts')).map((font) => `fonts/${font}`);
      const files = [...filesOf(chunks), ...fonts].map((file) => `/${file}`);
      const worker = readFileSync(WORKER, 'utf8');
      const version = createHash('sha256').update(worker).update(files.join('\n')).digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'start.js', source: readFileSync(START, 'utf8') });
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: worker
          .replace("'%VERSION%'", JSON.stringify(version))
          .replace("'%ENTRY%'", JSON.stringify(`/${entry.fileName}`))
          .replace("['%FILES%']", JSON.stringify(files)),
      });
    },
  };
}
