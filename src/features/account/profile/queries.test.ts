import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';

type Answer = { data: { id: string }[] | null; error: object | null; status: number };
let answer: Answer | Error;
const request = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({ from: () => ({ update: () => ({ eq: () => ({ select: request }) }) }) }),
}));
vi.mock('@/lib/upload/upload', () => ({
  publicAddress: (bucket: string, path: string) => `/${bucket}/${path}`,
  removeFile: () => Promise.resolve(),
  uploadInto: () => Promise.resolve('avatars/me/new.webp'),
}));

const { replaceAvatar, updateProfile } = await import('./edit/queries');
const save = () => updateProfile('me', { full_name: 'Me', country: null, bio: null });
const picture = () =>
  replaceAvatar({
    userId: 'me',
    image: new Blob(),
    kind: { type: 'image', contentType: 'image/webp', extension: 'webp' },
    previous: null,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
const failure = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => new AppError('none', 'saved'),
    (e) => e,
  );

beforeEach(() => {
  answer = { data: [{ id: 'me' }], error: null, status: 200 };
});

describe.each([
  [
    'the profile',
    save,
    'Failed to update profile',
    'An error occurred updating profile',
    'You must be logged in to update your profile',
  ],
  [
    'the picture',
    picture,
    'Failed to upload avatar',
    'An error occurred updating avatar',
    'You must be logged in to update your avatar',
  ],
])('%s', (_, work, failed, refused, signedOut) => {
  it('is saved', async () => {
    expect((await failure(work())).message).toBe('saved');
  });

  it('reports a lost connection, and the reason', async () => {
    answer = new TypeError('Failed to fetch');
    expect(await failure(work())).toMatchObject({ message: failed, detail: expect.stringContaining('connection') });
    answer = { data: null, error: { message: 'down' }, status: 500 };
    expect(await failure(work())).toMatchObject({ message: failed, detail: expect.stringContaining('on our side') });
  });

  it('reports a refusal of the database', async () => {
    answer = { data: null, error: { code: '23514', message: 'violates check constraint' }, status: 400 };
    expect(await failure(work())).toMatchObject({ message: refused, detail: undefined });
  });

  it('reports an ended session', async () => {
    answer = { data: [], error: null, status: 200 };
    expect((await failure(work())).message).toBe(signedOut);
  });
});
