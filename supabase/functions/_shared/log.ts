// Logs are read by people who may not read guests' data: no body, no address, no code, no key.
const HIDDEN: [RegExp, string][] = [
  [/[^\s"'<>()=,;:]+@[^\s"'<>()=,;:]+/g, '<e-mail>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b(?:sk|rk|pk|whsec|sb_secret|sb_publishable|re)_[\w-]{8,}/g, '<key>'],
];

const hide = (text: string): string => HIDDEN.reduce((hidden, [pattern, name]) => hidden.replace(pattern, name), text);

export type RequestLog = {
  function: string;
  request_id: string;
  /** The caller, where the function asked who it is. */
  user: string | null;
  duration_ms: number;
  status: number;
  /** `ok`, or the code of the answer. */
  outcome: string;
};

/** One line of JSON for each request. */
export function logRequest(entry: RequestLog): void {
  console.info(JSON.stringify({ level: entry.status >= 500 ? 'error' : 'info', ...entry }));
}

/** A fault, in one line of JSON. `about` says of what, e.g. the kind and the id of the row that was worked on. */
export function logError(error: unknown, about: Record<string, string> = {}): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(JSON.stringify({ level: 'error', ...about, message: hide(message), stack: stack && hide(stack) }));
}
