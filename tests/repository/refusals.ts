const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '');

/**
 * Codes raised or returned by SQL: (409, 'sold_out', …), and the short forms private.fail_wait and private.invalid.
 */
const RAISED = [/\(\s*\d{3},\s*'([a-z_]+)'/g, /private\.fail_wait\('([a-z_]+)'/g];
/** Codes returned by a function. */
const ANSWERED = /new HttpError\(\s*\d{3},\s*'([a-z_]+)'/g;

const codesIn = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code));

/** Returns every refusal code in a file of SQL or an edge function. */
export const refusalCodes = (file: string, text: string): string[] =>
  file.endsWith('.sql') ? codesIn(withoutComments(text), RAISED) : codesIn(text, [ANSWERED]);
