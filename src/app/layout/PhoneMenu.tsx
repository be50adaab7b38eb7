import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut, Moon, Sun, TicketCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { setTheme, useTheme } from '@/lib/hooks/theme';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Avatar } from '@/ui/media/Avatar';
import { Dialog } from '@/ui/overlay/Dialog';
import { accountItems, currentOf, navItems } from '../navigation.ts';
import { useSignOut } from '../use-sign-out.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows the navigation on a phone as a bottom sheet. */
export default function PhoneMenu({ open, onOpenChange }: Props) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const ref = useReferral();
  const { pathname } = useLocation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Menu`} kind="sheet">
      <nav aria-label={t`Main`} className="grid">
        {navItems(session).map((item) => (
          <Link
            key={item.to}
            to={withQuery(item.to, { ref })}
            aria-current={currentOf(item, pathname)}
            onClick={() => onOpenChange(false)}
            className="flex min-h-13 items-center rounded-md px-3 text-lg font-semibold hover:bg-surface-2 aria-[current]:text-brand-text"
          >
            {i18n._(item.label)}
          </Link>
        ))}
      </nav>
      <ThemeLine />
      <LanguageSwitch
        icon
        className="flex min-h-13 items-center gap-3 rounded-md px-3 text-lg font-semibold hover:bg-surface-2"
      />
      {session.status === 'signed-in' ? (
        <SignedIn onLeave={() => onOpenChange(false)} />
      ) : (
        <Guest onLeave={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function ThemeLine() {
  const dark = useTheme() === 'dark';
  return (
    <button
      type="button"
      className="flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-lg font-semibold hover:bg-surface-2"
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? (
        <Sun aria-hidden="true" className="size-5 text-ink-2" />
      ) : (
        <Moon aria-hidden="true" className="size-5 text-ink-2" />
      )}
      {dark ? <Trans>Use the light theme</Trans> : <Trans>Use the dark theme</Trans>}
    </button>
  );
}

function Guest({ onLeave }: { onLeave: () => void }) {
  const { pathname, search, hash } = useLocation();
  const ref = useReferral();
  const state: ReturnToState = { from: pathname + search + hash };
  return (
    <div className="mt-3 grid gap-3 border-t border-line pt-4">
      <LinkButton
        to={withQuery(paths.register, { ref })}
        state={state}
        variant="primary"
        size="lg"
        block
        onClick={onLeave}
      >
        <Trans>Register</Trans>
      </LinkButton>
      <LinkButton to={withQuery(paths.login, { ref })} state={state} size="lg" block onClick={onLeave}>
        <Trans>Login</Trans>
      </LinkButton>
    </div>
  );
}

function SignedIn({ onLeave }: { onLeave: () => void }) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const session = useSession();
  const { user, profile } = session;
  const { signOut, pending } = useSignOut();
  const name = profile?.full_name || user?.email || '';
  return (
    <div className="mt-3 border-t border-line pt-3">
      <div className="flex items-center gap-3 px-3 py-2">
        <Avatar name={name} src={profile?.avatar_url} size={40} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-ink-2">{user?.email}</p>
        </div>
      </div>
      {accountItems(session).map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={currentOf(item, pathname)}
          onClick={onLeave}
          className="flex min-h-13 items-center gap-3 rounded-md px-3 text-lg font-semibold hover:bg-surface-2 aria-[current]:text-brand-text"
        >
          <TicketCheck aria-hidden="true" className="size-5 text-ink-2" />
          <span>{i18n._(item.label)}</span>
        </Link>
      ))}
      <button
        type="button"
        className="flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-lg font-semibold hover:bg-surface-2"
        onClick={signOut}
        aria-disabled={pending}
      >
        <LogOut aria-hidden="true" className="size-5 text-ink-2" />
        {pending ? <Trans>Signing out…</Trans> : <Trans>Sign Out</Trans>}
      </button>
    </div>
  );
}
