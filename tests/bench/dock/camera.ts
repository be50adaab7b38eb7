import type { Page } from '@playwright/test';
import QRCode from 'qrcode';

/** Returns the signed part of a code, after the #, in digits, as the app creates it (docs/decisions/0060). */
function partsOf(text: string): QRCode.QRCodeSegment[] {
  const [address = '', digits = ''] = text.split('#');
  return digits
    ? [
        { data: Buffer.from(`${address}#`), mode: 'byte' },
        { data: digits, mode: 'numeric' },
      ]
    : [{ data: Buffer.from(address), mode: 'byte' }];
}

/**
 * Gives the page a camera that sees what `show` holds in front of it: a canvas with a QR code at arm's length, a
 * little turned and unsharp, or nothing. The codes are read from its picture as from any camera's.
 */
export async function giveCamera(page: Page): Promise<(text: string | null) => Promise<void>> {
  await page.addInitScript(() => {
    const newCanvas = (width: number, height: number) =>
      Object.assign(document.createElement('canvas'), { width, height });
    const camera = newCanvas(640, 480);
    const view = camera.getContext('2d') as CanvasRenderingContext2D;
    let phone: HTMLCanvasElement | null = null;
    const draw = (modules: string[]) => {
      const paper = newCanvas(300, 300);
      const ink = paper.getContext('2d') as CanvasRenderingContext2D;
      const side = 300 / (modules.length + 8);
      ink.fillStyle = '#eee';
      ink.fillRect(0, 0, 300, 300);
      ink.fillStyle = '#222';
      modules.forEach((row, y) => {
        [...row].forEach((dark, x) => {
          if (dark === '1') ink.fillRect((x + 4) * side, (y + 4) * side, side + 0.3, side + 0.3);
        });
      });
      const held = newCanvas(360, 360);
      const hand = held.getContext('2d') as CanvasRenderingContext2D;
      hand.filter = 'blur(0.6px)';
      hand.translate(180, 180);
      hand.rotate(0.08);
      hand.drawImage(paper, -150, -150);
      return held;
    };
    // The hand moves.
    setInterval(() => {
      view.fillStyle = '#777';
      view.fillRect(0, 0, 640, 480);
      if (phone) view.drawImage(phone, 140 + Math.random() * 6, 60 + Math.random() * 6);
    }, 100);
    Object.assign(globalThis, {
      showCode: (modules: string[]) => {
        phone = modules.length > 0 ? draw(modules) : null;
      },
    });
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: async () => camera.captureStream(10) });
  });
  return async (text) => {
    const code = text && QRCode.create(partsOf(text), { errorCorrectionLevel: 'M' }).modules;
    const rows = code
      ? Array.from({ length: code.size }, (_, y) =>
          Array.from({ length: code.size }, (__, x) => (code.get(y, x) ? '1' : '0')).join(''),
        )
      : [];
    await page.evaluate(
      (shown) => (globalThis as unknown as { showCode: (rows: string[]) => void }).showCode(shown),
      rows,
    );
  };
}
