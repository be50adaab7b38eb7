/** The currencies that a territory may have, as the database lists them too. */
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
