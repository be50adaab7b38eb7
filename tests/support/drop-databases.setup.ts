import { afterAll } from 'vitest';
import { dropUnusedDatabases } from './database.ts';

// A mutation run has one server for many workers, each of which ends after a few files.
afterAll(dropUnusedDatabases);
