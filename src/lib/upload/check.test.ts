import { expect, it } from 'vitest';
import { checkMedia, MEDIA_RULES } from './check.ts';

// jsdom's Blob can not be read without a FileReader.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

const file = (text: string, name: string, size?: number) => {
  const made = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name);
  if (size !== undefined) Object.defineProperty(made, 'size', { value: size });
  return made;
};
const mp4 = '\0\0\0\x18ftypmp42';
const jpeg = '\xff\xd8\xff\xe0';

it('takes photos and videos for what they are, not for what they are called', async () => {
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

it('says which kind a place wants', async () => {
  expect(await checkMedia(file(mp4, 'a.mp4'), { kinds: 'image', maxMb: 5 })).toEqual({
    error: 'Please select an image file (JPEG, PNG, etc.)',
  });
  expect(await checkMedia(file(jpeg, 'a.jpg'), { kinds: 'video', maxMb: 5 })).toEqual({
    error: 'Please select a video file (MP4, WebM, etc.)',
  });
});

it.each([5, 50])('takes files up to %iMB', async (maxMb) => {
  const rules = { ...MEDIA_RULES, maxMb };
  expect(await checkMedia(file(mp4, 'a.mp4', maxMb * 1024 * 1024), rules)).toMatchObject({ type: 'video' });
  expect(await checkMedia(file(mp4, 'a.mp4', maxMb * 1024 * 1024 + 1), rules)).toEqual({
    error: `File size must be less than ${maxMb}MB`,
  });
});
