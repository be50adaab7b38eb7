import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';

/** Header, page, footer. A page that fails or still loads leaves the other two standing. */
export function Shell() {
  return (
    <>
      <a href="#content" className="skip-link btn btn-primary">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <Notices />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Suspense fallback={<ShellSpinner />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </>
  );
}

/** As tall as the window, so that the footer does not jump up and down again. */
export function ShellSpinner() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PageSpinner />
    </div>
  );
}
