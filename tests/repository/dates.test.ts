// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schemaFiles } from '../../supabase/schema-files.ts';
import { sourceFiles } from './imports.ts';

/** Code that shifts a date by an unintended zone (src/lib/format/dates.ts). */
const RAW_IN_SCREENS = [
  /toISOString\(\)\s*\.(slice\(0, 10\)|split|substring)/,
  /_at\b[^,;\n]{0,30}\.(slice|substring)\(0, 10\)/,
  /format(Long|Full|Short)Date\([^)\n]*_at\b/,
  /format(Day|MonthDay)\([^)\n]*_at\b/,
  /\.toLocale(Date|Time)?String\(/,
  /timeZoneName/,
];
const RAW_IN_SQL = [
  /(\bnow\(\)|_(at|until|from)\)?)::(date|time)\b/,
  /date_trunc\('[a-z]+', *(now\(\)|[a-z_.]*_at) *[,)]/,
  // The database's date differs from the territory's, so it is only used as a bound with a margin on both sides.
  /(?<!- )\bcurrent_date\b(?! [-+] [\dp])(?! - max)/,
];
/** Files with a territory's local time in a form field. */
const LOCAL_FIELDS = ['src/lib/format/dates.ts', 'src/features/management/conditions/ClosingField.tsx'];
/** Dates that belong to no territory. */
const DATABASE_DAY = [
  /^messages\/submissions\.sql: .*(day date primary key default|day < |day = )/, // salts that change daily
  /^messages\/mail_events\.sql: .*between current_date - 4 and current_date$/, // the next line narrows it by the local date
];

const findings = (patterns: readonly RegExp[], name: string, text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const code = line.replace(/(^|\s)(--|\/\/).*/, '');
    return patterns.some((pattern) => pattern.test(code)) ? [`${name}: ${code.trim()}`] : [];
  });

describe('a date is never taken from an instant without a zone', () => {
  it('is checked on the screens', () => {
    const files = sourceFiles(['src', 'supabase/functions']).filter((file) => !/\.test\.tsx?$|test-page/.test(file));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => findings(RAW_IN_SCREENS, file, readFileSync(file, 'utf8')));
    expect(found.filter((line) => !LOCAL_FIELDS.some((file) => line.startsWith(file)))).toEqual([]);
  });

  it('in the database', () => {
    const found = schemaFiles().flatMap(({ name, sql }) => findings(RAW_IN_SQL, name, sql));
    expect(found.filter((line) => !DATABASE_DAY.some((known) => known.test(line)))).toEqual([]);
  });

  it.each([
    [RAW_IN_SCREENS, 'const day = at.toISOString().slice(0, 10);'],
    [RAW_IN_SCREENS, 'formatShortDate(review.created_at)'],
    [RAW_IN_SCREENS, 'formatFullDate((row.paid_at ?? "").slice(0, 10))'],
    [RAW_IN_SQL, 'where b.booking_date >= now()::date'],
    [RAW_IN_SQL, 'and b.booking_date >= current_date;'],
    [RAW_IN_SQL, "date_trunc('month', p.created_at)"],
  ])('control: detects a raw form', (patterns, line) => expect(findings(patterns, 'x', line)).toHaveLength(1));
});
