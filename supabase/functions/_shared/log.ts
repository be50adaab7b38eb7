// Logs must not contain guests' data, so bodies, addresses, codes and keys are removed.
const HIDDEN: [RegExp, string][] = [
  [/[^\s"'<>()=,;:]+@[^\s"'<>()=,;:]+/g, '<e-mail>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b(?:sk|rk|pk|whsec|sb_secret|sb_publishable|re)_[\w-]{8,}/g, '<key>'],
];

const hide = (text: string): string => HIDDEN.reduce((hidden, [pattern, name]) => hidden.replace(pattern, name), text);

export type RequestLog = {
  function: string;
  request_id: string;
  /** The caller, if the function checked it. */
  user: string | null;
  duration_ms: number;
  status: number;
  /** 'ok', or the code of the response. */
  outcome: string;
};

/** Writes one line of JSON for each request. */
export function logRequest(entry: RequestLog): void {
  console.info(JSON.stringify({ level: entry.status >= 500 ? 'error' : 'info', ...entry }));
}

/** Writes a fault as one line of JSON. `about` has the kind and id of the row. */
export function logError(error: unknown, about: Record<string, string> = {}): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(JSON.stringify({ level: 'error', ...about, message: hide(message), stack: stack && hide(stack) }));
}
