// Encodes and decodes Phoenix channel frames as realtime-js 2.109 uses them: vsn 2.0.0 (arrays, and binary frames
// for clients' broadcasts) and vsn 1.0.0 (objects).

import { parseSafeJson } from '../inherited-names.ts';

export type Vsn = '1.0.0' | '2.0.0';

export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** The payload of a frame with event "broadcast". `payload` is a Buffer if the sender's was binary. */
export interface Broadcast {
  type: 'broadcast';
  event: string;
  payload: unknown;
}

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const BINARY_ENCODING = 0;

export function decodeFrame(data: Buffer, isBinary: boolean, vsn: Vsn): Frame | undefined {
  try {
    return isBinary ? decodeBroadcastPush(data) : decodeText(data.toString('utf8'), vsn);
  } catch {
    return undefined;
  }
}

function decodeText(text: string, vsn: Vsn): Frame | undefined {
  const message = parseSafeJson(text);
  if (vsn === '2.0.0') {
    if (!Array.isArray(message)) return undefined;
    const [joinRef, ref, topic, event, payload] = message as unknown[];
    return frame(joinRef, ref, topic, event, payload);
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const { join_ref, ref, topic, event, payload } = message as Record<string, unknown>;
  return frame(join_ref, ref, topic, event, payload);
}

function frame(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  return { joinRef: reference(joinRef), ref: reference(ref), topic, event, payload: payload ?? {} };
}

const reference = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/**
 * Decodes a frame with the kind, five lengths (join_ref, ref, topic, event, metadata), the encoding, the five texts
 * and the payload.
 */
function decodeBroadcastPush(data: Buffer): Frame | undefined {
  if (data.readUInt8(0) !== USER_BROADCAST_PUSH) return undefined;
  let offset = 7;
  const texts = [1, 2, 3, 4, 5].map((index) => {
    const start = offset;
    offset += data.readUInt8(index);
    return data.toString('utf8', start, offset);
  });
  const [joinRef = '', ref = '', topic = '', userEvent = ''] = texts;
  const body = data.subarray(offset);
  const payload: unknown = data.readUInt8(6) === BINARY_ENCODING ? body : parseSafeJson(body.toString('utf8'));
  const broadcast: Broadcast = { type: 'broadcast', event: userEvent, payload };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: broadcast };
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, vsn: Vsn): string {
  if (vsn === '2.0.0') return JSON.stringify([joinRef, ref, topic, event, payload]);
  return JSON.stringify({ ref, topic, event, payload, join_ref: joinRef });
}

/** Returns undefined if the client can't receive it, because vsn 1.0.0 has no binary frames. */
export function encodeBroadcast(topic: string, broadcast: Broadcast, vsn: Vsn): string | Buffer | undefined {
  if (!Buffer.isBuffer(broadcast.payload)) {
    return encodeFrame({ joinRef: null, ref: null, topic, event: 'broadcast', payload: broadcast }, vsn);
  }
  if (vsn === '1.0.0') return undefined;
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(broadcast.event);
  const header = Buffer.from([USER_BROADCAST, topicBytes.length, eventBytes.length, 0, BINARY_ENCODING]);
  return Buffer.concat([header, topicBytes, eventBytes, broadcast.payload]);
}
