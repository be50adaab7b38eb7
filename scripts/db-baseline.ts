import { writeFileSync } from 'node:fs';
import { schemaFiles } from '../supabase/schema-files.ts';
import { answerHelp } from './help.ts';

answerHelp('npm run db:baseline: writes the baseline migration from supabase/schemas.');

// Writes the first migration from supabase/schemas. This is possible only while no outside database has applied it.
// After that, a change is an edit in schemas/ with its own migration.
const baseline = new URL('../supabase/migrations/20261122000000_baseline.sql', import.meta.url);
const files = schemaFiles();
writeFileSync(
  baseline,
  `-- Written by "npm run db:baseline" from supabase/schemas. Do not edit.\n\n${files.map(({ sql }) => sql).join('\n')}`,
);
console.info(`${baseline.pathname.split('/').at(-1)} has ${files.length} files of supabase/schemas.`);
