import postgres from 'postgres';

export interface BrokenRow {
  rule: string;
  /** The row that breaks the rule, as an id or the name of a guard. */
  subject: string;
  expected: string;
  actual: string;
}

export interface CheckUp {
  /** Every rule with its number of broken rows, which may be zero. */
  rules: { rule: string; meaning: string; todo: string; broken: number }[];
  /** At most `ROWS_PER_RULE` rows of each rule. */
  rows: BrokenRow[];
  broken: number;
}

const ROWS_PER_RULE = 20;
const CONNECT_WITHIN_SECONDS = 10;

/** Reads all broken rows from the database. The rules are SQL (service.check_invariants), and nothing is written. */
export async function checkUp(url: string): Promise<CheckUp> {
  const sql = postgres(url, { max: 1, connect_timeout: CONNECT_WITHIN_SECONDS, onnotice: () => undefined });
  try {
    return await sql.begin('isolation level repeatable read read only', async (transaction) => {
      const [known] = await transaction`select to_regprocedure('private.invariant_rules()') is not null as here`;
      if (!known?.here) throw new Error('its migrations are missing or older than the doctor.');
      return examine(transaction);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function examine(sql: postgres.TransactionSql): Promise<CheckUp> {
  // A large database may exceed the role's limit for API requests.
  await sql`set local statement_timeout = 0`;
  const rows = await sql<(BrokenRow & { total: number })[]>`
    select * from (
      select rule, subject, expected::text, actual::text, count(*) over (partition by rule)::int as total,
             row_number() over (partition by rule order by subject) as place
        from service.check_invariants()) found
     where place <= ${ROWS_PER_RULE} order by rule, place`;
  const known = await sql<{ rule: string; meaning: string; todo: string }[]>`
    select rule, meaning, todo from private.invariant_rules() order by n`;
  const totals = new Map(rows.map(({ rule, total }) => [rule, total]));
  const unlisted = [...totals.keys()].filter((rule) => !known.some((one) => one.rule === rule));
  const rules = [...known, ...unlisted.map((rule) => ({ rule, meaning: '', todo: '' }))].map((one) => ({
    ...one,
    broken: totals.get(one.rule) ?? 0,
  }));
  return {
    rules,
    rows: rows.map(({ rule, subject, expected, actual }) => ({ rule, subject, expected, actual })),
    broken: rules.reduce((sum, { broken }) => sum + broken, 0),
  };
}
