import { partners, staff } from './staff.ts';
import { tourists } from './tourists.ts';
import type { Person } from './types.ts';

/** Everyone with an account. All of them sign in with the same password (see ../people.ts). */
export const people: readonly Person[] = [...staff, ...partners, ...tourists];
