// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { acceptOf, checkMedia, FileRefused, imageKind, MEDIA_RULES, type MediaRules, refuseLarge } from './check.ts';

const file = (text: string, name: string, size?: number) => {
  const made = new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], name);
  if (size !== undefined) Object.defineProperty(made, 'size', { value: size });
  return made;
};
const mp4 = '\0\0\0\x18ftypmp42';
const jpeg = '\xff\xd8\xff\xe0';

it('recognises photos and videos by their content, not by their name', async () => {
  expect(await checkMedia(file(jpeg, 'boat.mov'))).toEqual({
    type: 'image',
    contentType: 'image/jpeg',
    extension: 'jpg',
  });
  expect(await checkMedia(file(mp4, 'boat.jpg'))).toEqual({
    type: 'video',
    contentType: 'video/mp4',
    extension: 'mp4',
  });
  const refused = { error: 'Please select an image or video file' };
  expect(await checkMedia(file('<svg onload=alert(1)>', 'boat.png'))).toEqual(refused);
  expect(await checkMedia(file('', 'empty.jpg'))).toEqual(refused);
});

it('names the kind that a field requires', async () => {
  expect(await checkMedia(file(mp4, 'a.mp4'), { kinds: 'image', maxMb: 5 })).toEqual({
    error: 'Please select an image file (JPEG, PNG, etc.)',
  });
  expect(await checkMedia(file(jpeg, 'a.jpg'), { kinds: 'video', maxMb: 5 })).toEqual({
    error: 'Please select a video file (MP4, WebM, etc.)',
  });
});

it('offers what a field accepts', () => {
  const [images, videos] = [acceptOf({ kinds: 'image', maxMb: 5 }), acceptOf({ kinds: 'video', maxMb: 5 })];
  expect(images.split(',')).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
  expect(videos.split(',')).toEqual(['video/mp4', 'video/webm', 'video/quicktime']);
  expect(acceptOf(MEDIA_RULES)).toBe(`${images},${videos}`);
});

it('distinguishes a refused file from one that can be retried', () => {
  expect(new FileRefused('Too large')).toMatchObject({ code: 'refused_file', message: 'Too large' });
});

it.each([5, 50])('accepts files up to %iMB', async (maxMb) => {
  const rules = { ...MEDIA_RULES, maxMb };
  expect(await checkMedia(file(mp4, 'a.mp4', maxMb * 1024 * 1024), rules)).toMatchObject({ type: 'video' });
  expect(await checkMedia(file(mp4, 'a.mp4', maxMb * 1024 * 1024 + 1), rules)).toEqual({
    error: `File size must be less than ${maxMb}MB`,
  });
});

describe('large photos that are redrawn before storing', () => {
  const rules: MediaRules = { kinds: 'image', maxMb: 5, smallerThanMax: true, heic: true };

  it('are also accepted from an iPhone', async () => {
    const heic = '\0\0\0\x18ftypheic';
    expect(await checkMedia(file(heic, 'p.heic'), rules)).toMatchObject({ contentType: 'image/heic' });
    expect(await checkMedia(file(heic, 'p.heic'), { ...rules, heic: false })).toEqual({
      error: 'Please select an image file (JPEG, PNG, etc.)',
    });
    expect(acceptOf(rules)).toContain('image/heic');
    expect(acceptOf({ ...rules, heic: false })).not.toContain('image/heic');
  });

  it("are refused if only the name is an image's", async () => {
    expect(await checkMedia(file('<svg onload=x>', 'passport.jpg'), rules)).toEqual({
      error: 'Please select an image file (JPEG, PNG, etc.)',
    });
  });

  it('are refused only if a redrawn one stays too large', async () => {
    const max = 5 * 1024 * 1024;
    const redrawn = { ...rules, redrawn: true };
    expect(await checkMedia(file(jpeg, 'p.jpg', max), redrawn)).toMatchObject({ contentType: 'image/jpeg' });
    expect(() => refuseLarge(file(jpeg, 'p.jpg', max - 1), redrawn)).not.toThrow();
    expect(() => refuseLarge(file(jpeg, 'p.jpg', max), redrawn)).toThrow('Image size must be less than 5MB');
  });

  it('are accepted under 5MB', async () => {
    const max = 5 * 1024 * 1024;
    expect(await checkMedia(file(jpeg, 'p.jpg', max - 1), rules)).toMatchObject({ contentType: 'image/jpeg' });
    expect(await checkMedia(file(jpeg, 'p.jpg', max), rules)).toEqual({ error: 'Image size must be less than 5MB' });
  });
});

it('recognises images by their content', async () => {
  const typeOf = async (text: string) => (await imageKind(file(text, 'any')))?.contentType;
  expect(await typeOf(jpeg)).toBe('image/jpeg');
  expect(await typeOf('\x89PNG\r\n\x1a\n')).toBe('image/png');
  expect(await typeOf('RIFF1234WEBPVP8 ')).toBe('image/webp');
  expect(await typeOf('\0\0\0\x18ftypheic')).toBe('image/heic');
  expect(await typeOf('%PDF-1.7')).toBeUndefined();
  expect(await typeOf('')).toBeUndefined();
});
