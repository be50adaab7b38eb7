import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { assertVersion, ownSave } from '@/lib/api/versions';
import { readDraft, writeDraft } from '@/lib/storage/form-draft';
import { dropMedia } from '@/lib/upload/media-bucket';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { MediaField } from '@/ui/media/MediaField';
import type { OthersChange } from './ConflictNotice.tsx';
import { Checkbox, Input } from './controls.tsx';
import { Field } from './Field.tsx';
import { Form, FormFooter } from './Form.tsx';
import { FieldError, WHOLE_FORM } from './form-problems.ts';
import { NumberInput } from './NumberInput.tsx';
import { useForm, useFormValue } from './use-form.ts';
import { useFormStart } from './use-form-draft.ts';

vi.mock('@/lib/api/versions', async (original) => ({ ...(await original<object>()), ownSave: vi.fn() }));
const put = vi.fn(async () => '/storage/v1/object/public/media/experience-media/new.webp#v=2');
vi.mock('@/lib/upload/media-bucket', () => ({ dropMedia: vi.fn(async () => undefined), putMediaIn: () => put }));
// jsdom's Blob can only be read with a FileReader.
vi.mock('@/lib/upload/check', async (original) => ({
  ...(await original<object>()),
  checkMedia: async () => ({ type: 'image', contentType: 'image/jpeg', extension: 'jpg' }),
}));

const schema = z
  .object({
    title: z.string(),
    price: z.nullable(z.number()),
    free: z.boolean(),
    image_urls: z.array(z.string()),
    secret: z.string(),
  })
  .check((context) => {
    if (context.value.title) return;
    const issue = { code: 'custom', input: context.value } as const;
    context.issues.push({ ...issue, path: [WHOLE_FORM], message: 'A title is needed' });
    context.issues.push({ ...issue, path: ['title'], message: 'This field is required' });
  });
type Values = z.infer<typeof schema>;
const save = vi.fn(
  async (_: Values, __: { id: string; expectedVersion: string | null; key: string }): Promise<void> => undefined,
);
const changes = vi.fn(async (_: string | null): Promise<OthersChange[]> => []);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const MINE = { version: 'first', title: 'River' };
const THEIRS = { version: 'second', title: 'River by their hand' };
const PHOTO = new File(['x'], 'boat.jpg', { type: 'image/jpeg' });

beforeEach(() => {
  reload.mockReset();
  save.mockReset().mockResolvedValue(undefined);
  vi.mocked(ownSave).mockReset();
  vi.mocked(dropMedia).mockClear();
});

const reload = vi.fn();

function TestForm({ record }: { record: typeof MINE | null }) {
  const media = useEntityMedia({ folder: 'experience-media', draft: 'e1', images: ['/art/a.svg'], videos: [] });
  const form = useForm({
    schema,
    values: { title: record?.title ?? '', price: null, free: false, image_urls: ['/art/a.svg'], secret: '' },
    draft: 'e1',
    neverKept: ['secret'],
    id: record ? 'e1' : undefined,
    version: record?.version ?? null,
    latest: async () => 'second',
    changes,
    uploads: { field: 'image_urls', ...media },
    save,
  });
  useFormValue(form, 'image_urls', media.images);
  return (
    <Form form={form} back="/list" onReload={reload}>
      <Field label="Title" {...form.field('title')}>
        <Input {...form.register('title')} />
      </Field>
      <Field label="Price" {...form.field('price')}>
        <NumberInput control={form.control} name="price" />
      </Field>
      <Checkbox label="Free" {...form.register('free')} />
      <Field label="Secret" {...form.field('secret')}>
        <Input {...form.register('secret')} />
      </Field>
      <MediaField label="Photos" uploads={media} {...form.field('image_urls')} />
      {form.saved && <p>Saved</p>}
      <FormFooter submit="Save" />
    </Form>
  );
}

function show(record: typeof MINE | null = MINE) {
  return renderApp(<TestForm record={record} />, { otherPages: { '/list': <Link to="/">The list</Link> } });
}
const title = () => screen.getByLabelText('Title');
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

async function addPhoto(user: ReturnType<typeof userEvent.setup>) {
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, PHOTO);
  expect(await screen.findByText('Upload successful!')).toBeInTheDocument();
}

it('saves pictures alone over the version that they were changed on too, after a reload', async () => {
  const { user, unmount } = show();
  await addPhoto(user);
  unmount();
  show(THEIRS);
  await press(user, 'Save');
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(save.mock.calls[0]?.[1].expectedVersion).toBe('first');
});

it.each(['session_expired', 'not_signed_in'])(
  'leads a person whose session has ended to the login and back: %s',
  async (code) => {
    save.mockRejectedValue(new AppError(code, 'Your session has expired. Please log in again.'));
    const { user, router, unmount } = show();
    await user.type(title(), ' of old');
    await press(user, 'Save');
    await user.click(await screen.findByRole('link', { name: 'Log in' }));
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/' } });
    unmount();
    show();
    expect(title()).toHaveValue('River of old');
  },
);

it('offers no login for another failure', async () => {
  save.mockRejectedValue(new AppError('forbidden', 'No'));
  const { user } = show();
  await user.type(title(), ' of old');
  await press(user, 'Save');
  expect(await screen.findByRole('alert')).toHaveTextContent('No');
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

it('says that unsaved changes were restored, and discards them on request', async () => {
  const { user, unmount } = show();
  expect(screen.queryByText("We've restored your unsaved changes")).toBeNull();
  await user.type(title(), ' of old');
  unmount();
  show();
  expect(screen.getByText("We've restored your unsaved changes")).toBeInTheDocument();
  expect(title()).toHaveValue('River of old');
  await press(user, 'Discard changes');
  expect(reload).toHaveBeenCalledOnce();
  expect(readDraft('e1')).toBeNull();
});

it('does not restore text that was typed and removed over what others saved', async () => {
  const { user, unmount } = show();
  await user.type(title(), 's');
  await user.type(title(), '{Backspace}');
  unmount();
  show(THEIRS);
  expect(title()).toHaveValue(THEIRS.title);
});

it('reports a conflict to the second of two editors, who can keep their version', async () => {
  save.mockImplementation(async (_, { expectedVersion }) => void (expectedVersion === 'first' && assertVersion([])));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(save.mock.calls.map(([values, record]) => [record.expectedVersion, values.title])).toEqual([
    ['first', 'River!'],
    ['second', 'River!'],
  ]);
});

describe('a save whose response was lost', () => {
  const lost = new AppError('network', 'Failed to save.');
  const conflict = async () => void assertVersion([]);

  async function saveAndLoseTheAnswer() {
    save.mockRejectedValueOnce(lost).mockImplementation(conflict);
    const shown = show();
    await shown.user.type(title(), '!');
    await press(shown.user, 'Save');
    await screen.findByText('Failed to save.');
    return shown;
  }
  const keys = () => save.mock.calls.map(([, { key }]) => key);

  it.each(['latest', 'stored'] as const)(
    'is recognised with the same text, without a second change: %s',
    async (own) => {
      vi.mocked(ownSave).mockResolvedValue(own);
      const { user } = await saveAndLoseTheAnswer();
      await press(user, 'Save');
      expect(await screen.findByText('Saved')).toBeInTheDocument();
      expect(keys()).toEqual([UUID, keys()[0]]);
      expect(ownSave).toHaveBeenCalledExactlyOnceWith(keys()[0]);
    },
  );

  it('is made once even after a reload', async () => {
    vi.mocked(ownSave).mockResolvedValue('latest');
    const { user, unmount } = await saveAndLoseTheAnswer();
    unmount();
    show(THEIRS);
    await press(user, 'Save');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(keys()).toEqual([UUID, keys()[0]]);
  });

  it("conflicts with someone else's change if it never arrived", async () => {
    vi.mocked(ownSave).mockResolvedValue('unknown');
    const { user } = await saveAndLoseTheAnswer();
    await press(user, 'Save');
    expect(await screen.findByText('Someone else changed this while you were working on it')).toBeInTheDocument();
  });

  it('is overwritten by another text, if nobody else has changed the record since', async () => {
    vi.mocked(ownSave).mockResolvedValue('latest');
    const { user } = await saveAndLoseTheAnswer();
    save.mockImplementation(async (_, { expectedVersion }) => void (expectedVersion === 'first' && assertVersion([])));
    await user.type(title(), '?');
    await press(user, 'Save');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(save.mock.lastCall).toMatchObject([{ title: 'River!?' }, { expectedVersion: 'second', key: UUID }]);
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  it('conflicts with another text, if someone else has', async () => {
    vi.mocked(ownSave).mockResolvedValue('stored');
    const { user } = await saveAndLoseTheAnswer();
    await user.type(title(), '?');
    await press(user, 'Save');
    expect(await screen.findByText('Someone else changed this while you were working on it')).toBeInTheDocument();
  });
});

it('asks nothing about a conflict if every response arrived', async () => {
  save.mockImplementation(async () => void assertVersion([]));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByText('Someone else changed this while you were working on it')).toBeInTheDocument();
  expect(ownSave).not.toHaveBeenCalled();
});

it('names the people who changed the record, and the fields', async () => {
  save.mockImplementation(async () => void assertVersion([]));
  changes.mockResolvedValueOnce([
    { name: 'Marta Xol', fields: ['Price per person', 'Title'] },
    { name: null, fields: ['Photos'] },
  ]);
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByText('Marta Xol: Price per person, Title')).toBeVisible();
  expect(screen.getByText('A former colleague: Photos')).toBeVisible();
  expect(changes).toHaveBeenLastCalledWith('first');
});

it('shows a conflict without names if they could not be loaded', async () => {
  save.mockImplementation(async () => void assertVersion([]));
  changes.mockRejectedValueOnce(new AppError('network', 'Failed to load'));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByRole('button', { name: 'Keep my changes' })).toBeVisible();
  expect(screen.queryByText('Failed to load')).toBeNull();
});

it('saves once for two clicks before the form is rendered again', async () => {
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

it('keeps the form when a save fails, explains why, and can retry', async () => {
  save.mockRejectedValueOnce(new AppError('network', 'Failed to save.', { detail: "You're offline." }));
  const { user } = show();
  await user.clear(title());
  await press(user, 'Save');
  expect(await screen.findByText('A title is needed')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'This field is required' }));
  expect(title()).toHaveFocus();
  expect(title()).toHaveAccessibleDescription('This field is required');
  await user.type(title(), 'Canyon');
  await press(user, 'Save');
  expect(await screen.findByText("Failed to save. You're offline.")).toBeInTheDocument();
  expect(title()).toHaveValue('Canyon');
  await press(user, 'Save');
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

it('asks on Cancel before it discards changes, and deletes uploads', async () => {
  const { user } = show();
  await addPhoto(user);
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(title()).toBeInTheDocument();
  expect(dropMedia).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave page' }));
  await user.click(await screen.findByText('The list'));
  expect(vi.mocked(dropMedia).mock.calls).toEqual([[await put.mock.results[0]?.value]]);
  expect(screen.queryByRole('listitem', { name: /^boat.jpg/ })).toBeNull();
  expect(screen.getByRole('listitem', { name: /^Photo 1, 1 of 1/ })).toBeInTheDocument();
});

it('asks while a picture is being uploaded too, and deletes what arrives after that', async () => {
  let arrive = (_: string) => {};
  put.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { user } = show();
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, PHOTO);
  expect(await screen.findByRole('progressbar', { name: 'Uploading boat.jpg' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave page' }));
  await screen.findByText('The list');
  arrive('late.webp');
  await waitFor(() => expect(dropMedia).toHaveBeenCalledWith('late.webp'));
});

it('shows beside the field, and in the summary, what the server refused', async () => {
  save.mockRejectedValueOnce(new FieldError('title', 'This title is taken'));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByRole('link', { name: 'This title is taken' })).toBeInTheDocument();
  expect(title()).toHaveAccessibleDescription('This title is taken');
  expect(title()).toHaveValue('River!');
  await press(user, 'Save');
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(screen.queryByText('This title is taken')).toBeNull();
});

it('shows beside the field, and in the summary, what the database refused', async () => {
  const cause = { details: '{"field": "title"}' };
  save.mockRejectedValueOnce(new AppError('invalid_input', 'Something is not valid', { status: 400, cause }));
  const { user } = show();
  await user.type(title(), '!');
  await press(user, 'Save');
  expect(await screen.findByRole('link', { name: 'Something is not valid' })).toBeInTheDocument();
  expect(title()).toHaveAccessibleDescription('Something is not valid');
});

it('shows above the form what the database refused of a field that it does not have', async () => {
  const cause = { details: '{"field": "elsewhere"}' };
  save.mockRejectedValueOnce(new AppError('invalid_input', 'Something is not valid', { status: 400, cause }));
  const { user } = show();
  await press(user, 'Save');
  expect(await screen.findByText('Something is not valid')).toBeInTheDocument();
});

it('keeps numbers, selections and the id of what is new over a reload, but no secret', async () => {
  const { user, unmount } = show(null);
  await user.type(title(), 'Canyon');
  await user.type(screen.getByLabelText('Price'), '12,5');
  await user.click(screen.getByLabelText('Free'));
  await user.type(screen.getByLabelText('Secret'), 'ixchel');
  save.mockRejectedValueOnce(new AppError('network', 'Failed to save.'));
  await press(user, 'Save');
  await screen.findByText('Failed to save.');
  unmount();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('ixchel');
  show(null);
  expect(screen.getByLabelText('Price')).toHaveValue('12.5');
  expect(screen.getByLabelText('Free')).toBeChecked();
  expect(screen.getByLabelText('Secret')).toHaveValue('');
  await press(user, 'Save');
  await screen.findByText('Saved');
  const [first, second] = save.mock.calls;
  expect(second?.[0]).toMatchObject({ title: 'Canyon', price: 12.5, free: true });
  expect(second?.[1]).toEqual(first?.[1]);
  expect(second?.[1]).toEqual({ id: UUID, expectedVersion: null, key: UUID });
});

it('drops only the entries of another type from a list in a draft', () => {
  const slot = z.object({ start: z.string(), days: z.array(z.enum(['monday', 'sunday'])) });
  const good = { start: '', days: ['monday'] as const };
  const kept = [good, null, { start: '08:00', days: ['someday'] }, { ...good, start: '09:00' }];
  writeDraft('slots', { values: { slots: kept } });
  const { result } = renderHook(() =>
    useFormStart({ schema: z.object({ slots: z.array(slot) }), values: { slots: [] }, draft: 'slots' }),
  );
  expect(result.current.values.slots).toEqual([good, { ...good, start: '09:00' }]);
});

it('treats a draft of another type than the field as none', () => {
  writeDraft('e1', { values: { title: 5, price: 'free', free: 'yes', unknown: 1 } });
  show();
  expect(title()).toHaveValue('River');
  expect(screen.getByLabelText('Price')).toHaveValue('');
  expect(screen.getByLabelText('Free')).not.toBeChecked();
});
