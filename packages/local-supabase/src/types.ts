import { runSupabaseCli } from './cli.ts';
import { readProjectConfig } from './project.ts';

/** Returns typeScript types of the API's schemas, as the official CLI writes them. */
export async function generateTypes(databaseUrl: string, project: string): Promise<string> {
  const { stdout } = await runSupabaseCli(
    [
      'gen',
      'types',
      '--lang',
      'typescript',
      '--schema',
      readProjectConfig(project).api.schemas.join(','),
      `--remote=${databaseUrl}`,
    ],
    { project },
  );
  // The CLI also prints notices to stdout, before the types (seen in 3.1.0).
  const start = stdout.indexOf('export type Json');
  if (start < 0) throw new Error(`The CLI wrote no types:\n${stdout.slice(0, 500)}`);
  return `${stdout.slice(start).trimEnd()}\n`;
}
