import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { UnsavedGuard } from './UnsavedGuard.tsx';

function Note() {
  const [text, setText] = useState('');
  return (
    <>
      <UnsavedGuard dirty={text !== ''} />
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/away">Away</Link>
    </>
  );
}

const open = () => renderApp(<Note />, { otherPages: { '/away': <p>There</p> } });

it('asks even if a link is clicked in the same task as the first key', async () => {
  open();
  const input = screen.getByLabelText<HTMLInputElement>('Note');
  // Dispatches browser events without React's test environment, which would finish rendering between two events.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  input.setRangeText('M');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  screen.getByRole('link').click();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  expect(screen.queryByText('There')).not.toBeInTheDocument();
});

it('shows what is lost of a record that was never saved', async () => {
  const away = { '/away': <p>There</p> };
  const { user } = renderApp(
    <>
      <UnsavedGuard dirty lost="The new boat is lost." />
      <Link to="/away">Away</Link>
    </>,
    { otherPages: away },
  );
  await user.click(screen.getByRole('link'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveAccessibleDescription('The new boat is lost.');
});

it('asks nothing if nothing was typed', async () => {
  const { user } = open();
  await user.click(screen.getByRole('link'));
  expect(await screen.findByText('There')).toBeVisible();
});

function Page({ discard }: { discard: (name: string) => void }) {
  const [texts, setTexts] = useState({ Texts: '', Pictures: '', Zone: '' });
  const names = Object.keys(texts) as (keyof typeof texts)[];
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <UnsavedGuard dirty={texts[name] !== ''} name={name} onDiscard={() => discard(name)} />
          <input
            aria-label={name}
            value={texts[name]}
            onChange={({ target }) => setTexts((now) => ({ ...now, [name]: target.value }))}
          />
        </div>
      ))}
      <Link to="/away">Away</Link>
    </>
  );
}

it('asks once for all forms of a page, and discards all of them', async () => {
  const discard = vi.fn();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user } = renderApp(<Page discard={discard} />, { otherPages: { '/away': <p>There</p> } });
  for (const name of ['Zone', 'Texts', 'Pictures']) await user.type(screen.getByLabelText(name), 'x');
  // The first form is saved, so another form asks.
  await user.clear(screen.getByLabelText('Zone'));
  await user.click(screen.getByRole('link'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveTextContent('Please check: Texts and Pictures');
  expect(discard).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Leave page' }));
  expect(await screen.findByText('There')).toBeVisible();
  expect(discard.mock.calls.flat()).toEqual(['Texts', 'Pictures']);
  // React Router would warn about a second blocker.
  expect(warn).not.toHaveBeenCalled();
});
