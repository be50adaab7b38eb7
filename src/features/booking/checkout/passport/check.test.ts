import { expect, it } from 'vitest';
import { sniffImage } from '@/lib/media/file-types';
import { checkPassport, MAX_PASSPORT_BYTES } from './check';

// jsdom's Blob can not be read without a FileReader.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

const file = (bytes: number[], name: string, size = bytes.length) => {
  const content = new Uint8Array(Math.max(size, bytes.length));
  content.set(bytes);
  return new File([content], name, { type: 'image/jpeg' });
};
const jpeg = [0xff, 0xd8, 0xff, 0xe0];

it('knows images by their content', () => {
  expect(sniffImage(new Uint8Array(jpeg))).toBe('jpeg');
  expect(sniffImage(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('png');
  expect(sniffImage(new TextEncoder().encode('RIFF1234WEBPVP8 '))).toBe('webp');
  expect(sniffImage(new TextEncoder().encode('\0\0\0\u0018ftypheic'))).toBe('heic');
  expect(sniffImage(new TextEncoder().encode('%PDF-1.7'))).toBeNull();
  expect(sniffImage(new Uint8Array())).toBeNull();
});
it('refuses a file that only calls itself an image', async () => {
  expect(await checkPassport(file([...new TextEncoder().encode('<svg onload=x>')], 'passport.jpg'))).toEqual({
    error: 'Please select an image file (JPEG, PNG, etc.)',
  });
});
it('takes images under 5MB', async () => {
  expect(await checkPassport(file(jpeg, 'p.jpg', MAX_PASSPORT_BYTES - 1))).toEqual({ type: 'jpeg' });
  expect(await checkPassport(file(jpeg, 'p.jpg', MAX_PASSPORT_BYTES))).toEqual({
    error: 'Image size must be less than 5MB',
  });
});
