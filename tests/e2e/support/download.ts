import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';

/** Returns the rows of the CSV file that the page exports. Its name has to match. */
export async function exportedRows(
  page: Page,
  fileName: RegExp,
  button: string | RegExp = 'Export to CSV',
): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(fileName);
  const text = readFileSync(await file.path(), 'utf8').replace('\uFEFF', '');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}
