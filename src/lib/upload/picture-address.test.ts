// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parseImage } from '@/lib/media/media';
import { objectsOf, pictureAddress } from './picture-address.ts';
import { type Prepared, widthsFor } from './variants.ts';

const base = 'territory-media/0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f11';
const blob = new Blob(['x']);

/** A picture as the browser has prepared it. */
const pictureOf = (type: Prepared['type'], widths: number[]) => ({
  width: 1200,
  height: 800,
  color: '55978a',
  type,
  main: blob,
  sizes: widths.map((width) => ({ width, blob })),
});

describe('a picture', () => {
  it('has the widths that it is wide enough for, and always the smallest', () => {
    expect(widthsFor(1600)).toEqual([480, 720, 960, 1600]);
    expect(widthsFor(1200)).toEqual([480, 720, 960]);
    expect(widthsFor(320)).toEqual([480]);
  });

  it('is stored with every variant that a page requests, and can be deleted', () => {
    const { address, parts } = pictureAddress(base, pictureOf('image/webp', [960, 720, 480]));
    const paths = parts.map((part) => part.path);
    expect(paths).toEqual([`${base}.webp`, `${base}/w960.webp`, `${base}/w720.webp`, `${base}/w480.webp`]);
    const { srcSet, color, width, height } = parseImage(address);
    expect({ color, width, height }).toEqual({ color: '#55978a', width: 1200, height: 800 });
    expect(srcSet?.avif).toBeNull();
    const asked = srcSet?.webp.split(', ').map((entry) => entry.split(' ')[0]?.replace(/.*\/media\//, ''));
    expect(asked?.every((path) => path && paths.includes(path))).toBe(true);
    expect(paths.every((path) => objectsOf(address).includes(path))).toBe(true);
  });

  it('has its sizes as JPEG too if the browser could only write that', () => {
    const { address, parts } = pictureAddress(base, pictureOf('image/jpeg', [960, 480]));
    const paths = parts.map((part) => part.path);
    expect(paths).toEqual([`${base}.jpg`, `${base}/w960.jpg`, `${base}/w480.jpg`]);
    const { srcSet, jpegSet } = parseImage(address);
    expect(srcSet).toBeNull();
    const asked = jpegSet?.split(', ').map((entry) => entry.split(' ')[0]?.replace(/.*\/media\//, ''));
    expect(asked).toEqual([`${base}/w480.jpg`, `${base}/w960.jpg`]);
    expect(paths.every((path) => objectsOf(address).includes(path))).toBe(true);
  });

  it('names its widths from the smallest on, in whatever order they were drawn', () => {
    const { address } = pictureAddress(base, pictureOf('image/webp', [960, 1600, 480]));
    expect(new URLSearchParams(address.split('#')[1]).get('s')).toBe('480,960,1600');
  });

  it('treats an address without sizes as one file', () => {
    const { address } = pictureAddress(base, pictureOf('image/webp', [480]));
    const [path] = address.split('#');
    expect(objectsOf(`${path}`)).toEqual([`${base}.webp`]);
    expect(objectsOf(`${path}#v=9&s=480`)).toEqual([`${base}.webp`]);
    expect(objectsOf(`${path}#v=3&s=480`)).toEqual([`${base}.webp`]);
  });

  it('never deletes a file of another site', () => {
    expect(objectsOf('https://example.test/a.webp#v=2')).toEqual([]);
    expect(objectsOf('/art/rio-dulce.svg')).toEqual([]);
  });
});
