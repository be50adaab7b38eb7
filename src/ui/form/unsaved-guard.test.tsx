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

it('asks also when a link is pressed in the same task as the first letter', async () => {
  open();
  const input = screen.getByLabelText<HTMLInputElement>('Note');
  // The events of a browser: nothing waits between them until React has done all that it has to do.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  input.setRangeText('M');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  screen.getByRole('link').click();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  expect(screen.queryByText('There')).not.toBeInTheDocument();
});

it('asks nothing where nothing was typed', async () => {
  const { user } = open();
  await user.click(screen.getByRole('link'));
  expect(await screen.findByText('There')).toBeVisible();
});
