import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { answerHelp } from './help.ts';

answerHelp('npm run db:baseline: writes the baseline migration from supabase/schemas.');

// Writes the first migration from supabase/schemas. It may be written again only while no database outside has applied it: after
// that, a change is an edit in schemas/ and a migration of its own beside it.
const schemas = new URL('../supabase/schemas/', import.meta.url);
const baseline = new URL('../supabase/migrations/20261122000000_baseline.sql', import.meta.url);
const files = readdirSync(schemas).sort();
const sections = files.map((name) => readFileSync(new URL(name, schemas), 'utf8'));
writeFileSync(
  baseline,
  `-- Written by "npm run db:baseline" from supabase/schemas. Do not edit.\n\n${sections.join('\n')}`,
);
console.info(`${baseline.pathname.split('/').at(-1)} has ${files.length} files of supabase/schemas.`);
