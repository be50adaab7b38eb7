/** 'role_granted' → 'Role granted', for a code that this build has no label for. */
export function spelled(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
