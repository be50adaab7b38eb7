import { useLocation } from 'react-router-dom';
import { Alert } from '@/ui/feedback/Alert';
import { reasonOf } from './return-to.ts';

interface Props {
  /** True above the sign-up form. */
  register?: boolean;
  className?: string;
}

/** Says above the form what the person was doing when an account was needed. */
export function WhySignIn({ register = false, className }: Props) {
  const why = reasonOf(useLocation().state);
  if (!why) return null;
  return (
    <Alert tone="accent" className={className}>
      <p className="font-semibold">{register ? why.register : why.reason}</p>
      <p className="wrap-anywhere">{why.subject}</p>
    </Alert>
  );
}
