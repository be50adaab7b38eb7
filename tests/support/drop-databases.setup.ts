import { afterAll } from 'vitest';
import { dropUnusedDatabases } from './database.ts';

// After each file: rows in a table that many tests have used come back in another order, on which some tests still depend.
afterAll(dropUnusedDatabases);
