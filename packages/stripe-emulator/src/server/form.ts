import { invalidParameter } from './failure.ts';
import type { Metadata } from './objects.ts';

export interface Params {
  [name: string]: string | Params;
}

/** Parses for example `a=1&b[c]=2&d[]=3&d[]=4` to { a: '1', b: { c: '2' }, d: { 0: '3', 1: '4' } }. */
export function parseForm(text: string): Params {
  const root = emptyParams();
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [key.replace(/\[.*$/, ''), ...Array.from(key.matchAll(/\[([^\]]*)\]/g), (match) => match[1] ?? '')];
    insert(root, path.slice(0, 8), value);
  }
  return root;
}

// The object has no prototype, so that a parameter named __proto__ is like any other.
const emptyParams = (): Params => Object.create(null) as Params;

function insert(target: Params, path: string[], value: string): void {
  const [head = '', ...rest] = path;
  const name = head === '' ? String(Object.keys(target).length) : head;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const existing = target[name];
  const child = typeof existing === 'object' ? existing : emptyParams();
  target[name] = child;
  insert(child, rest, value);
}

export function allowOnly(params: Params, names: readonly string[]): void {
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  const [first] = unknown;
  if (first !== undefined) throw invalidParameter(`Received unknown parameter: ${first}`, 'parameter_unknown', first);
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  throw invalidParameter(`Invalid string: ${JSON.stringify(value)}`, undefined, name);
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalidParameter(`Missing required param: ${name}.`, 'parameter_missing', name);
  if (value === '')
    throw invalidParameter(`You passed an empty string for '${name}'.`, 'parameter_invalid_empty', name);
  return value;
}

/** Returns an amount in minor units, which is an integer of at least 1. */
export function positiveInteger(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw invalidParameter(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  const number = Number(value);
  if (number < 1)
    throw invalidParameter('This value must be greater than or equal to 1.', 'parameter_invalid_integer', name);
  return number;
}

export function oneOf<const Value extends string>(
  params: Params,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const found = values.find((allowed) => allowed === value);
  if (found) return found;
  throw invalidParameter(`Invalid ${name}: must be one of ${values.join(', ')}`, undefined, name);
}

export function nested(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === '') return emptyParams();
  if (typeof value === 'object') return value;
  throw invalidParameter('Invalid object', undefined, name);
}

export const list = (params: Params, name: string): string[] =>
  Object.values(nested(params, name)).filter((value) => typeof value === 'string');

export function flag(params: Params, name: string): boolean {
  return oneOf(params, name, ['true', 'false']) === 'true';
}

/** Merges metadata into the existing values. An empty value removes its key, as at Stripe. */
export function metadata(params: Params, current: Metadata = {}): Metadata {
  const merged: Metadata = { ...current };
  for (const [key, value] of Object.entries(nested(params, 'metadata'))) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      throw invalidParameter(
        'Metadata keys have at most 40 characters and values at most 500.',
        undefined,
        `metadata[${key}]`,
      );
    }
    if (value === '') delete merged[key];
    else merged[key] = value;
  }
  if (Object.keys(merged).length > 50) throw invalidParameter('Metadata has at most 50 keys.', undefined, 'metadata');
  return merged;
}
