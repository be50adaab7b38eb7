/** Returns the text in lower case without accents, so that "rio" finds "Río". */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
