import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanImage } from '../../supabase/functions/_shared/image/clean-image.ts';
import { BrokenImage } from '../../supabase/functions/_shared/image/types.ts';

const SECRET = 'Casa de Ana, Antigua';
const LATITUDE = '14/1 33/1 2400/100';
const XMP = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${SECRET}</note></x:xmpmeta>`;

/** Creates a photo like a phone's, with place, camera, comment and colour profile. */
function photo(type: 'jpeg' | 'png' | 'webp', options: { orientation?: number } = {}): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a6f97' } })
    .composite([{ input: { create: { width: 60, height: 60, channels: 3, background: '#e63946' } }, top: 0, left: 0 }])
    .withExif({
      IFD0: { Make: 'Phone', ImageDescription: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: LATITUDE, GPSLongitudeRef: 'W', GPSLongitude: '90/1 44/1 0/1' },
    })
    .withXmp(XMP)
    .withMetadata(options.orientation ? { orientation: options.orientation } : {})
    .withIccProfile('srgb')
    .toFormat(type)
    .toBuffer();
}

const contains = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);
/** Returns a hash, because comparing two hundred thousand numbers is slow. */
const pixels = async (picture: Uint8Array | Sharp) => {
  const raw = await (picture instanceof Uint8Array ? sharp(picture) : picture).raw().toBuffer();
  return createHash('sha256').update(raw).digest('hex');
};

function chunk(name: string, data: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), Buffer.from(data), Buffer.alloc(4)]);
}

describe.each(['jpeg', 'png', 'webp'] as const)('a %s with the place where it was taken', (type) => {
  it('keeps its picture, pixel by pixel, and its colours, and nothing else', async () => {
    const original = await photo(type);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect(contains(original, SECRET)).toBe(true);
    const clean = cleanImage(original);
    expect(clean).toMatchObject({ type, width: 320, height: 200 });
    const bytes = clean?.bytes ?? new Uint8Array();
    const after = await sharp(bytes).metadata();
    expect(after).toMatchObject({ format: type, width: 320, height: 200 });
    expect([after.exif, after.xmp, after.iptc]).toEqual([undefined, undefined, undefined]);
    expect(after.icc).toBeDefined();
    expect(contains(bytes, SECRET) || contains(bytes, 'Phone') || contains(bytes, 'GPS')).toBe(false);
    expect(await pixels(bytes)).toEqual(await pixels(original));
  });

  it('is not changed by a second cleaning', async () => {
    const once = cleanImage(await photo(type))?.bytes ?? new Uint8Array();
    expect(cleanImage(once)?.bytes).toEqual(once);
  });

  it('loses what was hidden after its end', async () => {
    const bytes = cleanImage(Buffer.concat([await photo(type), Buffer.from(`<script>${SECRET}</script>`)]))?.bytes;
    expect(contains(bytes ?? new Uint8Array(), SECRET)).toBe(false);
  });

  it('is refused if it is cut off anywhere, without an error in the reader', async () => {
    const original = await photo(type);
    for (let length = 12; length < original.length - 8; length += 7) {
      expect(() => cleanImage(original.subarray(0, length)), String(length)).toThrow(BrokenImage);
    }
    for (let at = 0; at < Math.min(original.length, 600); at += 1) {
      const damaged = Buffer.from(original);
      damaged[at] = 0xff - (damaged[at] ?? 0);
      try {
        cleanImage(damaged);
      } catch (error) {
        expect(error, String(at)).toBeInstanceOf(BrokenImage);
      }
    }
  });
});

describe('a JPEG', () => {
  it.each([3, 6, 8])('is still shown upright with the rotation %i', async (orientation) => {
    const original = await photo('jpeg', { orientation });
    const clean = cleanImage(original)?.bytes ?? new Uint8Array();
    const { orientation: kept, exif } = await sharp(clean).metadata();
    expect(kept).toBe(orientation);
    expect(exif?.length).toBeLessThan(40); // only the orientation
    const upright = (bytes: Uint8Array) => pixels(sharp(bytes).rotate());
    expect(await upright(clean)).toEqual(await upright(original));
  });

  it('loses comments, IPTC and the thumbnails of other programs', async () => {
    const original = await photo('jpeg');
    const extra = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const stuffed = Buffer.concat([
      original.subarray(0, 2),
      extra(0xfe, SECRET),
      extra(0xed, `Photoshop 3.0\0${SECRET}`),
      extra(0xe0, `JFXX\0${SECRET}`),
      extra(0xe2, `MPF\0${SECRET}`),
      original.subarray(2),
    ]);
    expect(contains(cleanImage(stuffed)?.bytes ?? new Uint8Array(), SECRET)).toBe(false);
  });

  it('keeps all its scans if progressive', async () => {
    const original = await sharp(await photo('jpeg'))
      .jpeg({ progressive: true })
      .toBuffer();
    expect(await pixels(cleanImage(original)?.bytes ?? new Uint8Array())).toEqual(await pixels(original));
  });
});

describe('a PNG', () => {
  it.each(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'])('loses its %s', async (name) => {
    const original = await photo('png');
    const stuffed = Buffer.concat([original.subarray(0, 33), chunk(name, SECRET), original.subarray(33)]);
    expect(contains(stuffed, name)).toBe(true);
    const bytes = cleanImage(stuffed)?.bytes ?? new Uint8Array();
    expect(contains(bytes, SECRET) || contains(bytes, name)).toBe(false);
    expect(await pixels(bytes)).toEqual(await pixels(original));
  });
});

describe('a WebP', () => {
  it.each([{ lossless: true }, { lossless: false }])('without an extended header has its size: %j', async (options) => {
    const plain = await sharp({ create: { width: 131, height: 77, channels: 3, background: 'teal' } })
      .webp(options)
      .toBuffer();
    expect(cleanImage(plain)).toMatchObject({ type: 'webp', width: 131, height: 77 });
  });

  it('that is animated is refused as a passport', async () => {
    const frames = [0, 90].map((red) => ({ r: red, g: 0, b: 0 }));
    const raw = await Promise.all(
      frames.map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(raw, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(() => cleanImage(moving)).toThrow(BrokenImage);
  });
});

it.each(['', 'GIF89a', '<svg onload=alert(1)>', '%PDF-1.7', '\0\0\0\u0018ftypheic'])(
  'recognises %j as none of the three',
  (text) => {
    expect(cleanImage(Buffer.from(text))).toBeNull();
  },
);
