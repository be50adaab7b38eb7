import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { handle as passport } from '../../supabase/functions/passport/handler.ts';
import { checkout, checkoutForEachTest, user } from '../database/booking/support/for-each-test.ts';

checkoutForEachTest();

type Kept = { name: string; bytes: Uint8Array; type: string };

async function upload(body: Uint8Array, token: string | undefined = user) {
  const kept: Kept[] = [];
  checkout.deps.passports.put = async (name, bytes, type) => void kept.push({ name, bytes, type });
  const request = new Request('http://functions.test/passport', {
    method: 'POST',
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'image/gif' },
    body: new Uint8Array(body),
  });
  const response = await passport(request, checkout.deps);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown>, kept };
}

const picture = (width: number, height: number, type: 'jpeg' | 'png' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .withExif({ IFD0: { ImageDescription: 'Casa de Ana' } })
    .toFormat(type)
    .toBuffer();

describe('an uploaded passport', () => {
  test.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
  ] as const)(
    "of the type %s is stored in the sender's folder, under a name that nobody can guess",
    async (type, ending) => {
      const { status, answer, kept } = await upload(await picture(640, 400, type));
      expect(status).toBe(200);
      expect(answer).toEqual({ path: expect.any(String), width: 640, height: 400 });
      expect(answer.path).toMatch(new RegExp(`^${user}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.${ending}$`));
      expect(kept).toMatchObject([{ name: answer.path, type: `image/${type}` }]);
      expect(Buffer.from(kept[0]?.bytes ?? []).includes('Casa de Ana')).toBe(false);
      expect(await sharp(Buffer.from(kept[0]?.bytes ?? [])).metadata()).toMatchObject({ format: type, width: 640 });
    },
  );

  test('is refused to visitors', async () => {
    expect(await upload(await picture(640, 400), '')).toMatchObject({ status: 401, kept: [] });
  });

  test('must be an image, whatever the browser calls it', async () => {
    const { status, answer, kept } = await upload(Buffer.from('GIF89a, they said'));
    expect({ status, answer, kept }).toEqual({
      status: 400,
      answer: { code: 'invalid_image', message: 'Please select an image file (JPEG, PNG, etc.)' },
      kept: [],
    });
  });

  test('is not reported as a broken image after our own fault', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const image = await picture(640, 400);
    checkout.deps.admin = () => Promise.reject(new Error('the database is away'));
    expect(await upload(image)).toMatchObject({ status: 500, answer: { code: 'internal' }, kept: [] });
    expect(log).toHaveBeenCalledOnce();
  });

  test.each([
    [100, 100, 200],
    [99, 640, 400],
    [640, 99, 400],
    [12_000, 100, 200],
    [100, 12_000, 200],
    [12_001, 100, 413],
    [100, 12_001, 413],
    [8_000, 7_500, 200],
    [8_000, 7_501, 413],
  ])('of %i × %i pixels gets the status %i', async (width, height, status) => {
    const { answer, ...sent } = await upload(await picture(width, height));
    expect(sent.status).toBe(status);
    expect(sent.kept).toHaveLength(status === 200 ? 1 : 0);
    if (status === 400) {
      expect(answer).toEqual({
        code: 'image_too_small',
        message: 'This photo is too small to read. Please take a larger one.',
      });
    }
    if (status === 413)
      expect(answer).toEqual({ code: 'image_too_large', message: 'Image size must be less than 5MB' });
  });

  test('is smaller than 5 MB, to the byte', async () => {
    const padded = async (bytes: number) => {
      const image = await picture(200, 200);
      return Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
    };
    const limit = 5 * 1024 * 1024;
    expect((await upload(await padded(limit - 1))).status).not.toBe(413);
    expect(await upload(await padded(limit))).toMatchObject({
      status: 413,
      answer: { code: 'image_too_large' },
      kept: [],
    });
  });

  test('is limited in number per day', async () => {
    const image = await picture(200, 200);
    const asked: unknown[] = [];
    checkout.deps.admin = async (...call) => void asked.push(call);
    await upload(image);
    expect(asked).toEqual([['allow_passport_upload', { p_user_id: user }]]);
  });
});
