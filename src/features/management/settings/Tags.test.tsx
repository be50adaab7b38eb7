import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { assertVersion } from '@/lib/api/versions';
import { addTag, renameTag, type Tag } from '../queries';
import { Tags } from './Tags';

const stored = vi.hoisted(() => ({ tags: [] as Tag[] }));
vi.mock('../queries', async (load) => ({
  ...(await load<typeof import('../queries')>()),
  managedTagsQuery: () => ({
    queryKey: ['territories', 'managed', 'rio', 'tags'],
    queryFn: async () => [...stored.tags],
  }),
  addTag: vi.fn(),
  renameTag: vi.fn(),
}));

const exists = new AppError('tag_exists', 'A tag with this name already exists');

beforeEach(() => {
  stored.tags = [{ id: 't1', name: 'Boat' }];
  vi.mocked(addTag)
    .mockReset()
    .mockImplementation(async (_, name) => {
      stored.tags.push({ id: name, name });
    });
  vi.mocked(renameTag)
    .mockReset()
    .mockImplementation(async (tag, name) => {
      stored.tags = stored.tags.map((one) => (one.id === tag.id ? { ...one, name } : one));
    });
});

const newTag = () => screen.getByLabelText('New tag');
const add = () => screen.getByRole('button', { name: 'Add Tag' });

it('a tag is added, and the next one can be typed at once', async () => {
  const { user } = renderApp(<Tags territoryId="rio" />);
  await user.type(newTag(), ' Nature ');
  await user.click(add());
  expect(await screen.findByText('Nature')).toBeInTheDocument();
  expect(addTag).toHaveBeenCalledExactlyOnceWith('rio', 'Nature');
  expect(newTag()).toHaveValue('');
  expect(newTag()).toHaveFocus();
});

it('what is wrong with a new tag is said beside it, and only there', async () => {
  const { user } = renderApp(<Tags territoryId="rio" />);
  await user.click(add());
  await waitFor(() => expect(newTag()).toHaveAccessibleDescription('Please enter a name for the tag'));
  expect(newTag()).toHaveFocus();
  expect(addTag).not.toHaveBeenCalled();
  vi.mocked(addTag).mockRejectedValueOnce(exists);
  await user.type(newTag(), 'boat');
  expect(newTag()).not.toHaveAccessibleDescription();
  await user.click(add());
  await waitFor(() => expect(newTag()).toHaveAccessibleDescription(exists.message));
  expect(newTag()).toHaveFocus();
  expect(newTag()).toHaveValue('boat');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(newTag(), 's');
  expect(newTag()).not.toHaveAccessibleDescription();
});

it('a tag gets another name, and the focus goes back to its button', async () => {
  const { user } = renderApp(<Tags territoryId="rio" />);
  await user.click(await screen.findByRole('button', { name: 'Rename Boat' }));
  const name = screen.getByLabelText('New name for Boat');
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Please enter a name for the tag'));
  await user.type(name, ' Boats {Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Boats' })).toHaveFocus());
  expect(renameTag).toHaveBeenCalledExactlyOnceWith({ id: 't1', name: 'Boat' }, 'Boats');
});

it('the second of two who rename one is told, and sees what it is called now', async () => {
  vi.mocked(renameTag).mockImplementation(async () => {
    stored.tags = [{ id: 't1', name: 'Ships' }];
    assertVersion([]);
  });
  const { user } = renderApp(<Tags territoryId="rio" />);
  await user.click(await screen.findByRole('button', { name: 'Rename Boat' }));
  const name = screen.getByLabelText('New name for Boat');
  await user.type(name, 's{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription(/changed/));
  await user.keyboard('{Escape}');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Leave|Discard/ }));
  expect(await screen.findByText('Ships')).toBeInTheDocument();
});

it('Escape closes a form in which nothing was typed, and sends nothing', async () => {
  const { user } = renderApp(<Tags territoryId="rio" />);
  await user.click(await screen.findByRole('button', { name: 'Rename Boat' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Boat')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Rename Boat' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Boat')).toBeInTheDocument();
  expect(renameTag).not.toHaveBeenCalled();
});
