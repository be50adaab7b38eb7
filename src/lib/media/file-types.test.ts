import { expect, it } from 'vitest';
import { sniffImage, sniffVideo } from './file-types.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it('knows videos by their content, and does not take an image for one', () => {
  expect(sniffVideo(bytes('\0\0\0\x18ftypmp42'))).toBe('mp4');
  expect(sniffVideo(bytes('\0\0\0\x18ftypisom'))).toBe('mp4');
  expect(sniffVideo(bytes('\0\0\0\x14ftypqt  '))).toBe('quicktime');
  expect(sniffVideo(bytes('\x1a\x45\xdf\xa3'))).toBe('webm');
  expect(sniffVideo(bytes('\0\0\0\x18ftypheic'))).toBeNull();
  expect(sniffVideo(bytes('\0\0\0\x18ftypavif'))).toBeNull();
  expect(sniffVideo(bytes('<html><body>'))).toBeNull();
  expect(sniffVideo(new Uint8Array())).toBeNull();
});

it('knows the images that videos share their container with', () => {
  expect(sniffImage(bytes('\0\0\0\x18ftypavif'))).toBe('avif');
  expect(sniffImage(bytes('\0\0\0\x18ftypmp42'))).toBeNull();
});
