import type { ReactNode } from 'react';
import { isSignedOut } from '@/lib/api/errors';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Fresh } from '@/ui/Fresh';
import { Alert } from './Alert.tsx';
import { SignInLink } from './SignInLink.tsx';

interface Props {
  /** The failure. Null shows nothing. */
  error: Error | null;
  /** Replaces the error's message. */
  text?: string | undefined;
  /** Further help, below the text. */
  children?: ReactNode;
  className?: string;
}

/** Says why something couldn't be sent. If the session has ended, it also links to the login. */
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
