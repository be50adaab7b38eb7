// @vitest-environment node
import { expect, it } from 'vitest';
import { firstBytes, sniffImage, sniffVideo } from './file-types.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

it('recognises videos by their content, and no image as one', () => {
  expect(sniffVideo(bytes('\0\0\0\x18ftypmp42'))).toBe('mp4');
  expect(sniffVideo(bytes('\0\0\0\x18ftypisom'))).toBe('mp4');
  expect(sniffVideo(bytes('\0\0\0\x14ftypqt  '))).toBe('quicktime');
  expect(sniffVideo(bytes('\x1a\x45\xdf\xa3'))).toBe('webm');
  expect(sniffVideo(bytes('\0\0\0\x18ftypheic'))).toBeNull();
  expect(sniffVideo(bytes('\0\0\0\x18ftypavif'))).toBeNull();
  expect(sniffVideo(bytes('<html><body>'))).toBeNull();
  expect(sniffVideo(new Uint8Array())).toBeNull();
});

it('recognises the images that share their container with videos', () => {
  expect(sniffImage(bytes('\0\0\0\x18ftypavif'))).toBe('avif');
  expect(sniffImage(bytes('\0\0\0\x18ftypmp42'))).toBeNull();
});

it.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['GIF89a', 'gif'],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['\0\0\0\x18ftypheix', 'heic'],
  ['\0\0\0\x18ftypmif1', 'heic'],
  ['\0\0\0\x18ftyphevc', 'heic'],
  ['\xff\xd8\xfe', null],
  ['\x89PNG\n\n\x1a\n', null],
  ['RIFF\0\0\0\0WAVEfmt ', null],
  ['xxxx\0\0\0\0WEBPVP8 ', null],
  ['\0\0\0\x18xxxxheic', null],
])('detects %j as an image of the type %s', (start, type) => expect(sniffImage(bytes(start))).toBe(type));

it.each(['moov', 'mdat', 'wide'])('detects a QuickTime video by its atom %s', (atom) => {
  expect(sniffVideo(bytes(`\0\0\0\x08${atom}`))).toBe('quicktime');
});

it.each(['isom', 'iso5', 'mp41', 'avc1', 'M4V ', 'MSNV', 'dash', '3gp4', 'mmp4', 'f4v '])(
  'detects an MP4 by its brand %j',
  (brand) => expect(sniffVideo(bytes(`\0\0\0\x18ftyp${brand}`))).toBe('mp4'),
);

it.each(['\0\0\0\x18ftypXAVC', '\0\0\0\x18xxxxisom', 'moov\0\0\0\0'])('detects no video in %j', (start) => {
  expect(sniffVideo(bytes(start))).toBeNull();
});

it('reads no more of a file than its start', async () => {
  expect(await firstBytes(new Blob(['0123456789abcdefghij']))).toEqual(bytes('0123456789abcdef'));
});
