import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDecoder } from './decode';
import { stateOf } from './use-camera';

const readBarcodes = vi.hoisted(() => vi.fn());
vi.mock('zxing-wasm/reader', () => ({ readBarcodes, prepareZXingModule: () => Promise.resolve() }));

const video = Object.assign(document.createElement('video'), {}) as HTMLVideoElement;
Object.defineProperties(video, { videoWidth: { value: 1600 }, videoHeight: { value: 1200 } });
const drawImage = vi.fn();

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(4),
      width,
      height,
    }),
  } as unknown as ReturnType<HTMLCanvasElement['getContext']>);
  readBarcodes.mockResolvedValue([{ text: 'read by us' }]);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  readBarcodes.mockReset();
});

/** A browser whose detector knows these formats. */
const browserWith = (formats: string[], detect: () => Promise<{ rawValue: string }[]>) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(formats);
      detect = detect;
    },
  );

it("uses the browser's own detector if it reads QR codes", async () => {
  const detect = vi
    .fn()
    .mockResolvedValueOnce([])
    .mockResolvedValue([{ rawValue: 'read by it' }]);
  browserWith(['ean_13', 'qr_code'], detect);
  const decode = await createDecoder();
  expect(await decode(video)).toBeNull();
  expect(await decode(video)).toBe('read by it');
  expect(readBarcodes).not.toHaveBeenCalled();
});

it.each([
  ['there is none', () => undefined],
  ['it knows no QR codes', () => browserWith(['ean_13'], () => Promise.resolve([{ rawValue: 'read by it' }]))],
  ['it does not work', () => browserWith(['qr_code'], () => Promise.reject(new Error('service unavailable')))],
])('reads the smaller picture if %s', async (_, prepare) => {
  prepare();
  const decode = await createDecoder();
  expect(await decode(video)).toBe('read by us');
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0, 800, 600);
  readBarcodes.mockResolvedValue([]);
  expect(await decode(video)).toBeNull();
});

it.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
])('recognises what %s means', (name, state) => expect(stateOf(new DOMException('', name))).toBe(state));
