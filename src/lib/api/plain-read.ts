/** One call on the client, as it was written: `['eq', ['id', 'rio-dulce']]`. */
export type Call = readonly [method: string, args: readonly unknown[]];

export interface PlainRead {
  /** Below `/rest/v1`. */
  address: string;
  signal: AbortSignal | undefined;
  /** Of no more than one row. */
  one: boolean;
}

const FILTERS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is'];

/** What adds itself to the address; it says no to what it does not know. */
function add(parameters: URLSearchParams, [method, args]: Call): boolean {
  const [first, second] = args;
  if (FILTERS.includes(method)) parameters.append(String(first), `${method}.${second}`);
  else if (args.length === 1 && method === 'limit') parameters.set('limit', String(first));
  else if (args.length === 1 && method === 'or') parameters.append('or', `(${first})`);
  else if (method === 'order') {
    const { ascending = true, nullsFirst, ...other } = (second ?? {}) as { ascending?: boolean; nullsFirst?: boolean };
    if (Object.keys(other).length > 0) return false;
    const nulls = nullsFirst === undefined ? '' : nullsFirst ? '.nullsfirst' : '.nullslast';
    const before = parameters.get('order');
    parameters.set('order', `${before ? `${before},` : ''}${first}.${ascending ? 'asc' : 'desc'}${nulls}`);
  } else return false;
  return true;
}

/** `from(table).select(columns)` with filters, order and limit, as the request that it is; null for everything else. */
export function plainRead(calls: readonly Call[]): PlainRead | null {
  const [from, select, ...rest] = calls;
  if (from?.[0] !== 'from' || select?.[0] !== 'select' || select[1].length !== 1) return null;
  const columns = String(select[1][0]);
  // White space counts between quotes, which none of the app's lists of columns has.
  if (columns.includes('"')) return null;
  const parameters = new URLSearchParams({ select: columns.replace(/\s/g, '') });
  let signal: AbortSignal | undefined;
  let one = false;
  for (const call of rest) {
    if (call[0] === 'abortSignal') signal = call[1][0] as AbortSignal;
    else if (call[0] === 'maybeSingle') one = true;
    else if (one || !add(parameters, call)) return null;
  }
  return { address: `/${from[1][0]}?${parameters}`, signal, one };
}

export interface Answer {
  data: unknown;
  error: unknown;
  count: null;
  status: number;
  statusText: string;
  success: boolean;
}

const TOO_MANY = {
  code: 'PGRST116',
  message: 'JSON object requested, multiple rows returned',
  details: '',
  hint: null,
};

/** As the client answers: what failed is in `error`, and nothing is thrown. */
export async function answerOf({ one }: Pick<PlainRead, 'one'>, request: Promise<Response>): Promise<Answer> {
  const failed = (error: unknown, status: number, statusText = ''): Answer => ({
    data: null,
    error,
    count: null,
    status,
    statusText,
    success: false,
  });
  try {
    const response = await request;
    const { ok, status, statusText } = response;
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return failed({ message: text }, status, statusText);
    }
    if (!ok) return failed(body, status, statusText);
    if (one && Array.isArray(body) && body.length > 1) return failed(TOO_MANY, 406, 'Not Acceptable');
    const data = one && Array.isArray(body) ? (body[0] ?? null) : body;
    return { data, error: null, count: null, status, statusText, success: true };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return failed({ message, details: '', hint: '', code: '' }, 0);
  }
}
