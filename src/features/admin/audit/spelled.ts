import { capitalized } from '@/lib/format/sentence';

/** 'role_granted' → 'Role granted', for a code that this build has no label for. */
export function spelled(code: string): string {
  return capitalized(code.replaceAll('_', ' '));
}
