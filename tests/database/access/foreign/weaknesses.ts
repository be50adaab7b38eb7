/**
 * Cells that are wrong today and known to be: each with what has to change. Whoever mends one takes its line away; the test says so.
 */
export const WEAKNESSES: readonly { cells: RegExp; mend: string }[] = [
  {
    cells: /^manager2?: grant_role \| .* should be refused/,
    mend: 'A role in a region comes from the person’s own request or from an invitation that they accepted.',
  },
  {
    cells: /^(staff|manager)2?: revoke_role \| .* should be refused/,
    mend: 'revoke_role answers with every role of anybody who is named: only those of the own territory are the caller’s business.',
  },
];
