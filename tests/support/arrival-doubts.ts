/**
 * Cases for whether a shown ticket may be for another departure. The phone's offline decision
 * (`src/features/dock/offline/decide.ts`) must equal the database's (`private.arrival_doubt`). Each case is tried
 * with both.
 */
export interface ShownDeparture {
  /** Minutes from now. */
  leavesIn?: number;
  /** Days from today, for a departure without a time. */
  day?: number;
}

export interface OtherDeparture extends ShownDeparture {
  service: 'same' | 'another';
  /** 'none': neither has one. */
  guide: 'same' | 'another' | 'none';
  /** The guest has a booking of the ticket's own departure. */
  ownDeparture?: true;
  territory?: 'another';
  status?: 'cancelled' | 'refunded';
}

export interface DoubtScene {
  name: string;
  ticket: ShownDeparture;
  /** The local hour. By default, noon. */
  hour?: number;
  other?: OtherDeparture;
  doubt: 'day' | 'departure' | 'hour' | null;
}

const DAY = 24 * 60;
const inAnHour = { leavesIn: 60 };
const soon = { leavesIn: 10 };

export const doubtScenes: DoubtScene[] = [
  { name: 'it leaves in half an hour', ticket: { leavesIn: 30 }, doubt: null },
  { name: 'it left half an hour ago', ticket: { leavesIn: -30 }, doubt: null },
  { name: 'it leaves in less than two hours', ticket: { leavesIn: 110 }, doubt: null },
  { name: 'it leaves in more than two hours', ticket: { leavesIn: 130 }, doubt: 'hour' },
  { name: 'it left less than two hours ago', ticket: { leavesIn: -110 }, doubt: null },
  { name: 'it left more than two hours ago', ticket: { leavesIn: -130 }, doubt: 'hour' },
  { name: 'of tomorrow', ticket: { leavesIn: DAY }, doubt: 'day' },
  { name: 'of yesterday', ticket: { leavesIn: -DAY }, doubt: 'day' },
  { name: 'it left just before midnight', ticket: { leavesIn: -90 }, hour: 0, doubt: null },
  { name: 'it left long before midnight', ticket: { leavesIn: -150 }, hour: 0, doubt: 'day' },
  { name: 'it leaves just after midnight', ticket: { leavesIn: 90 }, hour: 23, doubt: null },
  { name: 'it leaves after midnight, in more than two hours', ticket: { leavesIn: 150 }, hour: 22, doubt: 'hour' },
  { name: 'it leaves after midnight, in more than three hours', ticket: { leavesIn: 200 }, hour: 22, doubt: 'day' },
  { name: 'of today, without a time', ticket: { day: 0 }, doubt: null },
  { name: 'of tomorrow, without a time', ticket: { day: 1 }, doubt: 'day' },
  { name: 'of yesterday, without a time', ticket: { day: -1 }, doubt: 'day' },
  {
    name: 'another departure of its service and guide is nearer',
    ticket: inAnHour,
    other: { ...soon, service: 'same', guide: 'same' },
    doubt: 'departure',
  },
  {
    name: 'one of its guide is nearer',
    ticket: inAnHour,
    other: { ...soon, service: 'another', guide: 'same' },
    doubt: 'departure',
  },
  {
    name: 'one of its service is nearer',
    ticket: inAnHour,
    other: { ...soon, service: 'same', guide: 'another' },
    doubt: 'departure',
  },
  {
    name: 'one of another service and guide is nearer: who watches over a whole dock is not warned of it',
    ticket: inAnHour,
    other: { ...soon, service: 'another', guide: 'another' },
    doubt: null,
  },
  {
    name: 'one of another service is nearer, and neither has a guide',
    ticket: inAnHour,
    other: { ...soon, service: 'another', guide: 'none' },
    doubt: null,
  },
  {
    name: 'one of its guide is nearer, in another territory',
    ticket: inAnHour,
    other: { ...soon, service: 'another', guide: 'same', territory: 'another' },
    doubt: null,
  },
  {
    name: 'one that left is nearer',
    ticket: inAnHour,
    other: { leavesIn: -10, service: 'same', guide: 'same' },
    doubt: 'departure',
  },
  {
    name: 'one is farther',
    ticket: inAnHour,
    other: { leavesIn: 90, service: 'same', guide: 'same' },
    doubt: null,
  },
  {
    name: 'it leaves in more than two hours, and another one is nearer',
    ticket: { leavesIn: 150 },
    other: { ...soon, service: 'same', guide: 'same' },
    doubt: 'departure',
  },
  {
    name: 'of tomorrow, and another one is nearer',
    ticket: { leavesIn: DAY },
    other: { ...soon, service: 'same', guide: 'same' },
    doubt: 'day',
  },
  {
    name: 'the nearer one has no time',
    ticket: inAnHour,
    other: { day: 0, service: 'same', guide: 'same' },
    doubt: null,
  },
  {
    name: 'the nearer booking is of its own departure',
    ticket: inAnHour,
    other: { ...soon, service: 'same', guide: 'same', ownDeparture: true },
    doubt: null,
  },
  {
    name: 'the booking of the nearer one is cancelled',
    ticket: inAnHour,
    other: { ...soon, service: 'same', guide: 'same', status: 'cancelled' },
    doubt: null,
  },
  {
    name: 'the booking of the nearer one is refunded',
    ticket: inAnHour,
    other: { ...soon, service: 'same', guide: 'same', status: 'refunded' },
    doubt: null,
  },
];

/** Returns a time zone in which it is that hour now. */
export function zoneAt(hour: number, now: Date): string {
  const ahead = (hour - now.getUTCHours() + 24) % 24;
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}

/** Returns its local date and time, as a booking stores them. */
export function startOf({ leavesIn = 0, day }: ShownDeparture, now: Date, timeZone: string) {
  const at = new Date(now.getTime() + (day === undefined ? leavesIn : day * DAY) * 60_000);
  const time = at.toLocaleTimeString('en-GB', { timeZone });
  return { date: at.toLocaleDateString('en-CA', { timeZone }), time: day === undefined ? time : null };
}
