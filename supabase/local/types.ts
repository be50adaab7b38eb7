import { generateTypes } from '@territorio/local-supabase/types';
import { PROJECT } from './project.ts';

const HEADER = '// Generated from the migrations by "npm run db:types". Do not edit.\n';

/** Generates src/types/database.ts from a migrated database. */
export const databaseTypes = async (databaseUrl: string): Promise<string> =>
  HEADER + (await generateTypes(databaseUrl, PROJECT));
