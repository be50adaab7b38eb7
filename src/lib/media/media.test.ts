// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parseImage } from './media.ts';

const BASE = '/storage/v1/object/public/media/territories/0b9d1c2e-1111-4222-8333-444455556666';

describe('parseImage', () => {
  it('reads a stored image with its variants', () => {
    const picture = parseImage(`${BASE}.webp#v=1&c=55978a&w=1600&h=1000&f=52,66&alt=Lancha%20leaving%20the%20gorge`);
    expect(picture).toEqual({
      src: `${BASE}.webp`,
      srcSet: {
        avif: `${BASE}/w480.avif 480w, ${BASE}/w960.avif 960w, ${BASE}/w1600.avif 1600w`,
        webp: `${BASE}/w480.webp 480w, ${BASE}/w960.webp 960w, ${BASE}/w1600.webp 1600w`,
      },
      color: '#55978a',
      width: 1600,
      height: 1000,
      focus: '52% 66%',
      alt: 'Lancha leaving the gorge',
    });
  });

  it('offers no variant that is wider than the image', () => {
    expect(parseImage(`${BASE}.webp#v=1&w=1000&h=700`).srcSet?.avif).toBe(
      `${BASE}/w480.avif 480w, ${BASE}/w960.avif 960w`,
    );
    expect(parseImage(`${BASE}.webp#v=1&w=300&h=200`).srcSet?.avif).toBe(`${BASE}/w480.avif 480w`);
  });

  it('knows the sizes of a photo that could only be written as JPEG', () => {
    expect(parseImage(`${BASE}.jpg#v=3&w=1000&h=700`)).toMatchObject({
      src: `${BASE}.jpg`,
      srcSet: null,
      jpegSet: `${BASE}/w480.jpg 480w, ${BASE}/w960.jpg 960w`,
    });
    expect(parseImage(`${BASE}.webp#v=3`)).not.toHaveProperty('jpegSet');
    expect(parseImage(`${BASE}.jpg#v=2`)).toMatchObject({ srcSet: null });
    expect(parseImage(`${BASE}.webp#v=2`).srcSet?.avif).toBeNull();
  });

  it('offers the widths that the address names, and no other', () => {
    const widths = (fragment: string) => parseImage(`${BASE}.webp#v=2&${fragment}`).srcSet?.webp.match(/\d+(?=w)/g);
    expect(widths('s=480,720,960,1600&w=1600')).toEqual(['480', '720', '960', '1600']);
    expect(widths('s=480,720&w=1600')).toEqual(['480', '720']);
    expect(widths('s=480,720,960,1600&w=800')).toEqual(['480', '720']);
    expect(widths('s=1,99999,x,&w=1600')).toEqual(['480', '960', '1600']);
  });

  it('reads an address without v=1 as a plain image', () => {
    expect(parseImage('/art/livingston.svg')).toMatchObject({
      src: '/art/livingston.svg',
      srcSet: null,
      color: null,
      alt: '',
    });
    expect(parseImage(`${BASE}.webp#c=55978a`)).toMatchObject({ srcSet: null, color: '#55978a' });
  });

  it.each([
    'javascript:alert(1)',
    '//evil.example/a.webp',
    'https://evil.example/a.webp',
    '/rest/v1/rpc/x',
    'data:image/png;base64,AA',
    'a.webp',
    '',
  ])('drops %s', (url) => {
    expect(parseImage(url).src).toBe('');
  });

  it('ignores an invalid fragment', () => {
    const picture = parseImage(`${BASE}.webp#v=1&c=red;x&w=-5&h=abc&f=1,2;background:url(x)&alt=`);
    expect(picture).toMatchObject({ color: null, width: 1600, height: 1000, focus: '50% 50%', alt: '' });
    expect(parseImage(null)).toMatchObject({ src: '', srcSet: null });
    expect(parseImage(`${BASE}.webp#f=120,-3`).focus).toBe('50% 50%');
    // A fragment alone isn't an address. The colour is used in a style, so anything but six digits is refused.
    for (const color of ['055978a', '55978a0', '55978a;x', 'x55978a'])
      expect(parseImage(`${BASE}.webp#c=${color}`).color, color).toBeNull();
    for (const focus of ['10', '-1,10', '10,101', ',10', '10,', 'x,10'])
      expect(parseImage(`${BASE}.webp#f=${focus}`).focus, focus).toBe('50% 50%');
    expect(parseImage(`${BASE}.webp#w=20001&h=0`)).toMatchObject({ width: 1600, height: 1000 });
  });

  it('accepts a focus at the edges', () => {
    expect(parseImage(`${BASE}.webp#w=20000&h=1&f=0,100`)).toMatchObject({
      width: 20_000,
      height: 1,
      focus: '0% 100%',
    });
    expect(parseImage(`${BASE}.webp#c=A1b2C3`).color).toBe('#A1b2C3');
  });

  it('names variants in addition to what ends like them', () => {
    expect(parseImage(`${BASE}.jpg#v=1`)).not.toHaveProperty('jpegSet');
    expect(parseImage('/art/a.webp.jpg#v=3&w=480').jpegSet).toBe('/art/a.webp/w480.jpg 480w');
    expect(parseImage('/art/a.jpg.webp#v=2&w=480').srcSet?.webp).toBe('/art/a.jpg/w480.webp 480w');
    expect(parseImage('/art/a.webp.png#v=2').srcSet).toBeNull();
    expect(parseImage('/art/a.jpg.png#v=3')).not.toHaveProperty('jpegSet');
  });
});
