import { afterEach, expect, it, vi } from 'vitest';
import { preparePassport } from './prepare';

afterEach(() => vi.unstubAllGlobals());
const file = new Blob([new Uint8Array(100)]);

it('redraws the picture upright and no larger than needed', async () => {
  const close = vi.fn();
  const draw = vi.fn();
  const bitmap = vi.fn(async () => ({ width: 4800, height: 3600, close }));
  vi.stubGlobal('createImageBitmap', bitmap);
  const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: vi.fn(),
    drawImage: draw,
  } as unknown as ReturnType<HTMLCanvasElement['getContext']>);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(drawn));
  expect(await preparePassport(file, 'image/heic')).toBe(drawn);
  expect(bitmap).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
  expect(draw).toHaveBeenCalledWith(expect.anything(), 0, 0, 2400, 1800);
  expect(close).toHaveBeenCalledOnce();
});

it("sends what this browser can't draw unchanged, if the server can clean it", async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new Error('no such format');
  });
  expect(await preparePassport(file, 'image/jpeg')).toBe(file);
  expect(await preparePassport(file, 'image/webp')).toBe(file);
  expect(await preparePassport(file, 'image/heic')).toBeNull();
  expect(await preparePassport(file, 'image/gif')).toBeNull();
});
