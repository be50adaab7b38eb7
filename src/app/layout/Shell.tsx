import { Trans } from '@lingui/react/macro';
import { type ComponentType, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { worksAtDoor } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
// Listens from the start: the browser offers it early, and once.
import '@/lib/offline/install-prompt';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';
import { routeOf } from '../routes.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';

const InstallHint = lazyPart(() => import('./InstallHint.tsx'), { failed: null, ahead: false });
const WorkBar = lazyPart(() => import('./WorkBar.tsx'), { failed: null, ahead: false });

/** Header, page, footer. A page that fails or still loads leaves the other two standing. */
export function Shell() {
  return (
    <>
      <a href="#content" className="skip-link btn btn-primary">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <Notices />
      <Work of={InstallHint} />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Suspense fallback={<ShellSpinner />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <Work of={WorkBar} />
    </>
  );
}

/** What the pages of a day's work have on a phone: its bar, and the way to the home screen. */
function Work({ of: Part }: { of: ComponentType }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status !== 'signed-in' || !worksAtDoor(session) || !routeOf(pathname)?.work) return null;
  return <Part />;
}

/** As tall as the window, so that the footer does not jump up and down again. */
export function ShellSpinner() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PageSpinner />
    </div>
  );
}
