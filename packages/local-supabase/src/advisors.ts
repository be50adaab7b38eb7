import { z } from 'zod';
import { trySupabaseCli } from './cli.ts';

const report = z.object({
  results: z.array(z.object({ name: z.string(), level: z.enum(['INFO', 'WARN', 'ERROR']), detail: z.string() })),
});

export type Advice = z.infer<typeof report>['results'][number];

/** Returns the results of the official CLI's security and performance advisors for a database. */
export async function readAdvisors(databaseUrl: string, project: string): Promise<Advice[]> {
  const { stdout, stderr } = await trySupabaseCli(
    ['db', 'advisors', `--remote=${databaseUrl}`, '--level', 'info', '--output-format', 'json'],
    { project },
  );
  const parsed = report.safeParse(JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}'));
  if (!parsed.success) throw new Error(`The advisors gave no report:\n${stderr || stdout}`);
  return parsed.data.results;
}

/** Returns the results that fail a build. */
export function blockingAdvice(advice: Advice[]): Advice[] {
  return advice.filter((item) => item.level !== 'INFO');
}
