import { I18nProvider } from '@lingui/react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '@/lib/i18n';
import { ConfirmDialog } from './ConfirmDialog.tsx';
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
  render(
    <I18nProvider i18n={i18n}>
      <Page />
    </I18nProvider>,
  );
});

const button = (name: string) => screen.findByRole('button', { name });
async function press(name: string) {
  (await button(name)).focus();
  await userEvent.keyboard('{Enter}');
}
const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(find()).toHaveFocus());

describe('a dialog gives the focus back', () => {
  it('to what opened it, one after the other', async () => {
    await press('Open second');
    await press('Delete');
    await hasFocus(() => screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    await hasFocus(() => screen.getByRole('button', { name: 'Delete' }));
    await userEvent.keyboard('{Escape}');
    await hasFocus(() => screen.getByRole('button', { name: 'Open second' }));
  });

  it('to the heading of the page, when what opened it is gone', async () => {
    await press('Open second');
    await press('Delete');
    await press('Yes');
    await hasFocus(() => screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByText('Open second')).toBeNull();
  });
});
