import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresConnection } from '@supabase/lite/postgres';

type Context = Parameters<PostgresConnection['withContext']>[0];
type Options = Parameters<PostgresConnection['withContext']>[2];
type Db = PostgresConnection['kysely'];

/** The current request. `client` is set for a read-only request. */
interface Answering {
  headers: string;
  client: AbortSignal | undefined;
}
const answering = new AsyncLocalStorage<Answering>();

/**
 * Answers a request. A read is cancelled when its client disconnects, while a change is completed because its
 * client may only have lost the connection.
 */
export function answerRequest<T>({ method, signal, headers }: Request, answer: () => Promise<T>): Promise<T> {
  const client = method === 'GET' || method === 'HEAD' ? signal : undefined;
  return answering.run({ headers: JSON.stringify(Object.fromEntries(headers)), client }, answer);
}

/**
 * Adds what PostgREST does and lite 0.10.0 lacks: a role's `statement_timeout` applies to its requests, which only
 * switch to the role, and `request.headers` contains the headers of table requests too.
 */
export class ApiConnection extends PostgresConnection {
  private readonly timeouts = new Map<string, string>();

  /** Runs once, before the first request. */
  async readTimeouts(): Promise<void> {
    const rows = await this.driver<{ role: string; timeout: string }[]>`
      select r.rolname as role, split_part(setting, '=', 2) as timeout
      from pg_roles r, unnest(r.rolconfig) as setting where setting like 'statement_timeout=%'`;
    for (const { role, timeout } of rows) this.timeouts.set(role, timeout);
  }

  override withContext<T>(context: Context, work: (db: Db) => Promise<T>, options?: Options): Promise<T> {
    if (!context || options?.transaction) return super.withContext(context, work, options);
    const { role } = (context.auth ?? {}) as { role?: string };
    const timeout = this.timeouts.get(role || 'anon');
    const request = answering.getStore();
    return super.withContext(context, (db) => this.limited(db, { timeout, request }, () => work(db)), options);
  }

  private async limited<T>(
    db: Db,
    { timeout, request }: { timeout: string | undefined; request: Answering | undefined },
    work: () => Promise<T>,
  ): Promise<T> {
    const client = request?.client;
    const { pid, began } = await db
      .selectNoFrom(({ cast, fn }) => [
        fn<number>('pg_backend_pid', []).as('pid'),
        cast<string>(fn('now', []), 'text').as('began'),
      ])
      .$if(request !== undefined, (query) =>
        query.select(({ fn, val }) =>
          fn('set_config', [val('request.headers'), val(request?.headers), val(true)]).as('headers'),
        ),
      )
      .$if(timeout !== undefined, (query) =>
        query.select(({ fn, val }) =>
          fn('set_config', [val('statement_timeout'), val(timeout), val(true)]).as('timeout'),
        ),
      )
      .executeTakeFirstOrThrow();
    // This applies only within this transaction, because the connection's next one belongs to another request.
    const cancel = () =>
      void this.driver`
        select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and xact_start = ${began}::text::timestamptz`.catch(
        () => undefined,
      );
    if (client?.aborted) cancel();
    client?.addEventListener('abort', cancel);
    try {
      return await work();
    } finally {
      client?.removeEventListener('abort', cancel);
    }
  }
}
