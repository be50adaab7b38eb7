import { expect, it } from 'vitest';
import { proveTicket, type TicketKey } from '../../src/features/dock/check-in/scan/proof.ts';
import { ticketSigning } from '../../supabase/functions/_shared/ticket-signer.ts';
import {
  encodeStatement,
  fromDigits,
  type Statement,
  signedBytes,
  type TicketRef,
  toDigits,
} from '../../supabase/functions/_shared/ticket-statement.ts';
import { createRng } from '../support/rng.ts';
import { byNight } from '../support/rounds.ts';

const random = createRng(18);
const below = (limit: number) => Math.floor(random() * limit);
const randomBytes = (length: number) => Uint8Array.from({ length }, () => below(256));
const randomHex = (bytes: number) =>
  Array.from(randomBytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const randomId = () => randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const seedOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');

async function createKey(id: number) {
  const signer = await ticketSigning(seedOf(randomBytes(32)))();
  if (!signer) throw new Error('No key');
  const key: TicketKey = { id, public_key: signer.publicKey, revoked_at: null };
  return { signer, key };
}
type Key = Awaited<ReturnType<typeof createKey>>;

const statementBy = (keyId: number): Statement => ({
  keyId,
  departure: randomHex(4),
  date: new Date(Date.UTC(2026, 0, 1 + below(900))).toISOString().slice(0, 10),
  time: below(5) ? `${String(below(24)).padStart(2, '0')}:${below(2) ? '30' : '00'}:00` : null,
  people: 1 + below(12),
  passenger: 0,
  transport: below(2) === 1,
  isPrivate: below(2) === 1,
  version: 1 + below(9),
});

function messageOf(content: Uint8Array, ref: TicketRef): Uint8Array<ArrayBuffer> {
  const message = signedBytes(content, ref);
  if (!message) throw new Error('It cannot be signed');
  return message;
}

/** Creates a ticket with `sign-tickets`. */
async function createTicket({ signer, key }: Key) {
  const statement = statementBy(key.id);
  const content = encodeStatement(statement);
  if (!content) throw new Error('It does not fit');
  const ref: TicketRef = { bookingId: randomId(), code: randomHex(16) };
  const signature = await signer.sign(messageOf(content, ref));
  return { statement, content, ref, signature, digits: toDigits(content, signature) };
}
type Ticket = Awaited<ReturnType<typeof createTicket>>;

/** Verifies with the browser's implementation, to check ours against it. It is ten times as fast. */
async function verifyNatively(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
}

it('a genuine ticket contains its content, and its key can have a successor', async () => {
  const [old, now] = [await createKey(1), await createKey(2)];
  for (const key of [old, now, old, now]) {
    const { digits, ref, statement } = await createTicket(key);
    expect(await proveTicket(digits, ref, [old.key, now.key])).toEqual({ is: 'genuine', statement });
  }
});

it('the tickets of a revoked key prove nothing, while those of its successor do', async () => {
  const [old, now] = [await createKey(1), await createKey(2)];
  const keys = [{ ...old.key, revoked_at: '2026-11-27T10:00:00Z' }, now.key];
  const [before, after] = [await createTicket(old), await createTicket(now)];
  expect(await proveTicket(before.digits, before.ref, keys)).toEqual({ is: 'revoked' });
  expect(await proveTicket(after.digits, after.ref, keys)).toMatchObject({ is: 'genuine' });
  // A phone doesn't have the new key.
  expect(await proveTicket(after.digits, after.ref, [old.key])).toEqual({ is: 'unknown' });
});

it('does not sign values that are too large', () => {
  const statement = statementBy(1);
  for (const odd of [
    { people: 65_536 },
    { version: 65_536 },
    { keyId: 256 },
    { date: '2024-12-31' },
    { date: 'x' },
    { date: '2057-01-01' },
  ])
    expect(encodeStatement({ ...statement, ...odd })).toBeNull();
  expect(encodeStatement({ ...statement, date: '2056-11-20' })).not.toBeNull();
});

const changedAt = (bytes: Uint8Array, at: number, bit = below(8)) => {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
};

/**
 * The group's order. A signature whose second half is increased by it is the same number, and must not be accepted.
 */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
function addOrder(signature: Uint8Array): Uint8Array {
  let s = 0n;
  for (const byte of signature.slice(32).reverse()) s = (s << 8n) | BigInt(byte);
  s += ORDER;
  const changed = Uint8Array.from(signature);
  for (let i = 32; i < 64; i++, s >>= 8n) changed[i] = Number(s & 0xffn);
  return changed;
}

type Forged = { digits: string; ref: TicketRef };
/** Ways to forge a code without the key. `mine` is the attacker's ticket, and `other` one they have seen. */
const FORGERIES: Record<string, (mine: Ticket, other: Ticket, thief: Key) => Forged | Promise<Forged>> = {
  'digits at random': ({ ref }) => ({ ref, digits: `1${Array.from({ length: 187 }, () => below(10)).join('')}` }),
  'bytes at random with our format': ({ ref, content }) => ({
    ref,
    digits: toDigits(Uint8Array.from([content[0] ?? 0, content[1] ?? 0, ...randomBytes(12)]), randomBytes(64)),
  }),
  'another digit': ({ ref, digits }) => {
    const at = below(digits.length);
    return { ref, digits: digits.slice(0, at) + ((Number(digits[at]) + 1 + below(9)) % 10) + digits.slice(at + 1) };
  },
  'more people, another day, a newer version': ({ ref, content, signature }) => ({
    ref,
    digits: toDigits(changedAt(content, 2 + below(12)), signature),
  }),
  'another signature': ({ ref, content, signature }) => ({
    ref,
    digits: toDigits(content, changedAt(signature, below(64))),
  }),
  'the same signature, written otherwise': ({ ref, content, signature }) => ({
    ref,
    digits: toDigits(content, addOrder(signature)),
  }),
  'cut off': ({ ref, digits }) => ({ ref, digits: digits.slice(0, below(digits.length)) }),
  'with more at its end': ({ ref, digits }) => ({ ref, digits: digits + below(10) }),
  'signed with a key of one’s own': async ({ ref, content }, _, thief) => ({
    ref,
    digits: toDigits(content, await thief.signer.sign(messageOf(content, ref))),
  }),
  'the statement of another booking': ({ digits }, { ref }) => ({ ref, digits }),
  'an old statement with the new code': ({ ref, digits }) => ({ digits, ref: { ...ref, code: randomHex(16) } }),
  'the signature of another ticket': ({ ref, content }, { signature }) => ({
    ref,
    digits: toDigits(content, signature),
  }),
  'signed for something else': async ({ ref, content }, _, thief) => ({
    ref,
    digits: toDigits(content, await thief.signer.sign(Uint8Array.from(content))),
  }),
};

const CODES = byNight(500, 10_000);

it(`accepts none of ${CODES} codes that are forged, altered, cut off, replayed or signed by others`, async () => {
  const [ours, thief, gone] = [await createKey(7), await createKey(7), await createKey(8)];
  const keys = [ours.key, { ...gone.key, revoked_at: '2026-11-27T10:00:00Z' }];
  const tickets = await Promise.all(Array.from({ length: 100 }, () => createTicket(ours)));
  const pick = () => tickets[below(tickets.length)] as Ticket;
  for (const { digits, ref } of tickets)
    expect(await proveTicket(digits, ref, keys, verifyNatively)).toMatchObject({ is: 'genuine' });
  const stolen = await Promise.all(Array.from({ length: 100 }, () => createTicket(gone)));

  const ways = Object.entries(FORGERIES);
  const passed: string[] = [];
  for (let n = 0; n < CODES; n++) {
    const [way, forge] = ways[n % ways.length] as (typeof ways)[number];
    const mine = pick();
    const other = tickets[(tickets.indexOf(mine) + 1 + below(tickets.length - 1)) % tickets.length] as Ticket;
    const { digits, ref } = n % 20 === 19 ? (stolen[below(100)] as Ticket) : await forge(mine, other, thief);
    const { is } = await proveTicket(digits, ref, keys, verifyNatively);
    // Our own implementation checks every tenth.
    if (n % 10 === 0) expect((await proveTicket(digits, ref, keys)).is).toBe(is);
    if (is === 'genuine') passed.push(way);
  }
  expect(passed).toEqual([]);
}, 60_000);

it('signs no two tickets as the same bytes', async () => {
  const { content, ref, statement, digits, key } = await createTicket(await createKey(7)).then((ticket) => ({
    ...ticket,
    key: { id: 7, public_key: '', revoked_at: null },
  }));
  const { bookingId, code } = ref;
  const bytes = bookingId.replaceAll('-', '');
  // All of these once had this ticket's bytes: one part's missing bytes were in another, and non-hex was read as
  // zero.
  const shifted = [
    { bookingId: bytes + code.slice(0, 2), code: code.slice(2) },
    { bookingId: bytes.slice(0, -2), code: bytes.slice(-2) + code },
    { bookingId, code: `${code}f` },
    { bookingId: bytes, code },
  ];
  for (const other of [...shifted, { bookingId, code: `zz${code.slice(2)}` }, { bookingId: '', code: '' }]) {
    expect(signedBytes(content, other)).toBeNull();
    expect(await proveTicket(digits, other, [key], async () => true)).toEqual({ is: 'forged' });
  }
  expect(signedBytes(content.slice(1), ref)).toBeNull();
  // Seconds were cut off, and any text was accepted as a departure.
  expect(encodeStatement({ ...statement, time: '08:30:00' })).not.toBeNull();
  for (const time of ['08:30:15', '08:30:00.5', '8:30']) expect(encodeStatement({ ...statement, time })).toBeNull();
  expect(encodeStatement({ ...statement, departure: 'departure' })).toBeNull();
  expect(messageOf(content, ref)).toHaveLength('territorio ticket 1'.length + 14 + 16 + 16);
});

it('digits and statement are equivalent', async () => {
  const { digits, statement, content, signature } = await createTicket(await createKey(255));
  expect(fromDigits(digits)).toEqual({ statement, content, signature });
});
