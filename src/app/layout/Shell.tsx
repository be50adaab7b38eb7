import { Trans } from '@lingui/react/macro';
import { type ComponentType, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { worksAtDoor } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { afterFirstData } from '@/lib/api/first-data';
// Listens from the start, because the browser fires the install event early and only once.
import '@/lib/offline/install-prompt';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { lazyPart } from '@/ui/loading/lazy-part';
import { routeOf } from '../routes.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';

const InstallHint = lazyPart(() => import('./InstallHint.tsx'), { failed: null, ahead: false });
const WorkBar = lazyPart(
  afterFirstData(() => import('./WorkBar.tsx')),
  { failed: null, ahead: false },
);

/** Shows the header, the page and the footer. Header and footer stay while a page loads or fails. */
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

/** Shows a part only on work pages, to people who check guests in. */
function Work({ of: Part }: { of: ComponentType }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status !== 'signed-in' || !worksAtDoor(session) || !routeOf(pathname)?.work) return null;
  return <Part />;
}

/** Fills the window, so that the footer doesn't move when the page appears. */
export function ShellSpinner() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PageSpinner />
    </div>
  );
}
