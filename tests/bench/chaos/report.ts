import type { Money } from './assertions.ts';
import type { ChaosStack } from './chaos-stack.ts';
import type { Gap } from './faults.ts';
import type { Finding } from './finding.ts';
import type { ReleaseResult } from './release/run.ts';
import type { TouristLog } from './trip.ts';

const SHOWN = 30;

/** Prints what happened: tourists, faults, Stripe. */
export async function printFigures(stack: ChaosStack, log: TouristLog, intents: number, money: Money[]): Promise<void> {
  const line = (name: string, value: string | number) => console.info(`  ${name.padEnd(44)} ${value}`);
  console.info('\nTourists and staff');
  for (const [name, times] of [...log.counts].sort(([a], [b]) => a.localeCompare(b))) line(name, times);
  console.info('\nFaults');
  const { faults } = stack;
  line('functions killed', faults.kills);
  line('steps in their code', faults.steps);
  line('… killed before', `${faults.count('before')} of ${faults.steps}`);
  line('… killed after', `${faults.count('after')} of ${faults.steps}`);
  const headers = { authorization: `Bearer ${stack.keys.stripeSecret}` };
  const events = (await (await fetch(`${stack.stripe}/_emulator/events`, { headers })).json()) as {
    data: { delivery: { state: string; attempts?: number } }[];
  };
  const states = events.data.map(({ delivery }) => delivery);
  line('webhooks', states.length);
  line('… dropped', states.filter(({ state }) => state === 'dropped').length);
  line('… delivered more than once', states.filter(({ attempts = 0 }) => attempts > 1).length);
  const [row] = await stack.sql`select
      (select count(*) from private.stripe_ops where refusals > 0 and op = 'capture') as captures,
      (select count(*) from private.stripe_ops where refusals > 0 and op like 'refund:%') as refunds,
      (select count(*) from private.outbox where state = 'sent' and kind = 'email') as mails,
      (select count(*) from private.outbox where state = 'sent' and kind = 'push') as pushes`;
  line('captures refused', String(row?.captures));
  line('refunds refused', String(row?.refunds));
  console.info('\nStripe and mailbox');
  line('PaymentIntents', intents);
  for (const { currency, captured, refunded } of money)
    line(
      `${currency.toUpperCase()} captured − refunded (minor units)`,
      `${captured} − ${refunded} = ${captured - refunded}`,
    );
  line('e-mails', String(row?.mails));
  line('pushes', `${row?.pushes}, phones rang ${stack.phones.rung.length} times`);
  line('passes told', stack.phones.woken.length);
}

/** Prints faults that did not occur, so that the report doesn't claim that they lose nothing. */
export function printGaps(gaps: readonly Gap[]): void {
  if (gaps.length === 0) return void console.info('\nThe functions were killed at every step, before and after.');
  console.info(`\nNOT TRIED: ${gaps.length} steps`);
  for (const { step, missing } of gaps)
    console.info(
      `  ${step}: ${missing.length > 0 ? `never killed ${missing.join(' and ')} it` : 'not found in the code'}`,
    );
}

export function printFindings(findings: readonly Finding[]): void {
  if (findings.length === 0) return void console.info('\nNot a seat, a coin or an e-mail is lost or double.');
  console.info(`\nDRIFT: ${findings.length} findings`);
  for (const { check, subject, expected, actual } of findings.slice(0, SHOWN))
    console.info(`  ${check}: ${subject}: expected ${expected}, is ${actual}`);
  if (findings.length > SHOWN) console.info(`  … and ${findings.length - SHOWN} more`);
}

/** Prints the report of a release while people book. */
export function printRelease({ log, findings, refusal, batches, tooLate }: ReleaseResult): void {
  console.info('\nTourists');
  for (const [name, times] of [...log.counts].sort(([a], [b]) => a.localeCompare(b)))
    console.info(`  ${name.padEnd(44)} ${times}`);
  console.info(`  ${'batches of rows migrated'.padEnd(44)} ${batches}`);
  console.info(
    `\nWith a lock in the way: ${refusal.split('\n').find((line) => line.startsWith('ERROR')) ?? 'not tried'}`,
  );
  console.info(`The last release after the end: ${tooLate[0] ?? 'still books'}`);
  console.info(`\nFAILED REQUESTS: ${log.failures.length}`);
  for (const failure of log.failures.slice(0, SHOWN)) console.info(`  ${failure}`);
  printFindings(findings);
}
