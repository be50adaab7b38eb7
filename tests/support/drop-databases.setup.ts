import { afterAll } from 'vitest';
import { dropUnusedDatabases } from './database.ts';

// Runs after each file, because rows of reused tables come in another order, on which some tests still depend.
afterAll(dropUnusedDatabases);
