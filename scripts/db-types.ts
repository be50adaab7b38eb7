import { mkdirSync, writeFileSync } from 'node:fs';
import { withScratchDatabase } from '../supabase/local/scratch.ts';
import { generateTypes } from '../supabase/local/types.ts';
import { answerHelp } from './help.ts';

answerHelp('npm run db:types: writes src/types/database.ts from the migrations.');

const file = new URL('../src/types/database.ts', import.meta.url);
const types = await withScratchDatabase(generateTypes);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, types);
console.info('src/types/database.ts is up to date.');
