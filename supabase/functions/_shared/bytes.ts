/** Returns a view for big-endian and little-endian reads, which throws a RangeError past the end, like DataView. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the bytes between two offsets. Throws a RangeError if there are fewer. */
export function part(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (from < 0 || to < from || to > bytes.length) throw new RangeError('Past the end');
  return bytes.subarray(from, to);
}

export function asciiAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}

export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let offset = 0;
  for (const one of parts) {
    whole.set(one, offset);
    offset += one.length;
  }
  return whole;
}
