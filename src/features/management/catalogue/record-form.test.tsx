import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { assertVersion } from '@/lib/api/versions';
import { dropMedia } from '@/lib/upload/uploads';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { MediaField } from '@/ui/media/MediaField';
import { OrderList } from './OrderList';
import { RecordFrame } from './RecordFrame';
import { type RecordValues, useRecordForm } from './use-record-form';

const put = vi.fn(async () => '/storage/v1/object/public/media/experience-media/new.webp#v=2');
vi.mock('@/lib/upload/uploads', () => ({ dropMedia: vi.fn(async () => undefined), putMediaIn: () => put }));
// jsdom's Blob can not be read without a FileReader.
vi.mock('@/lib/upload/check', async (original) => ({
  ...(await original<object>()),
  checkMedia: async () => ({ type: 'image', contentType: 'image/jpeg', extension: 'jpg' }),
}));

type Values = RecordValues & { title: string };
const save = vi.fn(async (_: Values) => undefined);
const MINE: Values = { id: 'e1', seen: 'first', title: 'River' };
const THEIRS: Values = { id: 'e1', seen: 'second', title: 'River by their hand' };
const PHOTO = new File(['x'], 'boat.jpg', { type: 'image/jpeg' });

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined);
  vi.mocked(dropMedia).mockClear();
});

function Form({ base }: { base: Values }) {
  const media = useEntityMedia({ folder: 'experience-media', draft: 'e1', images: ['/art/a.svg'], videos: [] });
  const form = useRecordForm<Values>({
    base,
    draft: 'e1',
    media,
    check: ({ title }) => (title ? null : { text: 'A title is needed', fields: { title: 'Required' } }),
    save,
    refused: ({ message }) =>
      message === 'taken' ? { text: 'This title is taken', fields: { title: 'Taken' } } : null,
    latest: async () => 'second',
    uploading: 'Wait',
  });
  return (
    <RecordFrame form={form} done="Saved" submit="Save" back="/list" onReload={() => undefined}>
      <label>
        Title
        <input id={form.fieldId('title')} {...form.register('title')} />
      </label>
      <p>{form.errorOf('title')}</p>
      <MediaField id="media" label="Photos" uploads={media} error={undefined} />
    </RecordFrame>
  );
}

function show(base = MINE) {
  return renderApp(<Form base={base} />, { otherPages: { '/list': <Link to="/">The list</Link> } });
}
const title = () => screen.getByLabelText('Title');
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

async function addPhoto(user: ReturnType<typeof userEvent.setup>) {
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, PHOTO);
  expect(await screen.findByText('Upload successful!')).toBeInTheDocument();
}

it('pictures alone, too, are saved over the version that they were changed on, after a reload', async () => {
  const { user, unmount } = show();
  await addPhoto(user);
  unmount();
  show(THEIRS);
  await press(user, 'Save');
  expect(save.mock.calls[0]?.[0].seen).toBe('first');
});

it('what was typed and taken back does not come back over what others saved', async () => {
  const { user, unmount } = show();
  await user.type(title(), 's');
  await user.type(title(), '{Backspace}');
  unmount();
  show(THEIRS);
  expect(title()).toHaveValue(THEIRS.title);
});

it('the second of two editors is told, and may keep what they have', async () => {
  save.mockImplementation(async ({ seen }) => void (seen === 'first' && assertVersion([])));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(save.mock.calls.map(([values]) => [values.seen, values.title])).toEqual([
    ['first', 'River!'],
    ['second', 'River!'],
  ]);
});

it('two presses before the form is drawn again save once', async () => {
  const { user, container } = show();
  await user.type(title(), '!');
  const form = container.querySelector('form');
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(save).toHaveBeenCalledOnce();
});

it('a save that fails keeps the form, says why, and can be tried again', async () => {
  save.mockRejectedValueOnce(new AppError('network', 'Failed to save.', { detail: 'You are offline.' }));
  const { user } = show();
  await user.clear(title());
  await press(user, 'Save');
  expect(screen.getByRole('link', { name: 'A title is needed' })).toBeInTheDocument();
  await user.type(title(), 'Canyon');
  await press(user, 'Save');
  expect(await screen.findByText('Failed to save. You are offline.')).toBeInTheDocument();
  expect(title()).toHaveValue('Canyon');
  await press(user, 'Save');
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

it('Cancel asks before it throws changes away, and takes away what was put up', async () => {
  const { user } = show();
  await addPhoto(user);
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(title()).toBeInTheDocument();
  expect(dropMedia).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await user.click(await screen.findByText('The list'));
  expect(vi.mocked(dropMedia).mock.calls).toEqual([[await put.mock.results[0]?.value]]);
  expect(screen.queryByRole('listitem', { name: /^boat.jpg/ })).toBeNull();
  expect(screen.getByRole('listitem', { name: /^Photo 1, 1 of 1/ })).toBeInTheDocument();
});

it('asks as well while a picture is on its way up, and takes away what arrives after that', async () => {
  let arrive = (_: string) => {};
  put.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { user } = show();
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, PHOTO);
  expect(await screen.findByRole('progressbar', { name: 'Uploading boat.jpg' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('The list');
  arrive('late.webp');
  await waitFor(() => expect(dropMedia).toHaveBeenCalledWith('late.webp'));
});

it('a list is put in order by keys, and the focus stays in it when a row goes', async () => {
  const onMove = vi.fn();
  const onRemove = vi.fn();
  const items = ['Elmer', 'Marta', 'Beto'].map((name) => ({ id: name, label: name, content: name }));
  const { rerender } = renderApp(<OrderList label="Guides" items={items} onMove={onMove} onRemove={onRemove} />);
  const user = userEvent.setup();
  screen.getByRole('listitem', { name: /^Marta, 2 of 3/ }).focus();
  await user.keyboard('{ArrowUp}{Home}{End}');
  expect(onMove.mock.calls).toEqual([
    [1, 0],
    [1, 0],
    [1, 2],
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove Marta' }));
  expect(onRemove).toHaveBeenCalledWith('Marta');
  rerender(
    <OrderList label="Guides" items={items.filter(({ id }) => id !== 'Marta')} onMove={onMove} onRemove={onRemove} />,
  );
  await waitFor(() => expect(screen.getByRole('listitem', { name: /^Beto, 2 of 2/ })).toHaveFocus());
});

it('says beside the field, and in the summary, what the server refused', async () => {
  save.mockRejectedValueOnce(new Error('taken'));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByText('This title is taken')).toBeInTheDocument();
  expect(screen.getByText('Taken')).toBeInTheDocument();
  expect(title()).toHaveValue('River!');
  await press(user, 'Save');
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(screen.queryByText('This title is taken')).toBeNull();
});
