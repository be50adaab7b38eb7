import { afterAll } from 'vitest';
import { dropUnusedDatabases } from './database.ts';

// After each file: rows of reused tables come in another order, on which some tests still depend.
afterAll(dropUnusedDatabases);
