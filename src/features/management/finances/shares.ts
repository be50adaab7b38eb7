import { msg } from '@lingui/core/macro';

/** The parties with their colours, in the order of charts and legends. */
export const SHARES = [
  { party: 'operator', label: msg`Operator`, fill: 'var(--color-chart-1)', look: 'bg-chart-1' },
  { party: 'territory', label: msg`Territory`, fill: 'var(--color-chart-2)', look: 'bg-chart-2' },
  { party: 'app', label: msg`App`, fill: 'var(--color-chart-3)', look: 'bg-chart-3' },
  { party: 'partner', label: msg`Partner`, fill: 'var(--color-chart-4)', look: 'bg-chart-4' },
] as const;
export type Party = (typeof SHARES)[number]['party'];
export type Amounts = Record<Party, number>;
