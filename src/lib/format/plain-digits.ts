/**
 * Converts the digits of all common keyboards to 0 to 9, keeps points and commas, and removes the invisible marks
 * that a copied number may contain.
 */
export const plainDigits = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[０-９٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[．，－]/g, (sign) => sign.normalize('NFKC'));
