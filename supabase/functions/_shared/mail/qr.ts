import QRCode from 'qrcode';

/**
 * Returns a QR code as a base64 PNG with its quiet zone. Dark mode doesn't invert images, so it can be read on any
 * background.
 */
export async function qrPng(text: string): Promise<string> {
  const png = await QRCode.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 });
  return png.toString('base64');
}
