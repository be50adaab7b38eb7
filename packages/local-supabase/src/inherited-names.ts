// What every object inherits. Deno has no `__proto__` in the list; `prototype` is what classes have.
const INHERITED = new Set([...Object.getOwnPropertyNames(Object.prototype), '__proto__', 'prototype']);

/** Whether a name that came with a request would reach into what all objects of the process share. */
export const isInheritedName = (name: string): boolean => INHERITED.has(name);

/** As JSON.parse; throws a TypeError for an inherited name, at any depth. */
export function parseSafeJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (isInheritedName(name)) throw new TypeError(`The name "${name}" is not allowed`);
    return value;
  });
}
