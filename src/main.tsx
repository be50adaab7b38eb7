import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { routeOf } from './app/routes.ts';
import { carryReferral } from './features/account/referral/referral.ts';
import { sessionStore } from './features/account/session/session-store.ts';
import { readSnapshot } from './lib/routing/snapshot.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

carryReferral();
const app = (
  <StrictMode>
    <App router={(children) => <BrowserRouter>{children}</BrowserRouter>} />
  </StrictMode>
);

// The page's own code is asked for before anything is drawn, not when the first drawing finds it missing.
const page = routeOf(location.pathname)
  ?.load()
  .catch(() => undefined);

if (readSnapshot()?.path === location.pathname) {
  await page;
  // A query in the address (a filter, a partner's code) is nothing that the HTML knew: the page is drawn anew, from the
  // snapshot's data. Everything else is taken over as it stands.
  if (location.search) createRoot(root).render(app);
  else hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}
document.documentElement.classList.remove('other-page');

// The same mark as public/theme.js sets, for as long as the page lives.
const markPerson = () =>
  document.documentElement.classList.toggle('known-person', sessionStore.get().status !== 'signed-out');
sessionStore.subscribe(markPerson);
markPerson();
