/** Returns a file's type by its first bytes, for types that a browser renders, or undefined for others. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 5) === '%PDF-') return 'application/pdf';
  // Matroska and WebM name themselves within their first bytes.
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return text(0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska';
  return typeOfBox(text(4, 8), text(8, 12), text(16, 64));
}

/**
 * Returns the type of an ISO media file, whose first box is 'ftyp' with compatible brands. A QuickTime film may
 * have none.
 */
function typeOfBox(box: string, brand: string, compatible: string): string | undefined {
  if (['moov', 'mdat', 'wide', 'free', 'skip'].includes(box)) return 'video/quicktime';
  if (box !== 'ftyp') return undefined;
  if (brand === 'qt  ') return 'video/quicktime';
  if (/^avi[fs]$/.test(brand) || (/^(mif1|msf1)$/.test(brand) && /avi[fs]/.test(compatible))) return 'image/avif';
  if (/^(hei|hev|mif1|msf1)/.test(brand)) return 'image/heic';
  return 'video/mp4';
}

/**
 * Returns the type as which a stored file is served: by its bytes, or the stated type if they aren't a picture,
 * film or PDF.
 */
export function storedType(bytes: Uint8Array, stated: string | null): string {
  const found = typeOfBytes(bytes);
  if (found) return found;
  const isText = stated !== null && !/^(?:image|video)\/|^application\/pdf/i.test(stated);
  return isText ? stated : 'application/octet-stream';
}
