const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '');

/** The codes that SQL raises or answers: (409, 'sold_out', …), and what private.fail_wait and private.invalid are short for. */
const RAISED = [/\(\s*\d{3},\s*'([a-z_]+)'/g, /private\.fail_wait\('([a-z_]+)'/g];
/** The codes that a function answers. */
const ANSWERED = /new HttpError\(\s*\d{3},\s*'([a-z_]+)'/g;

const codesIn = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code));

/** Every code that a file of SQL or of an edge function refuses with. */
export const refusalCodes = (file: string, text: string): string[] =>
  file.endsWith('.sql') ? codesIn(withoutComments(text), RAISED) : codesIn(text, [ANSWERED]);
