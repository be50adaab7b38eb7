import { useLocation } from 'react-router-dom';
import { Alert } from '@/ui/feedback/Alert';
import { reasonOf } from './return-to.ts';

/** Above the forms: what one was doing when an account was needed. */
export function WhySignIn({ className }: { className?: string }) {
  const why = reasonOf(useLocation().state);
  if (!why) return null;
  return (
    <Alert tone="accent" className={className}>
      <p className="font-semibold">{why.reason}</p>
      <p className="wrap-anywhere">{why.subject}</p>
    </Alert>
  );
}
