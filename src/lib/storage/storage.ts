/**
 * Web storage that works even if it is blocked (private modes, embedded views, a full quota). Reads then return
 * null, and writes stay in memory until the page is closed.
 */
type Area = 'local' | 'session';

const memory: Record<Area, Map<string, string>> = { local: new Map(), session: new Map() };

function area(kind: Area): Storage | null {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return null;
  }
}

export function readText(kind: Area, key: string): string | null {
  const kept = memory[kind].get(key);
  if (kept !== undefined) return kept;
  try {
    return area(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeText(kind: Area, key: string, value: string): void {
  try {
    const store = area(kind);
    if (!store) throw new Error('blocked');
    store.setItem(key, value);
    memory[kind].delete(key);
  } catch {
    memory[kind].set(key, value);
  }
}

export function removeText(kind: Area, key: string): void {
  memory[kind].delete(key);
  try {
    area(kind)?.removeItem(key);
  } catch {}
}

/**
 * Deletes everything kept for the signed-in person, such as the session, drafts and where to return to. The theme
 * stays.
 */
export function forgetTexts(
  prefix = 'territorio-',
  except: readonly string[] = ['territorio-theme', 'territorio-locale'],
): void {
  for (const kind of ['local', 'session'] as const) {
    for (const key of keysOf(kind)) if (key.startsWith(prefix) && !except.includes(key)) removeText(kind, key);
  }
}

function keysOf(kind: Area): string[] {
  const kept = [...memory[kind].keys()];
  try {
    return [...kept, ...Object.keys(area(kind) ?? {})];
  } catch {
    return kept;
  }
}

/** Returns all texts whose key has this prefix. */
export function textsOf(kind: Area, prefix: string): Record<string, string> {
  const keys = keysOf(kind).filter((key) => key.startsWith(prefix));
  return Object.fromEntries(keys.map((key) => [key, readText(kind, key) ?? '']));
}

/** Returns a value stored as JSON. Anything that `guard` refuses counts as missing. */
export function readJson<T>(kind: Area, key: string, guard: (value: unknown) => value is T): T | null {
  const text = readText(kind, key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return guard(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeJson(kind: Area, key: string, value: unknown): void {
  writeText(kind, key, JSON.stringify(value));
}

/** The storage interface that the auth client expects. */
export const sessionStore = {
  getItem: (key: string) => readText('local', key),
  setItem: (key: string, value: string) => writeText('local', key, value),
  removeItem: (key: string) => removeText('local', key),
};
