import { Trans } from '@lingui/react/macro';
import { LogIn } from 'lucide-react';
import * as DropdownMenu from 'radix-ui/dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isSignedOut } from '@/lib/api/errors';
import { cx } from '@/ui/cx';
import { useSignInTarget } from '@/ui/feedback/SignInLink';
import { Spinner } from '@/ui/feedback/Spinner';

interface Props {
  trigger: ReactElement;
  /** The menu's accessible name, if it differs from the button's. */
  label?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** Shows a menu of actions below its button. */
export function Menu({ trigger, label, children, ...state }: Props) {
  return (
    <DropdownMenu.Root modal={false} {...state}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="menu z-40 min-w-52"
          {...(label ? { 'aria-label': label, 'aria-labelledby': undefined } : {})}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: ReactNode;
  danger?: boolean;
  busy?: boolean;
  /** True if the menu stays open, to show the result. */
  keepOpen?: boolean;
  error?: Error | null;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger, busy, keepOpen, error, onSelect, children }: ItemProps) {
  return (
    <>
      <DropdownMenu.Item
        asChild
        onSelect={(event) => {
          if (keepOpen || busy) event.preventDefault();
          if (!busy) onSelect();
        }}
      >
        <button
          type="button"
          aria-disabled={busy || undefined}
          className={cx('text-left', danger && 'text-danger-text')}
        >
          {busy ? <Spinner /> : icon}
          <span className="contents">{children}</span>
        </button>
      </DropdownMenu.Item>
      {error && (
        <p role="alert" className="err px-3 py-2">
          {error.message}
        </p>
      )}
      {isSignedOut(error) && <SignInItem />}
    </>
  );
}

/** Shows a login link as a menu item, because arrow keys reach nothing else in a menu. */
function SignInItem() {
  const target = useSignInTarget();
  return (
    <DropdownMenu.Item asChild>
      <Link {...target}>
        <LogIn aria-hidden="true" />
        <Trans>Log in</Trans>
      </Link>
    </DropdownMenu.Item>
  );
}
