import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '../Button.tsx';
import { ErrorState } from './states.tsx';

interface Props {
  /** Replaces 'This link is no longer valid' where the reason is known. */
  title?: string | null;
  /** The path to which the button leads. */
  to: string;
  label: ReactNode;
  children?: ReactNode;
}

/** Replaces the content of a page whose emailed link is no longer valid. */
export function LinkNotValid({ title, to, label, children }: Props) {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={title ?? t`This link is no longer valid`}
      actions={
        <LinkButton to={to} variant="primary">
          {label}
        </LinkButton>
      }
    >
      {children}
    </ErrorState>
  );
}
