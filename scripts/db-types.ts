import { mkdirSync, writeFileSync } from 'node:fs';
import { withScratchDatabase } from '@territorio/local-supabase/scratch';
import { PROJECT } from '../supabase/local/project.ts';
import { databaseTypes } from '../supabase/local/types.ts';
import { answerHelp } from './help.ts';

answerHelp('npm run db:types: writes src/types/database.ts from the migrations.');

const file = new URL('../src/types/database.ts', import.meta.url);
const types = await withScratchDatabase(PROJECT, databaseTypes);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, types);
console.info('src/types/database.ts is up to date.');
