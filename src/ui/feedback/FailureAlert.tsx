import type { ReactNode } from 'react';
import { isSignedOut } from '@/lib/api/errors';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Fresh } from '@/ui/Fresh';
import { Alert } from './Alert.tsx';
import { SignInLink } from './SignInLink.tsx';

interface Props {
  /** Nothing is shown without an error. */
  error: Error | null;
  /** Replaces the error's own text. */
  text?: string | undefined;
  /** What else the person should know, below the text. */
  children?: ReactNode;
  className?: string;
}

/** Says why something couldn't be sent, with a link to the login if the session has ended. */
export function FailureAlert({ error, text, children, className }: Props) {
  const failure = useFailureText(error);
  if (!error) return null;
  return (
    <Alert tone="danger" className={className}>
      <Fresh className="block">{text ?? failure}</Fresh>
      {children}
      {isSignedOut(error) && <SignInLink />}
    </Alert>
  );
}
