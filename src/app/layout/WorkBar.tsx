import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarCheck, Menu, MessageCircle, ScanLine, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { workPathOf } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { RecentMessages } from '@/features/messaging/conversations/RecentMessages';
import { useRootClass } from '@/lib/hooks/use-root-class';
import { paths } from '@/lib/routing/paths';
import { cx } from '@/ui/cx';
import { lazyPart } from '@/ui/loading/lazy-part';
import { Dialog } from '@/ui/overlay/Dialog';

const ScanDialog = lazyPart(() => import('@/features/dock/check-in/scan/ScanDialog'));
const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx'));

const ITEM =
  'grid min-h-[min(3.5rem,16vw)] cursor-pointer place-items-center content-center gap-0.5 rounded-md text-center text-[min(.75rem,3.6vw)] leading-tight font-semibold text-ink-2 hover:bg-surface-2 aria-[current]:text-ink [&>svg]:size-[min(1.5rem,9vw)]';

/** Wraps a label that is wider than a fifth of the screen. */
const WORD = 'max-w-full hyphens-auto wrap-anywhere';

/**
 * Shows the bottom bar of work pages on a phone: the day, the region for people who run one, scanner, messages and
 * more.
 */
export default function WorkBar() {
  const { t } = useLingui();
  useRootClass('has-work-bar');
  const session = useSession();
  const { pathname, key } = useLocation();
  const [opened, setOpened] = useState<{ part: 'scan' | 'messages' | 'menu'; at: string } | null>(null);
  const part = opened?.at === key ? opened.part : null;
  const open = (next: 'scan' | 'messages' | 'menu') => setOpened({ part: next, at: key });
  const close = () => setOpened(null);
  const work = workPathOf(session) ?? paths.home;
  const runsRegion = session.hasRole('territory_manager', 'territory_staff');
  const button = (name: 'messages' | 'menu', icon: ReactNode, text: ReactNode) => (
    <button
      type="button"
      className={ITEM}
      aria-haspopup="dialog"
      aria-expanded={part === name}
      onClick={() => open(name)}
    >
      {icon}
      <span className={WORD}>{text}</span>
    </button>
  );
  return (
    <>
      <nav
        aria-label={t`Work`}
        className={cx(
          'work-bar sticky bottom-0 z-20 grid items-center gap-[min(.25rem,.6vw)] border-t border-line bg-surface px-[min(.25rem,.6vw)] pt-1 pb-[max(.25rem,env(safe-area-inset-bottom))] lg:hidden print:hidden',
          runsRegion ? 'grid-cols-5' : 'grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_repeat(2,minmax(0,1fr))]',
        )}
      >
        <Link to={work} className={ITEM} aria-current={pathname === work ? 'page' : undefined}>
          <CalendarCheck aria-hidden="true" />
          <span className={WORD}>
            {work === paths.territoryBookings ? <Trans>Bookings</Trans> : <Trans>Today</Trans>}
          </span>
        </Link>
        {runsRegion && (
          <Link
            to={paths.manageRegion}
            className={ITEM}
            aria-current={pathname === paths.manageRegion ? 'page' : undefined}
          >
            <SlidersHorizontal aria-hidden="true" />
            <span className={WORD}>
              <Trans>Manage Region</Trans>
            </span>
          </Link>
        )}
        <button
          type="button"
          className={cx(
            'btn btn-primary min-h-[min(3.5rem,16vw)]! min-w-0! rounded-lg!',
            // With five entries there is no room for a label beside the icon.
            runsRegion
              ? 'flex-col! gap-0.5! px-[min(.125rem,.3vw)]! text-[min(.875rem,3.75vw)]! leading-tight!'
              : 'flex-wrap! gap-y-0.5! px-1! text-[min(1.125rem,5.6vw)]! leading-tight!',
          )}
          aria-label={t`Scan a ticket`}
          aria-haspopup="dialog"
          onClick={() => open('scan')}
        >
          <ScanLine aria-hidden="true" className="size-[min(1.5rem,9vw)]!" />
          <span>
            <Trans>Scan</Trans>
          </span>
        </button>
        {button('messages', <MessageCircle aria-hidden="true" />, <Trans>Messages</Trans>)}
        {button('menu', <Menu aria-hidden="true" />, <Trans>More</Trans>)}
      </nav>
      {part === 'scan' && <ScanDialog onClose={close} />}
      {part === 'messages' && session.user && (
        <Dialog open onOpenChange={close} title={t`Messages`} kind="sheet">
          <RecentMessages userId={session.user.id} />
        </Dialog>
      )}
      {part === 'menu' && <PhoneMenu open onOpenChange={close} />}
    </>
  );
}
