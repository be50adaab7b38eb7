import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentMethod } from './cards.ts';
import {
  type BalanceTransaction,
  type Charge,
  type Dispute,
  nowSeconds,
  type PaymentIntent,
  type Payout,
  type Refund,
  randomId,
  type StripeEvent,
} from './objects.ts';

export interface Delivery {
  id: string;
  state: 'pending' | 'delivered' | 'dropped' | 'failed';
  attempts: number;
  last_status: number | null;
}

export interface SavedAnswer {
  id: string;
  endpoint: string;
  fingerprint: string;
  status: number;
  body: unknown;
  created: number;
}

export interface Tables {
  payment_intents: PaymentIntent;
  payment_methods: PaymentMethod;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  balance_transactions: BalanceTransaction;
  payouts: Payout;
  /** The payout of a balance transaction, by its id. */
  paid_out: { id: string; payout: string };
  events: StripeEvent;
  deliveries: Delivery;
  answers: SavedAnswer;
}
type Table = keyof Tables;
type Entry = { [K in Table]: [K, Tables[K]] }[Table];

const ANSWERS_LIVE_SECONDS = 24 * 60 * 60;
const EVENTS_LIVE_SECONDS = 30 * 24 * 60 * 60;

/**
 * The emulator's state, in memory and, with a folder, in a journal with one line per transaction, appended before
 * the response. A killed process loses at most a line without a response, and an incomplete last line is skipped at
 * the next start.
 */
export class Store {
  readonly tables: { [K in Table]: Map<string, Tables[K]> } = {
    payment_intents: new Map(),
    payment_methods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balance_transactions: new Map(),
    payouts: new Map(),
    paid_out: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
  };
  private readonly journal: number | undefined;

  constructor(folder?: string) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'stripe.jsonl');
    if (existsSync(file)) this.replay(readFileSync(file, 'utf8'));
    this.forgetOld();
    this.compact(file);
    this.journal = openSync(file, 'a');
  }

  commit(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    if (this.journal !== undefined) writeAll(this.journal, `${JSON.stringify(entries)}\n`);
    for (const [table, value] of entries) this.put(table, value);
  }

  close(): void {
    if (this.journal !== undefined) closeSync(this.journal);
  }

  private put<K extends Table>(table: K, value: Tables[K]): void {
    this.tables[table].set(value.id, value);
  }

  private replay(journal: string): void {
    for (const line of journal.split('\n')) {
      try {
        for (const [table, value] of JSON.parse(line) as Entry[]) this.put(table, value);
      } catch {
        // This line was being written when the process was killed.
      }
    }
  }

  private forgetOld(): void {
    const { answers, events, deliveries } = this.tables;
    for (const answer of answers.values())
      if (answer.created < nowSeconds() - ANSWERS_LIVE_SECONDS) answers.delete(answer.id);
    for (const event of events.values()) {
      if (event.created >= nowSeconds() - EVENTS_LIVE_SECONDS) continue;
      events.delete(event.id);
      deliveries.delete(event.id);
    }
  }

  private compact(file: string): void {
    const draft = openSync(`${file}.new`, 'w');
    for (const table of Object.keys(this.tables) as Table[]) {
      for (const value of this.tables[table].values()) writeAll(draft, `${JSON.stringify([[table, value]])}\n`);
    }
    fsyncSync(draft);
    closeSync(draft);
    renameSync(`${file}.new`, file);
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** Collects a request's changes. Nothing changes before commit. */
export class Transaction {
  private readonly store: Store;
  private readonly changed = new Map<string, Entry>();
  private readonly request: StripeEvent['request'];
  readonly events: StripeEvent[] = [];

  constructor(store: Store, request: StripeEvent['request']) {
    this.store = store;
    this.request = request;
  }

  /** Returns a copy to change freely and store with `put`. */
  get<K extends Table>(table: K, id: string): Tables[K] | undefined {
    const found = this.store.tables[table].get(id);
    return found && structuredClone(found);
  }

  all<K extends Table>(table: K): Tables[K][] {
    return [...this.store.tables[table].values()];
  }

  put(...entry: Entry): void {
    this.changed.set(`${entry[0]}:${entry[1].id}`, entry);
  }

  /** Emits an event with a snapshot of the object. */
  emit(type: string, object: StripeEvent['data']['object']): void {
    const event: StripeEvent = {
      id: randomId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nowSeconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: this.request,
      type,
    };
    this.events.push(event);
    this.put('events', event);
    this.put('deliveries', { id: event.id, state: 'pending', attempts: 0, last_status: null });
  }

  commit(): void {
    this.store.commit([...this.changed.values()]);
  }
}
