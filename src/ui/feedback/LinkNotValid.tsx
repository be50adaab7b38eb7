import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '../Button.tsx';
import { ErrorState } from './states.tsx';

interface Props {
  /** In the place of 'This link is not valid any more', where more is known. */
  title?: string | null;
  /** Where the reader goes on, and what the button says. */
  to: string;
  label: ReactNode;
  children?: ReactNode;
}

/** In the place of what the link of a letter leads to, when there is nothing behind it. */
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
