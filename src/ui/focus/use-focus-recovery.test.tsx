import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusRecovery } from './use-focus-recovery.ts';

function List() {
  const box = useFocusRecovery<HTMLDivElement>();
  const [rows, setRows] = useState(['first', 'second', 'third']);
  const remove = (gone: string) => setRows((now) => now.filter((row) => row !== gone));
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      <div ref={box}>
        {rows.map((row) => (
          <button key={row} type="button" onClick={() => remove(row)}>
            Remove {row}
          </button>
        ))}
      </div>
      <button type="button" onClick={() => remove('second')}>
        Elsewhere
      </button>
    </>
  );
}

/** Shows a row that is added with a form. `late` means that the form's code has to load first. */
function Adding({ late = false }: { late?: boolean }) {
  const box = useFocusRecovery<HTMLDivElement>();
  const [shown, setShown] = useState('add');
  const form = (
    <form>
      <input type="hidden" />
      <input aria-label="Name" />
      <button type="button" onClick={() => setShown('add')}>
        Cancel
      </button>
    </form>
  );
  const add = (
    <button type="button" onClick={() => setShown(late ? 'loading' : 'form')}>
      Add
    </button>
  );
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      <div ref={box}>
        {shown === 'add' && <div>{add}</div>}
        {shown === 'loading' && <p>Loading</p>}
        {shown === 'form' && <div>{form}</div>}
      </div>
      <button type="button" onClick={() => setShown('form')}>
        Arrive
      </button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const heading = () => screen.getByRole('heading');

it('moves the focus to the heading when its row is removed, and Tab continues from there', async () => {
  render(<List />);
  const user = userEvent.setup();
  button('Remove first').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(heading()).toHaveFocus());
  await user.tab();
  expect(button('Remove second')).toHaveFocus();
});

it('moves to a form that replaces its button, and back', async () => {
  render(<Adding />);
  const user = userEvent.setup();
  button('Add').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  button('Cancel').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Add')).toHaveFocus());
});

it('moves to a loading form from the heading that kept it', async () => {
  render(<Adding late />);
  const user = userEvent.setup();
  button('Add').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(heading()).toHaveFocus());
  // Clicks by script, because a mouse would move the focus.
  act(() => button('Arrive').click());
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
});

it('takes the focus from nobody who is elsewhere, and gives it to nobody who had none', async () => {
  render(<List />);
  const user = userEvent.setup();
  button('Remove first').focus();
  await user.click(button('Elsewhere'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove second' })).toBeNull());
  expect(button('Elsewhere')).toHaveFocus();
  button('Remove first').focus();
  button('Remove first').blur();
  await Promise.resolve();
  button('Remove third').click();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove third' })).toBeNull());
  await new Promise((resolve) => setTimeout(resolve));
  expect(heading()).not.toHaveFocus();
});
