// Names that every object inherits. Deno doesn't list `__proto__`, and `prototype` belongs to classes.
const INHERITED = new Set([...Object.getOwnPropertyNames(Object.prototype), '__proto__', 'prototype']);

/** Returns whether a name from a request would access something that all objects share. */
export const isInheritedName = (name: string): boolean => INHERITED.has(name);

/** Works like JSON.parse, and throws a TypeError for an inherited name at any depth. */
export function parseSafeJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (isInheritedName(name)) throw new TypeError(`The name "${name}" is not allowed`);
    return value;
  });
}
