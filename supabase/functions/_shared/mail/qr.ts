import QRCode from 'qrcode';

/**
 * A QR code as a base64 PNG, with its quiet zone: dark mode doesn't invert images, so it stays readable on any
 * background.
 */
export async function qrPng(text: string): Promise<string> {
  const png = await QRCode.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 });
  return png.toString('base64');
}
