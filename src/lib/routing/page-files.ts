/** The id of the script element that contains the list. */
export const PAGE_FILES_ID = 'page-files';

/** The code of the pages, in the HTML without content (scripts/build/page-files.ts). */
export interface PageFiles {
  files: string[];
  /** Regular expressions of addresses, with the numbers of the files that they need. */
  pages: [address: string, files: number[]][];
}

/** Returns the files of the page at this address, which then load together with the app. */
export function filesOfPage(pathname: string): string[] {
  const text = document.getElementById(PAGE_FILES_ID)?.textContent;
  if (!text) return [];
  const { files, pages } = JSON.parse(text) as PageFiles;
  const needed = pages.filter(([address]) => new RegExp(address).test(pathname)).flatMap(([, numbers]) => numbers);
  return [...new Set(needed)].flatMap((number) => files[number] ?? []);
}
