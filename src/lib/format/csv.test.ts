import { msg } from '@lingui/core/macro';
import Papa from 'papaparse';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collectCsv, csvField, csvLine, saveFile } from './csv.ts';

/** jsdom's Blob has no text(). */
const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });

const parse = (text: string) => Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true }).data;

describe('a field', () => {
  it.each(['=1+1', '+502 5512', '-2+3', '-A1', '- 2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n@x', '＝1'])(
    'is no formula: %j',
    (text) => {
      expect(parse(csvLine([text, 'next']))).toEqual([[`'${text}`, 'next']]);
    },
  );

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a; +1', `"a; '+1"`],
    ['a;b', '"a;b"'],
    ['a\n@x', `"a\n'@x"`],
    ['a\t-1', `a\t'-1`],
  ])('is no formula with another separator either: %j', (text, field) => {
    expect(csvField(text)).toBe(field);
  });

  it('keeps numbers as numbers, and empty values empty', () => {
    expect(csvLine([-20.5, 0, null, undefined, true, ''])).toBe('-20.5,0,,,true,\r\n');
  });

  it('keeps negative amounts as numbers that a spreadsheet can add up', () => {
    expect(csvLine(['-352.00', '-2', '12.50'])).toBe('-352.00,-2,12.50\r\n');
  });

  it.each(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' padded ', '"', 'Río Dulce, «Añil» 🛶'])(
    'is read back unchanged: %j',
    (text) => {
      expect(parse(csvLine([text, 'next']))).toEqual([[text, 'next']]);
    },
  );

  it('has quotes only if needed, and for blanks at its edges, which a spreadsheet drops otherwise', () => {
    expect(csvField(' padded ')).toBe('" padded "');
    expect(csvField("Garífuna Kitchen & Drum's")).toBe("Garífuna Kitchen & Drum's");
  });
});

describe('an export', () => {
  const columns = [
    { header: msg`Id`, value: (row: { id: number }) => row.id },
    { header: msg`Name`, value: (row: { id: number }) => `Name ${row.id}, of many` },
  ];
  const pages = (all: number, size: number) => (cursor: number | null) => {
    const from = cursor ?? 0;
    const rows = Array.from({ length: Math.min(size, all - from) }, (_, index) => ({ id: from + index }));
    return Promise.resolve({ rows, next: from + size < all ? from + size : null });
  };

  it('contains every one of 100,000 rows once, in order, after a byte order mark', async () => {
    const onProgress = vi.fn();
    const { signal } = new AbortController();
    const text = await textOf(await collectCsv({ columns, page: pages(100_000, 1000), onProgress, signal }));
    expect(text.startsWith('\uFEFFId,Name\r\n')).toBe(true);
    const rows = parse(text).slice(1);
    expect(rows).toHaveLength(100_000);
    expect(rows.every((row, index) => row[0] === String(index) && row[1] === `Name ${index}, of many`)).toBe(true);
    expect(onProgress).toHaveBeenCalledTimes(100);
    expect(onProgress).toHaveBeenLastCalledWith(100_000);
  });

  it('has its headers without rows', async () => {
    const { signal } = new AbortController();
    const file = await collectCsv({ columns, page: pages(0, 10), signal });
    expect(await textOf(file)).toBe('\uFEFFId,Name\r\n');
    expect(file.type).toBe('text/csv;charset=utf-8');
  });

  it('does not request forever if an empty page names a next one', async () => {
    const { signal } = new AbortController();
    const page = () => Promise.resolve({ rows: [], next: 1 });
    await expect(collectCsv({ columns, page, signal })).rejects.toThrow('An empty page names a next one.');
  });

  it('stops between two pages when it is cancelled', async () => {
    const controller = new AbortController();
    const page = vi.fn(pages(100, 10));
    const onProgress = () => controller.abort();
    await expect(collectCsv({ columns, page, onProgress, signal: controller.signal })).rejects.toThrow(/abort/i);
    expect(page).toHaveBeenCalledTimes(1);
  });

  it('returns no partial file when a page fails', async () => {
    const { signal } = new AbortController();
    const page = (cursor: number | null) =>
      cursor === null ? pages(100, 10)(cursor) : Promise.reject(new Error('gone'));
    await expect(collectCsv({ columns, page, signal })).rejects.toThrow('gone');
  });
});

describe('a file', () => {
  afterEach(() => vi.useRealTimers());

  it('downloads under a name valid on every system, and is released later', () => {
    vi.useFakeTimers();
    const [made, revoked] = [vi.fn(() => 'blob:one'), vi.fn()];
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: made, revokeObjectURL: revoked }));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const file = new Blob(['x']);
    saveFile(file, 'Río Dulce: 2026/10.csv');
    expect(made).toHaveBeenCalledWith(file);
    const [link] = clicked.mock.contexts as HTMLAnchorElement[];
    expect([link?.href, link?.download]).toEqual(['blob:one', 'R_o_Dulce_2026_10.csv']);
    expect(revoked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:one');
    clicked.mockRestore();
    vi.unstubAllGlobals();
  });
});
