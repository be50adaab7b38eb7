import type { ComponentProps, ReactNode } from 'react';
import { BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney } from '@/lib/format/money';
import { formatCompact } from '@/lib/format/numbers';

const tick = { fill: 'var(--color-ink-2)', fontSize: 12 };

interface Props {
  rows: readonly object[];
  /** The field of a row that labels its bars. */
  label: string;
  /** The labels that are shown if there is no room for all. */
  interval?: NonNullable<ComponentProps<typeof XAxis>['interval']>;
  symbol: string | undefined;
  /** The height in pixels. */
  height: number;
  /** The `Bar` elements. */
  children: ReactNode;
}

/** Shows amounts as bars. Screen readers don't read the chart, because the `ChartTable` beside it has the same data. */
export function MoneyChart(props: Props) {
  const { rows, label, interval = 'preserveEnd', symbol, height, children } = props;
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={[...rows]} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey={label} interval={interval} tickLine={false} axisLine={false} tick={tick} />
          <YAxis
            // The axis adapts to its labels, because "Q4.5 mil" is longer than "Q4.5K".
            width="auto"
            tickLine={false}
            axisLine={false}
            tick={tick}
            tickFormatter={(value: number) => `${symbol}${formatCompact(value)}`}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-surface-2)' }}
            contentStyle={{
              background: 'var(--color-surface)',
              border: '1px solid var(--color-line)',
              borderRadius: 'var(--radius-md)',
            }}
            itemStyle={{ color: 'var(--color-ink)' }}
            formatter={(value) => formatMoney(Number(value), symbol)}
          />
          {children}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface TableProps {
  caption: ReactNode;
  /** The column names. The first column names the rows. */
  columns: readonly string[];
  rows: readonly { name: string; values: readonly (string | number)[] }[];
}

/** Gives screen readers the data of a chart as a table. */
export function ChartTable({ caption, columns, rows }: TableProps) {
  return (
    // Hides the table inside a box. A hidden table itself keeps the width of its content and would widen the page on a
    // phone.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={columns[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
