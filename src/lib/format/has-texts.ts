/** Returns whether a value from outside is an object with a string under each of these names. */
export function hasTexts<Name extends string>(value: unknown, ...names: Name[]): value is Record<Name, string> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return names.every((name) => typeof fields.get(name) === 'string');
}
