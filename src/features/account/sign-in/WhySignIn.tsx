import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Alert } from '@/ui/feedback/Alert';
import { reasonOf } from './return-to.ts';

interface Props {
  /** Replaces the reason, which mentions logging in. */
  reason?: ReactNode;
  className?: string;
}

/** Above the forms: what the person was doing when an account was needed. */
export function WhySignIn({ reason, className }: Props) {
  const why = reasonOf(useLocation().state);
  if (!why) return null;
  return (
    <Alert tone="accent" className={className}>
      <p className="font-semibold">{reason ?? why.reason}</p>
      <p className="wrap-anywhere">{why.subject}</p>
    </Alert>
  );
}
