import { i18n, type MessageDescriptor } from '@lingui/core';

/**
 * Our CSV files follow RFC 4180 with CRLF and commas. They start with a byte order mark, so that spreadsheets read
 * accents.
 */
const BOM = '\uFEFF';
const CRLF = '\r\n';

export type CsvValue = string | number | boolean | null | undefined;

/**
 * Matches where a spreadsheet would start another cell within a text, if its separator is the semicolon or the tab.
 * Quotes don't prevent this.
 */
const INNER_FORMULA = /([;\t\r\n][\s\uFEFF\0]*)(?=[=+\-@＝＋－＠])/g;

const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/**
 * Formats one field. If a spreadsheet would run a text as a formula, we add an apostrophe before it. Such a text
 * starts with = + - @, a tab or a carriage return, even after blanks or a separator. Numbers stay numbers,
 * including negative ones and amounts, which are texts to keep their decimals.
 */
export function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const [blanks = ''] = /^[\s\uFEFF\0]*/.exec(value) ?? [];
  const cells = blanks + value.slice(blanks.length).replaceAll(INNER_FORMULA, "$1'");
  const isFormula = /^[\s\uFEFF\0]*[=+\-@\t\r＝＋－＠]/.test(cells) && !NEGATIVE_NUMBER.test(cells);
  const text = isFormula ? `'${cells}` : cells;
  return /[";,\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly CsvValue[]): string => values.map(csvField).join(',') + CRLF;

export interface CsvColumn<Row> {
  header: MessageDescriptor;
  value: (row: Row) => CsvValue;
}

export interface CsvPage<Row, Cursor> {
  rows: readonly Row[];
  /** The position of the next page, or null after the last one. */
  next: Cursor | null;
}

export interface CsvSource<Row, Cursor> {
  columns: readonly CsvColumn<Row>[];
  /** Returns one page by key. Offsets would skip or repeat rows that are added or removed in between. */
  page: (cursor: Cursor | null, signal: AbortSignal) => Promise<CsvPage<Row, Cursor>>;
  onProgress?: (rows: number) => void;
  signal: AbortSignal;
}

/**
 * Reads page after page into a Blob. Only one page is on the heap, because browsers keep large blobs on disk. The
 * file is complete however many rows there are. Cancelling rejects with AbortError and a failed page with its
 * error, and neither produces a partial file.
 */
export async function collectCsv<Row, Cursor>(source: CsvSource<Row, Cursor>): Promise<Blob> {
  const { columns, page, onProgress, signal } = source;
  const parts: Blob[] = [new Blob([BOM, csvLine(columns.map((column) => i18n._(column.header)))])];
  let cursor: Cursor | null = null;
  let count = 0;
  do {
    signal.throwIfAborted();
    const answer: CsvPage<Row, Cursor> = await page(cursor, signal);
    signal.throwIfAborted();
    const lines = answer.rows.map((row) => csvLine(columns.map((column) => column.value(row))));
    parts.push(new Blob([lines.join('')]));
    count += answer.rows.length;
    onProgress?.(count);
    if (answer.next !== null && answer.rows.length === 0) throw new Error('An empty page names a next one.');
    cursor = answer.next;
  } while (cursor !== null);
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** Offers a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  // After this time the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
