import { beforeEach, expect, it, vi } from 'vitest';
import { putMediaIn } from './media-bucket.ts';
import { removeFiles, uploadFile } from './upload.ts';

vi.mock('./upload.ts', () => ({
  publicAddress: (bucket: string, path: string) => `/storage/v1/object/public/${bucket}/${path}`,
  removeFiles: vi.fn(async () => undefined),
  uploadFile: vi.fn(async () => undefined),
}));
const broken = vi.hoisted(() => ({ picture: false }));
vi.mock('./prepare.ts', () => ({
  prepare: async () => {
    if (broken.picture) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return {
      width: 1000,
      height: 600,
      color: '55978a',
      type: 'image/webp',
      main: new Blob(['main']),
      sizes: [960, 480].map((width) => ({ width, blob: new Blob(['size']) })),
    };
  },
}));

const put = () =>
  putMediaIn('experience-media')({
    file: new File(['x'], 'boat.jpg'),
    kind: { type: 'image', contentType: 'image/jpeg', extension: 'jpg' },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
const sent = () => vi.mocked(uploadFile).mock.calls.map(([upload]) => upload.path);

beforeEach(() => {
  vi.mocked(removeFiles).mockClear();
  vi.mocked(uploadFile).mockReset().mockResolvedValue();
});

it("refuses a picture that can't be drawn, and uploads nothing", async () => {
  broken.picture = true;
  await expect(put()).rejects.toMatchObject({ code: 'refused_file', message: 'Failed to upload file' });
  broken.picture = false;
  expect(sent()).toEqual([]);
});

it('uploads a photo in all its sizes, which its address names', async () => {
  const address = await put();
  expect(sent().map((path) => path.replace(/.*[0-9a-f]{12}/, ''))).toEqual(['.webp', '/w960.webp', '/w480.webp']);
  expect(address).toBe(`/storage/v1/object/public/media/${sent()[0]}#v=2&s=480,960&c=55978a&w=1000&h=600`);
  expect(removeFiles).not.toHaveBeenCalled();
});

it('leaves nothing of the photo when one size fails or the person stops, not even that size', async () => {
  vi.mocked(uploadFile).mockResolvedValueOnce().mockRejectedValueOnce(new DOMException('Aborted', 'AbortError'));
  await expect(put()).rejects.toThrow('Aborted');
  expect(sent()).toHaveLength(2);
  expect(removeFiles).toHaveBeenCalledWith('media', sent());
});
