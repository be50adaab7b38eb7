import { type ReactNode, useId } from 'react';
import { Card } from '@/ui/Card';

export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <h2 id={id} className="mb-4 text-xl font-bold">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
