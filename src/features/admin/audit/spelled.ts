import { capitalized } from '@/lib/format/sentence';

/** 'role_granted' → 'Role granted', for codes without a label in this build. */
export function spelled(code: string): string {
  return capitalized(code.replaceAll('_', ' '));
}
