import type { ReactNode } from 'react';
import { Card } from '@/ui/Card';

interface Props {
  title: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Filters and the table. */
  children: ReactNode;
}

/** The card of a table under its title. The table's header can stick in it. */
export function TableCard({ title, actions, children }: Props) {
  return (
    <Card className="card-clip">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
        <h2 className="text-lg font-bold">{title}</h2>
        {actions}
      </div>
      {children}
    </Card>
  );
}
