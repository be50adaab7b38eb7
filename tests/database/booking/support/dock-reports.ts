import { createHash, randomUUID } from 'node:crypto';
import { type Answer, booking, guides, staff } from './dock.ts';

export const sql = () => guides.fixture.db.sql;
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
export const hash = (code: string) => createHash('sha256').update(code).digest('hex');

export interface Report {
  key: string;
  action: string;
  booking_id: string;
  at: string;
  [more: string]: unknown;
}
export const did = (action: string, more: Partial<Report> = {}): Report => ({
  key: randomUUID(),
  action,
  booking_id: booking,
  at: ago(2),
  ...more,
});
export const report = (who: string, ...reports: object[]) =>
  guides.call(who, 'report_arrivals', { p_reports: reports }) as Promise<Answer[]>;
/** Returns the open conflicts by their subject. */
export const conflicts = async (who = staff, more: object = {}) => {
  const rows = (await guides.call(who, 'dock_conflicts', { ...more })) as Answer[];
  return rows
    .map((row) => ({ ...row, amount: row.amount === null ? null : Number(row.amount) }) as Answer)
    .sort((a, b) => `${a.reason} ${a.action}`.localeCompare(`${b.reason} ${b.action}`));
};
export const decide = (who: string, id: unknown, decision: string) =>
  guides.call(who, 'decide_dock_conflict', { p_id: id, p_decision: decision });
export const arrival = async () => {
  const [row] = await sql()`select checked_in_at, checked_in_by from public.bookings where id = ${booking}`;
  return row as { checked_in_at: Date | null; checked_in_by: string | null };
};
export const codeOf = async (id = booking): Promise<string> => {
  const [row] = await sql()`select code from public.booking_codes where booking_id = ${id}`;
  return row?.code as string;
};
export const endRole = (user: string) => sql()`delete from private.role_grants where user_id = ${user}`;
