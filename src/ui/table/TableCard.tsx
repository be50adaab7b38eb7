import type { ReactNode } from 'react';
import { Card, CardHeader } from '@/ui/Card';

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
      <CardHeader title={title}>{actions}</CardHeader>
      {children}
    </Card>
  );
}
