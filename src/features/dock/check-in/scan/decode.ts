import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Returns the text of a QR code in the camera's current picture, or null if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>;

/** The browser's own detector, where it exists. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Large enough for a ticket at arm's length, and small enough for a slow phone. */
const LONGEST_SIDE = 800;

async function ownDetector(): Promise<Detector | null> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  return Own && formats?.includes('qr_code') ? new Own({ formats: ['qr_code'] }) : null;
}

/** Returns our own decoder, for browsers without a detector. */
async function pictureDecoder(): Promise<Decode> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => zxingUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0 || height === 0) return null;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return code?.text || null;
  };
}

/** Returns the fastest decoder of this browser. A detector that doesn't work is replaced by our own. */
export async function createDecoder(): Promise<Decode> {
  const own = await ownDetector().catch(() => null);
  if (!own) return pictureDecoder();
  let spare: Promise<Decode> | undefined;
  return async (video) => {
    if (!spare) {
      try {
        return (await own.detect(video))[0]?.rawValue || null;
      } catch {
        spare = pictureDecoder();
      }
    }
    return (await spare)(video);
  };
}
