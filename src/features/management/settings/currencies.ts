/** The currencies that the database allows. */
export const CURRENCIES = [
  ['USD', '$'],
  ['GTQ', 'Q'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['MXN', '$'],
  ['CAD', '$'],
  ['AUD', '$'],
  ['JPY', '¥'],
  ['CNY', '¥'],
  ['BRL', 'R$'],
  ['ARS', '$'],
  ['COP', '$'],
  ['PEN', 'S/'],
  ['CLP', '$'],
  ['BOB', 'Bs'],
] as const;
