import type { ReactNode } from 'react';
import { Card, CardHeader } from '@/ui/Card';

interface Props {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Shows a titled card around a table. The table's header can stick. */
export function TableCard({ title, actions, children }: Props) {
  return (
    <Card className="card-clip">
      <CardHeader title={title}>{actions}</CardHeader>
      {children}
    </Card>
  );
}
