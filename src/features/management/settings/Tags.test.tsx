import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { assertVersion } from '@/lib/api/versions';
import { FieldError } from '@/ui/form/form-problems';
import { saveTag, type Tag } from '../queries';
import { Tags } from './Tags';

const stored = vi.hoisted(() => ({ tags: [] as Tag[] }));
vi.mock('../queries', async (load) => ({
  ...(await load<typeof import('../queries')>()),
  managedTagsQuery: () => ({
    queryKey: ['territories', 'managed', 'rio', 'tags'],
    queryFn: async () => [...stored.tags],
    staleTime: 0,
  }),
  saveTag: vi.fn(),
}));

const boat: Tag = { id: 't1', name: 'Boat', language: 'en', translations: {}, updated_at: '2026-11-26T12:00:00Z' };
const ships: Tag = { ...boat, name: 'Ships', updated_at: '2026-11-26T12:01:00Z' };
const exists = new FieldError('name', 'A tag with this name already exists');

beforeEach(() => {
  stored.tags = [boat];
  vi.mocked(saveTag)
    .mockReset()
    .mockImplementation(async (_, before, input) => {
      const others = stored.tags.filter(({ id }) => id !== before?.id);
      stored.tags = [...others, { ...boat, id: before?.id ?? input.name, ...input }];
    });
});

const newTag = () => screen.getByRole('form', { name: 'New tag' });
const name = (form: HTMLElement) => within(form).getByLabelText('Tag');
const spanish = (form: HTMLElement) => within(form).getByLabelText('Tag, in Spanish');
const add = () => screen.getByRole('button', { name: 'Add tag' });

function show() {
  const { user } = renderApp(<Tags territoryId="rio" />);
  return {
    user,
    edit: async () => {
      await user.click(await screen.findByRole('button', { name: 'Edit Boat' }));
      return screen.getByRole('form', { name: 'Edit Boat' });
    },
  };
}

it('adds a tag in both languages, and the next one can be typed at once', async () => {
  const { user } = show();
  await fill(user, name(newTag()), ' Nature ');
  await fill(user, spanish(newTag()), ' Naturaleza ');
  await user.click(add());
  expect(await screen.findByText('Nature')).toBeVisible();
  expect(saveTag).toHaveBeenCalledExactlyOnceWith(
    'rio',
    null,
    {
      name: 'Nature',
      language: 'en',
      translations: { es: { name: 'Naturaleza' } },
    },
    expect.any(String),
  );
  expect(name(newTag())).toHaveValue('');
  expect(spanish(newTag())).toHaveValue('');
  await waitFor(() => expect(name(newTag())).toHaveFocus());
});

it('asks people who write tags in Spanish first to choose that once', async () => {
  const { user } = show();
  await user.selectOptions(screen.getByLabelText('Original language'), 'Spanish');
  await user.type(name(newTag()), 'Naturaleza{Enter}');
  expect(await screen.findByText('Naturaleza')).toHaveAttribute('lang', 'es');
  expect(saveTag).toHaveBeenCalledWith(
    'rio',
    null,
    { name: 'Naturaleza', language: 'es', translations: {} },
    expect.any(String),
  );
  expect(screen.getByLabelText('Original language')).toHaveValue('es');
});

it('shows the error of a new tag next to it', async () => {
  const { user } = show();
  await user.click(add());
  expect(await screen.findByText('Please enter a name for the tag')).toBeInTheDocument();
  expect(name(newTag())).toHaveAccessibleDescription('This field is required');
  await user.type(name(newTag()), 'boat');
  await fill(user, spanish(newTag()), 'lancha\u200b');
  await waitFor(() => expect(spanish(newTag())).toHaveAccessibleDescription('Please remove the invisible characters'));
  await user.click(add());
  expect(saveTag).not.toHaveBeenCalled();
  await user.clear(spanish(newTag()));
  vi.mocked(saveTag).mockRejectedValueOnce(exists);
  await user.click(add());
  await waitFor(() => expect(name(newTag())).toHaveAccessibleDescription(exists.message));
  expect(name(newTag())).toHaveValue('boat');
  await user.type(name(newTag()), 's');
  expect(name(newTag())).not.toHaveAccessibleDescription(exists.message);
});

it('changes a tag, and returns the focus to its button', async () => {
  const { user, edit } = show();
  const form = await edit();
  expect(name(form)).toHaveFocus();
  expect(spanish(form)).toHaveAccessibleDescription('Not translated yet');
  await fill(user, spanish(form), 'Lancha');
  await user.clear(name(form));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('Please enter a name for the tag')).toBeInTheDocument();
  await user.type(name(form), ' Boats {Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Boats' })).toHaveFocus());
  expect(saveTag).toHaveBeenCalledExactlyOnceWith(
    'rio',
    boat,
    {
      name: 'Boats',
      language: 'en',
      translations: { es: { name: 'Lancha' } },
    },
    expect.any(String),
  );
});

it('reports a conflict to the second editor, who can keep their own version', async () => {
  vi.mocked(saveTag).mockImplementationOnce(async () => {
    stored.tags = [ships];
    assertVersion([]);
  });
  const { user, edit } = show();
  const form = await edit();
  await user.type(name(form), 's{Enter}');
  await user.click(await within(form).findByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(saveTag).toHaveBeenCalledTimes(2));
  expect(saveTag).toHaveBeenLastCalledWith(
    'rio',
    ships,
    expect.objectContaining({ name: 'Boats' }),
    expect.any(String),
  );
});

it('shows its new name', async () => {
  vi.mocked(saveTag).mockImplementationOnce(async () => {
    stored.tags = [ships];
    assertVersion([]);
  });
  const { user, edit } = show();
  await user.type(name(await edit()), 's{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Load current version' }));
  expect(name(await screen.findByRole('form', { name: 'Edit Ships' }))).toHaveValue('Ships');
});

it('closes an empty form with Escape, and asks before input is lost', async () => {
  const { user, edit } = show();
  await edit();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Edit Boat' })).toBeInTheDocument();
  const form = await edit();
  await user.type(name(form), 's');
  await user.keyboard('{Escape}');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Leave|Discard/ }));
  expect(await screen.findByText('Boat')).toBeInTheDocument();
  expect(saveTag).not.toHaveBeenCalled();
});
