import { runSupabaseCli } from './cli.ts';

const HEADER = '// Generated from the migrations by "npm run db:types". Do not edit.\n';

/** TypeScript types of the schemas that the API exposes, as the official CLI writes them. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const { stdout } = await runSupabaseCli([
    'gen',
    'types',
    '--lang',
    'typescript',
    '--schema',
    'public,service',
    `--remote=${databaseUrl}`,
  ]);
  // The CLI also prints its notices to stdout, in front (seen in 3.1.0).
  const start = stdout.indexOf('export type Json');
  if (start < 0) throw new Error(`The CLI wrote no types:\n${stdout.slice(0, 500)}`);
  return `${HEADER}${stdout.slice(start).trimEnd()}\n`;
}
