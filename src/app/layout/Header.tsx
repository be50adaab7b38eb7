import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { afterFirstData } from '@/lib/api/first-data';
import { SOURCE } from '@/lib/i18n/languages';
import { paths, withQuery } from '@/lib/routing/paths';
import { IconButton, LinkButton } from '@/ui/Button';
import { Logo } from '@/ui/brand';
import { Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { currentOf, navItems } from '../navigation.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

const loadMenu = () => import('./PhoneMenu.tsx');
const PhoneMenu = lazyPart(loadMenu);
const avatarSkeleton = <Skeleton className="appear-late size-11 rounded-full!" />;
const FittingLinks = lazyPart(
  afterFirstData(() => import('./FittingLinks.tsx')),
  { failed: null, ahead: false },
);
const ProfileMenu = lazyPart(
  afterFirstData(() => import('./ProfileMenu.tsx')),
  {
    fallback: avatarSkeleton,
    failed: null,
    ahead: false,
  },
);
const HeaderPanels = lazyPart(
  afterFirstData(() => import('./HeaderPanels.tsx')),
  {
    fallback: <span className="h-11 w-22 sm:w-23" />,
    failed: null,
    ahead: false,
  },
);

/**
 * Makes both buttons fit beside the logo on the narrowest phone. With large text or longer words, "Login" moves into
 * the menu.
 */
const NARROW = 'max-[26rem]:px-2! max-[21rem]:text-sm!';

/** The number of links that fit on the narrowest screen with a navigation bar. */
const SURE_TO_FIT = 4;

export function Header() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const ref = useReferral();
  const { pathname, key } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const menuOpen = menuAt === key;
  const [menuUsed, setMenuUsed] = useState(false);
  const links = navItems(session).map((item) => (
    <Link key={item.to} to={withQuery(item.to, { ref })} aria-current={currentOf(item, pathname)} className="nav-link">
      {i18n._(item.label)}
    </Link>
  ));
  return (
    <header className="@container sticky top-(--unstick) z-30 border-b border-line bg-canvas/95 backdrop-blur-[6px]">
      <div className="shell flex min-h-16 items-center gap-2 lg:min-h-[4.5rem] @max-[19rem]:flex-wrap">
        <Link to={withQuery(paths.home, { ref })} className="mr-2 flex min-h-11 items-center rounded-sm">
          <Logo className="h-8 max-[24rem]:h-6 max-[21rem]:h-5 sm:h-9" />
        </Link>
        <nav aria-label={t`Main`} className="hidden min-w-0 flex-1 items-center gap-1 px-4 lg:flex">
          {session.status === 'signed-in' ? (
            <FittingLinks links={links} fallback={links.slice(0, SURE_TO_FIT)} />
          ) : (
            links
          )}
        </nav>
        <div className="ml-auto flex items-center justify-end gap-0.5 sm:gap-1 @max-[19rem]:flex-wrap @max-[19rem]:[&_.icon-btn]:w-[max(44px,1.75rem)]">
          <LanguageSwitch className="btn btn-ghost hidden! lg:inline-flex!" />
          <ThemeToggle className="hidden lg:inline-grid" />
          {session.status === 'signed-in' && <HeaderPanels />}
          <Account session={session} />
          <IconButton
            label={t`Menu`}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            className="lg:hidden"
            onPointerEnter={() => void loadMenu().catch(() => undefined)}
            onClick={() => {
              setMenuUsed(true);
              setMenuAt(key);
            }}
          >
            <Menu aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {menuUsed && <PhoneMenu open={menuOpen} onOpenChange={(open) => setMenuAt(open ? key : null)} />}
    </header>
  );
}

function Account({ session }: { session: ReturnType<typeof useSession> }) {
  const { i18n } = useLingui();
  const { pathname, search, hash } = useLocation();
  const ref = useReferral();
  if (session.status === 'loading') return avatarSkeleton;
  if (session.status === 'signed-in') return <ProfileMenu session={session} />;
  const state: ReturnToState = { from: pathname + search + hash };
  return (
    <>
      <LinkButton
        to={withQuery(paths.login, { ref })}
        state={state}
        variant="ghost"
        className={`for-guests ${i18n.locale === SOURCE.code ? '@max-[14rem]:hidden' : '@max-[34rem]:hidden'} ${NARROW}`}
      >
        <Trans context="header">Login</Trans>
      </LinkButton>
      <LinkButton
        to={withQuery(paths.register, { ref })}
        state={state}
        variant="primary"
        className={`for-guests ${NARROW}`}
      >
        <Trans>Register</Trans>
      </LinkButton>
    </>
  );
}
