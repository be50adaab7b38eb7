import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { UploadItem } from '@/lib/upload/upload-list';
import { SubmissionMediaField } from './SubmissionMediaField';

vi.mock('./queries', () => ({ mediaAddress: (path: string) => path }));

const item = (name: string) =>
  ({
    id: name,
    name,
    type: 'video',
    size: 1,
    progress: 1,
    stored: name,
    error: null,
    file: null,
  }) as unknown as UploadItem;

function Form() {
  const [items, setItems] = useState(['a.mp4', 'b.mp4', 'c.mp4'].map(item));
  const media = {
    items,
    problem: undefined,
    add: vi.fn(),
    retry: vi.fn(),
    remove: (gone: UploadItem) => setItems((before) => before.filter(({ id }) => id !== gone.id)),
  };
  return <SubmissionMediaField id="media" media={media as never} error={undefined} />;
}

it('removes files one after another without losing the focus', async () => {
  const user = userEvent.setup();
  renderApp(<Form />);
  screen.getByRole('button', { name: 'Remove b.mp4' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove c.mp4' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove a.mp4' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add photos or videos' })).toHaveFocus();
});
