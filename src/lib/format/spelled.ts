import { capitalized } from './sentence.ts';

/** Returns for example 'Role granted' for 'role_granted', if this build has no label for a code. */
export function spelled(code: string): string {
  return capitalized(code.replaceAll('_', ' '));
}
