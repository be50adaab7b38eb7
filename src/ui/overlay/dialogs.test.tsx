import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { ConfirmDialog, DeleteDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [rows, setRows] = useState(['first', 'second']);
  const [open, setOpen] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    setRows(rows.filter((row) => row !== open));
    setAsked(false);
    setOpen(null);
  };
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setOpen(row)}>
          Open {row}
        </button>
      ))}
      {open && (
        <Dialog open onOpenChange={() => setOpen(null)} title={`Details of ${open}`}>
          <button type="button" onClick={() => setAsked(true)}>
            Delete
          </button>
        </Dialog>
      )}
      <ConfirmDialog
        open={asked}
        title="Sure?"
        description="It is gone then."
        confirm="Yes"
        onCancel={() => setAsked(false)}
        onConfirm={remove}
      />
    </>
  );
}

beforeEach(() => {
  renderApp(<Page />);
});

it('opens a form at its first field, if there is a keyboard', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: fine)' }));
  renderApp(
    <Dialog open onOpenChange={() => undefined} title="Rename">
      <form>
        <input aria-label="Code" disabled />
        <input aria-label="Name" />
      </form>
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});

const button = (name: string) => screen.findByRole('button', { name });
async function press(name: string) {
  (await button(name)).focus();
  await userEvent.keyboard('{Enter}');
}
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(find()).toHaveFocus());

describe('returning focus', () => {
  it('moves to what opened it, one after the other', async () => {
    await press('Open second');
    await press('Delete');
    await hasFocus(() => screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    await hasFocus(() => screen.getByRole('button', { name: 'Delete' }));
    await userEvent.keyboard('{Escape}');
    await hasFocus(() => screen.getByRole('button', { name: 'Open second' }));
  });

  it("moves to the page's heading if the opener no longer exists", async () => {
    await press('Open second');
    await press('Delete');
    await press('Yes');
    await hasFocus(() => screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByText('Open second')).toBeNull();
  });
});

function Stack({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState('ask');
  return step === 'ask' ? (
    <Dialog open onOpenChange={onClose} title="Ask">
      <button type="button" onClick={() => setStep('answer')}>
        Go on
      </button>
    </Dialog>
  ) : (
    <ConfirmDialog
      open
      title="Answer"
      description=""
      confirm="Yes"
      onCancel={onClose}
      onConfirm={async () => onClose()}
    />
  );
}

function Below() {
  const [asked, setAsked] = useState(false);
  return (
    <Dialog open onOpenChange={() => undefined} title="Below">
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      {asked && <Stack onClose={() => setAsked(false)} />}
    </Dialog>
  );
}

it('gives the focus from a replacing dialog to the one below both, not to the page behind', async () => {
  renderApp(<Below />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  const below = screen.getByRole('dialog', { name: 'Below' });
  await waitFor(() => expect(below.contains(document.activeElement)).toBe(true));
});

it.each([
  ['session_expired', true],
  ['forbidden', false],
])('links to the login if the session has ended: %s', async (code, links) => {
  const refuse = () => Promise.reject(new AppError(code, 'Refused'));
  const ask = (
    <ConfirmDialog open title="Hide it?" description="" confirm="Hide" onCancel={vi.fn()} onConfirm={refuse} />
  );
  const { user } = renderApp(ask);
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Refused');
  expect(screen.queryByRole('link', { name: 'Log in' }) !== null).toBe(links);
});

it.each([
  [false, 'Are you sure you want to delete Ana? This action cannot be undone.'],
  [true, 'Are you sure you want to delete Ana?'],
])('says that a deletion cannot be undone, unless only a role ends: %s', (isRole, text) => {
  renderApp(<DeleteDialog open type="guide" name="Ana" isRole={isRole} onCancel={vi.fn()} onConfirm={vi.fn()} />);
  expect(screen.getByRole('alertdialog', { name: 'Delete guide' })).toHaveAccessibleDescription(text);
});
