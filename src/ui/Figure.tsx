import type { ReactNode } from 'react';

interface Props {
  label: ReactNode;
  className?: string;
  labelClass?: string;
  valueClass: string;
  children: ReactNode;
}

/** Shows a term and its value inside a `dl`. */
export function Figure({ label, className, labelClass = 'text-xs text-ink-2', valueClass, children }: Props) {
  return (
    <div className={className}>
      <dt className={labelClass}>{label}</dt>
      <dd className={valueClass}>{children}</dd>
    </div>
  );
}
