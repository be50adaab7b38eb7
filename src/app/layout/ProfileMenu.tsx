import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, LogOut, TicketCheck, UserRoundPen } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import type { SessionView } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';
import { Avatar } from '@/ui/media/Avatar';
import { Flag } from '@/ui/media/Flag';
import { Disclosure } from '@/ui/overlay/Disclosure';
import { accountItems, currentOf } from '../navigation.ts';
import { useSignOut } from '../use-sign-out.ts';

/** Shows the avatar or the initial with the country's flag, and opens the account menu. */
export default function ProfileMenu({ session }: { session: SessionView }) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const { signOut, pending } = useSignOut();
  const email = session.user?.email ?? '';
  const name = session.profile?.full_name || email;

  const trigger = (
    <button
      type="button"
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line py-1 pr-1 pl-1 hover:bg-surface-2 sm:pr-3"
    >
      <Avatar name={name} src={session.profile?.avatar_url} size={34} />
      <span className="sr-only">{t`Profile menu: ${name}`}</span>
      <span aria-hidden="true" className="hidden max-w-32 truncate text-sm font-semibold md:inline">
        {name.split(/[\s@]/, 1)[0]}
      </span>
      {session.profile?.country && (
        <span className="hidden sm:inline-flex">
          <Flag country={session.profile.country} className="h-3.5 w-[1.3125rem]" />
        </span>
      )}
      <ChevronDown aria-hidden="true" className="hidden size-4 text-ink-3 sm:block" />
    </button>
  );
  return (
    <Disclosure trigger={trigger} className="relative ml-1" panelClassName="right-0 w-72">
      <div className="mb-1.5 flex items-center gap-3 border-b border-line px-3 pt-2 pb-3">
        <Avatar name={name} src={session.profile?.avatar_url} size={44} />
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-semibold">
            <span className="truncate">{name}</span>
            {session.profile?.country && <Flag country={session.profile.country} />}
          </p>
          {name !== email && <p className="truncate text-sm text-ink-2">{email}</p>}
        </div>
      </div>
      {accountItems(session).map((item) => (
        <Link key={item.to} to={item.to} aria-current={currentOf(item, pathname)}>
          <TicketCheck aria-hidden="true" />
          <span>{i18n._(item.label)}</span>
        </Link>
      ))}
      <Link to={paths.profile}>
        <UserRoundPen aria-hidden="true" />
        <Trans>Edit Profile</Trans>
      </Link>
      <button type="button" className="cursor-pointer" onClick={signOut} aria-disabled={pending}>
        <LogOut aria-hidden="true" />
        {pending ? <Trans>Signing out…</Trans> : <Trans>Sign Out</Trans>}
      </button>
    </Disclosure>
  );
}
