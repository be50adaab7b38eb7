import { generateTypes } from '@territorio/local-supabase/types';
import { PROJECT } from './project.ts';

const HEADER = '// Generated from the migrations by "npm run db:types". Do not edit.\n';

/** What src/types/database.ts is for a database that has the migrations. */
export const databaseTypes = async (databaseUrl: string): Promise<string> =>
  HEADER + (await generateTypes(databaseUrl, PROJECT));
