import { I18nProvider } from '@lingui/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { followRouter } from '@/lib/routing/overlay-history';
import { useOpenParam } from '@/lib/routing/use-open-param';
import { useDiscard } from '../form/use-discard.tsx';
import { Dialog } from './Dialog.tsx';
import { FullScreen } from './FullScreen.tsx';

/** Counts steps in the history. It listens first, because the app may stop the event. */
const moves = vi.hoisted(() => {
  const seen = { count: 0 };
  window.addEventListener('popstate', () => seen.count++, { capture: true });
  return seen;
});

/**
 * Shows a page with every kind of overlay: a dialog, a nested one, one with typed text, a full-screen ticket and a
 * drawer in the URL.
 */
function Trips() {
  const [open, setOpen] = useState<string | null>(null);
  const [drawer, setDrawer] = useOpenParam('booking', (id) => id, String);
  const [nested, setNested] = useState(false);
  const close = () => setOpen(null);
  const [discard, question] = useDiscard(true, close);
  return (
    <>
      <h1>Trips</h1>
      {['Dialog', 'Form', 'Ticket'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          Open {name}
        </button>
      ))}
      <button type="button" onClick={() => setDrawer('7')}>
        Open Drawer
      </button>
      <Dialog open={open === 'Dialog'} onOpenChange={close} title="Dialog">
        <button type="button" onClick={() => setNested(true)}>
          Open Nested
        </button>
        <Link to="/help">Help</Link>
        <Dialog open={nested} onOpenChange={setNested} title="Nested" />
      </Dialog>
      <Dialog open={open === 'Form'} onOpenChange={discard} title="Form" />
      {question}
      {open === 'Ticket' && (
        <FullScreen title="Ticket" onClose={close}>
          <button type="button" onClick={close}>
            Close
          </button>
        </FullScreen>
      )}
      <Dialog open={drawer !== null} onOpenChange={() => setDrawer(null)} title="Drawer" kind="side">
        <Link to="/help">Help</Link>
      </Dialog>
    </>
  );
}

const pages = [
  { path: '/', element: <Link to="/trips">To the trips</Link> },
  { path: '/trips', element: <Trips /> },
  { path: '/help', element: <h1>Help page</h1> },
];
const router = createBrowserRouter(pages);
followRouter(router);
const user = userEvent.setup();

let unmount: () => void;
beforeEach(async () => {
  ({ unmount } = render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  ));
  await act(() => router.navigate('/'));
  await user.click(screen.getByRole('link', { name: 'To the trips' }));
});
afterEach(async () => {
  unmount();
  await settled();
});

const open = (name: string) => user.click(screen.getByRole('button', { name: `Open ${name}` }));
const opened = async (name: string) => {
  await open(name);
  expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
  await settled();
};
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
const heading = (name: string) => screen.findByRole('heading', { name, hidden: true });
const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).length;

/** Waits until the history has one entry per open dialog. */
const settled = () => waitFor(() => expect(window.history.state?.overlays ?? 0).toBe(depth()));
const depth = () => document.querySelectorAll(':is([role="dialog"], [role="alertdialog"])').length;

async function go(by: number) {
  const before = moves.count;
  window.history.go(by);
  await waitFor(() => expect(moves.count).toBeGreaterThan(before));
}
const back = () => go(-1);

it.each(['Dialog', 'Ticket', 'Drawer'])('closes it with Back and stays on the page: %s', async (name) => {
  await opened(name);
  await back();
  await gone(name);
  expect(await heading('Trips')).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/trips');
  await settled();
  await back();
  expect(await screen.findByRole('link', { name: 'To the trips' })).toBeVisible();
});

it.each(['Dialog', 'Ticket', 'Drawer'])('leaves no entry for Back when closed by its button: %s', async (name) => {
  await opened(name);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await gone(name);
  await settled();
  expect(window.location.search).toBe('');
  await back();
  expect(await screen.findByRole('link', { name: 'To the trips' })).toBeVisible();
});

it('opens nothing again with Forward, which does not use up Back', async () => {
  await opened('Dialog');
  await back();
  await gone('Dialog');
  await settled();
  await go(1);
  await settled();
  expect(dialogs()).toBe(0);
  await back();
  expect(await screen.findByRole('link', { name: 'To the trips' })).toBeVisible();
});

it('closes one over another first', async () => {
  await opened('Dialog');
  await opened('Nested');
  await back();
  await gone('Nested');
  expect(screen.getByRole('dialog', { name: 'Dialog' })).toBeInTheDocument();
  await settled();
  await back();
  await gone('Dialog');
  expect(await heading('Trips')).toBeVisible();
});

it('asks before closing one with input, like its X, and stays if wanted', async () => {
  await opened('Form');
  await back();
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
  await settled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Form' })).toBeInTheDocument();
  await settled();
  await back();
  await user.click(await screen.findByRole('button', { name: 'Leave page' }));
  await gone('Form');
  await settled();
  expect(window.location.pathname).toBe('/trips');
});

it('leads on with a link in it, back to the page without it, and forward again', async () => {
  await opened('Dialog');
  await user.click(screen.getByRole('link', { name: 'Help' }));
  expect(await heading('Help page')).toBeVisible();
  await back();
  expect(await heading('Trips')).toBeVisible();
  expect(dialogs()).toBe(0);
  await settled();
  await go(1);
  expect(await heading('Help page')).toBeVisible();
  await back();
  await heading('Trips');
  await settled();
  await back();
  expect(await screen.findByRole('link', { name: 'To the trips' })).toBeVisible();
});

it('reopens a drawer in the address on the way back from its link', async () => {
  await opened('Drawer');
  expect(window.location.search).toBe('?booking=7');
  await user.click(screen.getByRole('link', { name: 'Help' }));
  await heading('Help page');
  await back();
  expect(await screen.findByRole('dialog', { name: 'Drawer' })).toBeInTheDocument();
  await settled();
  await back();
  await gone('Drawer');
  expect(window.location.search).toBe('');
});

it('closes a drawer that a link opens with Back, and the page stays', async () => {
  await act(() => router.navigate('/trips?booking=8'));
  expect(await screen.findByRole('dialog', { name: 'Drawer' })).toBeInTheDocument();
  await settled();
  await back();
  await gone('Drawer');
  expect(window.location.pathname + window.location.search).toBe('/trips');
});

it('takes over the entry of a dialog that closes as another one opens', async () => {
  await opened('Dialog');
  const { length } = window.history;
  await act(async () => {
    screen.getByRole('button', { name: 'Open Ticket', hidden: true }).click();
  });
  expect(await screen.findByRole('dialog', { name: 'Ticket' })).toBeInTheDocument();
  await settled();
  expect(window.history.length).toBe(length);
});
