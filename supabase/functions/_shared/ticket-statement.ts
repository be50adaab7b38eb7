/**
 * The statement of a ticket and its encoding in the QR code (docs/decisions/0060). The function that signs and the phone
 * that checks share this file, so it imports no package.
 *
 * A statement is 14 bytes and their Ed25519 signature of 64:
 *
 *   0     format (4 bits), flags (4 bits): the type of the ticket
 *   1     number of the key
 *   2–5   first bytes of the departure's id
 *   6–8   minutes since 2025, local time
 *   9–10  people
 *   11    which passenger of the booking; 0: all of them
 *   12–13 version of the ticket
 *
 * Also signed, but not included: the booking and its code, which are in the address before it. No names.
 */
export type Statement = {
  keyId: number;
  departure: string;
  date: string;
  /** Null for a departure without a time. */
  time: string | null;
  people: number;
  passenger: number;
  transport: boolean;
  isPrivate: boolean;
  version: number;
};

/** The subject of a statement, which is signed with it. */
export type TicketRef = { bookingId: string; code: string };

const FORMAT = 1;
const FLAGS = { transport: 1, private: 2, noHour: 4 } as const;
const CONTENT = 14;
const SIGNATURE = 64;
/** A domain prefix of the signed data, so that no signature of these keys is valid for anything else. */
const PURPOSE = new TextEncoder().encode('territorio ticket 1');
const EPOCH = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function fromHex(text: string): Uint8Array {
  const hex = text.replaceAll('-', '');
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** Times to the minute. Those with seconds or in another format can't be encoded. */
const TIME = /^\d{2}:\d{2}(?::00)?$/;
const DEPARTURE = /^[0-9a-f]{8}/i;

const fits = (value: number, bits: number): boolean => Number.isInteger(value) && value >= 0 && value < 2 ** bits;

/**
 * Returns a statement's bytes without signature. Returns null if a value is out of range, and the ticket stays
 * unsigned.
 */
export function encodeStatement(statement: Statement): Uint8Array<ArrayBuffer> | null {
  const { keyId, departure, date, time, people, passenger, version } = statement;
  const minutes = (Date.parse(`${date}T${(time ?? '00:00').slice(0, 5)}:00Z`) - EPOCH) / MINUTE;
  const parts: [number, number][] = [
    [keyId, 8],
    [minutes, 24],
    [people, 16],
    [passenger, 8],
    [version, 16],
  ];
  if (!parts.every(([value, bits]) => fits(value, bits))) return null;
  if (!DEPARTURE.test(departure) || (time !== null && !TIME.test(time))) return null;
  const bytes = new Uint8Array(CONTENT);
  const view = new DataView(bytes.buffer);
  const flags =
    (statement.transport ? FLAGS.transport : 0) |
    (statement.isPrivate ? FLAGS.private : 0) |
    (time === null ? FLAGS.noHour : 0);
  bytes[0] = (FORMAT << 4) | flags;
  bytes[1] = keyId;
  bytes.set(fromHex(departure.slice(0, 8)), 2);
  // The minutes need 24 bits, and the byte before them is written afterwards.
  view.setUint8(6, minutes >> 16);
  view.setUint16(7, minutes & 0xffff);
  view.setUint16(9, people);
  bytes[11] = passenger;
  view.setUint16(12, version);
  return bytes;
}

/** Decodes a statement's bytes. Returns null for another format. */
function decodeContent(bytes: Uint8Array): Statement | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(0) & 0xf;
  const has = (flag: number) => (flags & flag) !== 0;
  if (view.getUint8(0) >> 4 !== FORMAT || has(8)) return null;
  const when = new Date(EPOCH + ((view.getUint8(6) << 16) | view.getUint16(7)) * MINUTE).toISOString();
  return {
    keyId: view.getUint8(1),
    departure: hexOf(bytes.subarray(2, 6)),
    date: when.slice(0, 10),
    time: has(FLAGS.noHour) ? null : `${when.slice(11, 16)}:00`,
    people: view.getUint16(9),
    passenger: view.getUint8(11),
    transport: has(FLAGS.transport),
    isPrivate: has(FLAGS.private),
    version: view.getUint16(12),
  };
}

const BOOKING_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CODE = /^[0-9a-f]{32}$/i;

/**
 * Returns the signed data: purpose, statement, booking and code. Each part has a fixed length, so that no two
 * tickets share bytes. Returns null if a part has another length or isn't hex.
 */
export function signedBytes(content: Uint8Array, { bookingId, code }: TicketRef): Uint8Array<ArrayBuffer> | null {
  if (content.length !== CONTENT || !BOOKING_ID.test(bookingId) || !CODE.test(code)) return null;
  const parts = [PURPOSE, content, fromHex(bookingId), fromHex(code)];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * Returns statement and signature as digits. QR codes store three digits in ten bits, which is the shortest of all
 * characters allowed in an address. The first byte is never 0, so no digit is lost.
 */
export function toDigits(content: Uint8Array, signature: Uint8Array): string {
  return BigInt(`0x${hexOf(content)}${hexOf(signature)}`).toString();
}

const LENGTH = CONTENT + SIGNATURE;
/** The largest number of digits for that many bits. */
const DIGITS = /^[1-9]\d{0,187}$/;

export type Signed = { statement: Statement; content: Uint8Array; signature: Uint8Array };

/** Decodes a statement from digits without checking its signature. Returns null if it is invalid. */
export function fromDigits(digits: string): Signed | null {
  if (!DIGITS.test(digits)) return null;
  const hex = BigInt(digits).toString(16);
  if (hex.length !== 2 * LENGTH) return null;
  const bytes = fromHex(hex);
  const content = bytes.subarray(0, CONTENT);
  const statement = decodeContent(content);
  return statement && { statement, content, signature: bytes.subarray(CONTENT) };
}
