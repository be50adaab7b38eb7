import QRCode from 'qrcode';

/**
 * A QR code as a PNG, base64. Black on white with its quiet zone inside: an image is not turned around in a dark mail client,
 * and stays readable for a scanner on any background.
 */
export async function qrPng(text: string): Promise<string> {
  const png = await QRCode.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 });
  return png.toString('base64');
}
