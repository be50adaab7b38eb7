/** Digits of all common keyboards as 0 to 9 with their points and commas, without the invisible marks that come along when a number is copied. */
export const plainDigits = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[０-９٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[．，－]/g, (sign) => sign.normalize('NFKC'));
