import { freePorts } from '@territorio/local-server/ports';
import { type Inbox, startInbox } from '@territorio/local-supabase/inbox';
import ICAL from 'ical.js';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processOutbox } from '../../supabase/functions/_shared/email.ts';
import { readQr } from '../support/qr.ts';
import { byNight } from '../support/rounds.ts';
import { APP, booking, cancelledBooking, letter, message, reminder, samples } from './mail-samples.ts';

// Reads emails with other libraries as they are delivered, through the worker, the email service and SMTP into the
// local inbox.

let inbox: Inbox;
beforeAll(async () => {
  const [webPort = 0, smtpPort = 0] = await freePorts(2);
  inbox = await startInbox({ webPort, smtpPort });
});
afterAll(() => inbox.stop());

let counter = 0;
/** Sends one email to its own address. Returns what the worker reported to the database. */
async function send(
  template: string,
  data: unknown,
  key = `key:${counter + 1}`,
  recipient = `reader${++counter}@example.test`,
) {
  const told: unknown[] = [];
  const due = [{ id: 1, dedupe_key: key, template, recipient, data }];
  const admin = async (name: string, args: unknown) => {
    if (name === 'claim_outbox') return due.splice(0, 1);
    told.push(args);
    return null;
  };
  const mail = {
    apiUrl: inbox.url,
    apiKey: 're_test',
    from: 'Territorio <bookings@territorio.test>',
    appUrl: APP,
    functionsUrl: 'https://api.example/functions/v1',
  };
  await processOutbox({ admin, mail, fetch });
  return { recipient, told: told[0] as { p_outcome: string; p_error: string | null } };
}

async function mailsTo(recipient: string): Promise<{ id: string }[]> {
  const all = (await (await fetch(`${inbox.url}/email`)).json()) as { id: string; to: { address: string }[] }[];
  return all.filter((mail) => mail.to.some((to) => to.address === recipient));
}

async function deliver(template: string, data: unknown): Promise<Email> {
  const { recipient, told } = await send(template, data);
  expect(told).toMatchObject({ p_outcome: 'sent' });
  await expect.poll(async () => (await mailsTo(recipient)).length).toBe(1);
  const [mail] = await mailsTo(recipient);
  return PostalMime.parse(await (await fetch(`${inbox.url}/email/${mail?.id}/download`)).arrayBuffer());
}

function bytes({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
}
function part(mail: Email, type: string): Attachment {
  const found = mail.attachments.find(({ mimeType }) => mimeType === type);
  if (!found) throw new Error(`The mail has no ${type}`);
  return found;
}
const calendarOf = (mail: Email) =>
  new ICAL.Component(ICAL.parse(bytes(part(mail, 'text/calendar')).toString('utf8')) as unknown[]);

// The contents of each email are tested in mail-contents.test.ts.
const sent = samples.filter((_, index) => index % byNight(6, 1) === 0);

test.each(sent)('delivers "%s" in both forms', async (name, template, data) => {
  const mail = await deliver(template, data);
  expect(mail.from).toMatchObject({ address: 'bookings@territorio.test', name: 'Territorio' });
  expect(mail.html).toContain('<!doctype html>');
  expect(mail.text?.length).toBeGreaterThan(50);
  const attached: Record<string, string[]> = {
    booking_confirmation: ['image/png', 'text/calendar'],
    booking_moved: ['image/png', 'text/calendar'],
    booking_reduced: ['image/png', 'text/calendar'],
    booking_enlarged: ['image/png', 'text/calendar'],
    booking_changed: ['image/png', 'text/calendar'],
    transfer_ticket: ['image/png', 'text/calendar'],
    dock_ticket: ['image/png'],
    booking_cancelled: ['text/calendar'],
  };
  // A change that must be paid first has no new ticket yet.
  const types = name === 'change-to-pay' ? [] : (attached[template] ?? []);
  expect(mail.attachments.map(({ mimeType }) => mimeType).sort()).toEqual(types);
});

test('delivers an email that can be unsubscribed with the button of RFC 8058, and a ticket without', async () => {
  const headers = async (template: string, data: unknown) =>
    Object.fromEntries((await deliver(template, data)).headers.map(({ key, value }) => [key, value]));
  expect(await headers('reminder_evening', reminder)).toMatchObject({
    'list-unsubscribe': `<https://api.example/functions/v1/unsubscribe?emails=reminder_evening&token=${reminder.unsubscribe}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(await headers('booking_confirmation', booking)).not.toHaveProperty('list-unsubscribe');
});

describe('the email of a confirmed booking', () => {
  test('contains its QR code, which a scanner reads as the check-in link', async () => {
    const mail = await deliver('booking_confirmation', booking);
    const picture = part(mail, 'image/png');
    expect(picture.disposition).toBe('inline');
    expect(mail.html).toContain(`src="cid:${picture.contentId?.replace(/[<>]/g, '')}"`);
    const link = `${APP}/check-in/${booking.booking_id}?code=${booking.check_in_code}`;
    expect(await readQr(bytes(picture))).toBe(link);
    expect(mail.text).not.toContain(link);
  });

  test('has a calendar file with the place and the time, and not with the code', async () => {
    const mail = await deliver('booking_confirmation', booking);
    const calendar = calendarOf(mail);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(event).toMatchObject({ uid: booking.calendar.uid, sequence: 3, summary: booking.title });
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-12-05T20:30:00.000Z');
    expect(event.location).toBe(booking.calendar.location);
    expect(bytes(part(mail, 'text/calendar')).toString()).not.toContain(booking.check_in_code);
    const [stored] = await mailsTo(mail.to?.[0]?.address ?? '');
    const raw = await (await fetch(`${inbox.url}/email/${stored?.id}/download`)).text();
    expect(raw.replace(/\r\n[ \t]/g, ' ')).toMatch(/content-type: text\/calendar;.*method=PUBLISH/i);
  });

  test('is removed from the calendar by its cancellation: the same entry, a later number', async () => {
    const booked = calendarOf(await deliver('booking_confirmation', booking)).getFirstSubcomponent('vevent');
    const ended = calendarOf(await deliver('booking_cancelled', cancelledBooking)).getFirstSubcomponent('vevent');
    expect(ended?.getFirstPropertyValue('uid')).toBe(booked?.getFirstPropertyValue('uid'));
    expect(Number(ended?.getFirstPropertyValue('sequence'))).toBeGreaterThan(
      Number(booked?.getFirstPropertyValue('sequence')),
    );
    expect(ended?.getFirstPropertyValue('status')).toBe('CANCELLED');
  });
});

test('a hostile name or subject adds no header', async () => {
  const evil = 'Eve\r\nBcc: all@example.test\r\n\r\n<script>';
  const mail = await deliver('contact_message', { ...letter, name: evil, subject: evil });
  expect(mail.subject).toBe('Contact: Eve Bcc: all@example.test <script>');
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.replyTo).toMatchObject([{ address: 'ana@example.test' }]);
  const chat = await deliver('message', { ...message, messages: [{ text: evil, sender_name: evil }] });
  expect(chat.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
});

test('delivers an email once after a worker died, and once if its text changed', async () => {
  const { recipient } = await send('booking_confirmation', booking, 'same');
  for (const data of [booking, { ...booking, title: 'Renamed' }]) {
    const { told } = await send('booking_confirmation', data, 'same', recipient);
    expect(told).toMatchObject({ p_outcome: 'sent' });
  }
  await expect.poll(async () => (await mailsTo(recipient)).length).toBe(1);
  // SMTP has finished when the service answers. A second email would have arrived.
  expect(await mailsTo(recipient)).toHaveLength(1);
});
