// Where what tells of something leads: each notification by the role in which one is told, and each link of a mail. One table for the app
// and for the mails; the test beside the bell goes through all of it against the routes and who may open them.

const part = encodeURIComponent;

/** Where each role works. */
export const WORK = {
  admin: '/admin',
  territory_manager: '/territory-management',
  territory_staff: '/territory-management',
  tour_guide: '/guide-dashboard',
  travel_partner: '/travel-partner-dashboard',
  shuttle_manager: '/shuttle-manager-dashboard',
  shuttle_driver: '/driver-dashboard',
  tourist: '/bookings',
} as const;
export type WorkRole = keyof typeof WORK;

const isRole = (name: string): name is WorkRole => Object.hasOwn(WORK, name);

/** What a notification is about, as far as its target needs it. */
export interface Told {
  type: string;
  territory_id: string | null;
  booking_id: string | null;
  /** 'experience' or 'transport', where the reader may read the booking. */
  kind: string | null;
  /** The day of the booking or departure, where the reader may read it. */
  day: string | null;
  /** The key of what it tells of: 'payout:{id}'. */
  about: string | null;
}

type Target = (told: Told) => string;
/** Of these roles the first that the reader holds says where to; who holds none of them goes to `else`. */
interface Row {
  roles: readonly (readonly [WorkRole, Target])[];
  else: Target;
}

const bookings = () => WORK.tourist;
const profile = () => '/profile';
const work = (role: WorkRole) => () => WORK[role];
const territory: Target = ({ territory_id }) => (territory_id ? `/territories/${part(territory_id)}` : '/regions');
const board: Target = ({ territory_id }) => (territory_id ? `/territories/${part(territory_id)}#board` : '/regions');
const day =
  (role: WorkRole): Target =>
  (told) =>
    WORK[role] + (told.day ? `?day=${part(told.day)}` : '');

/** The drawer of the booking in the list of its territory. */
const inTheList: Target = ({ booking_id, kind }) =>
  booking_id && kind ? mailLink.booking(kind, booking_id) : mailLink.territoryBookings();
const conversation: Target = ({ booking_id, kind }) =>
  booking_id && kind ? mailLink.conversation(kind, booking_id) : WORK.tourist;
/** Which day an evening's notice is about: 'tomorrow:{territory}:{day}'. */
const nextDay: Target = ({ about }) => {
  const date = /^tomorrow:.+:([0-9-]{10})$/.exec(about ?? '')?.[1];
  return date ? mailLink.day(date) : mailLink.territoryBookings();
};
const statement: Target = ({ about }) => mailLink.payout(/^payout:(.+)$/.exec(about ?? '')?.[1]);
const TEAM = (target: Target) =>
  [
    ['territory_manager', target],
    ['territory_staff', target],
  ] as const;
/** The day in the week of the territory, where what waits for an answer stands. */
const inTheWeek: Target = ({ day }) => (day ? mailLink.day(day) : mailLink.territoryBookings());
const inTheGuidesDay = ['tour_guide', day('tour_guide')] as const;

/** What tells of one's own booking leads there, whatever else one is. */
const unlessBooked =
  (target: Target): Target =>
  (told) =>
    told.booking_id ? bookings() : target(told);
const runners = (by: (target: Target) => Target): Row['roles'] => [
  ['tour_guide', by(day('tour_guide'))],
  ['shuttle_driver', by(work('shuttle_driver'))],
  ...TEAM(by(inTheWeek)),
];

const NOTIFICATIONS: Readonly<Record<string, Row>> = {
  // To the traveller about their own booking: My Bookings, whatever else they are.
  booking: { roles: [], else: bookings },
  general: { roles: [], else: bookings },
  seats_free: { roles: [], else: bookings },
  waiting_over: { roles: [], else: territory },
  // To everybody in a conversation.
  message: { roles: [], else: conversation },
  // To a group, in the panel of who hosts it.
  group_message: { roles: [inTheGuidesDay, ...TEAM(inTheList)], else: conversation },
  ride_group_message: { roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList)], else: conversation },
  new_booking: { roles: [inTheGuidesDay], else: profile },
  // By the traveller. To the guide, of a ride to the shuttle managers; where there is none to who looks after the territory.
  guest_cancelled: {
    roles: [inTheGuidesDay, ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  ride_cancelled: {
    roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  // The same, of a change of the date.
  guest_moved: {
    roles: [inTheGuidesDay, ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  ride_moved: {
    roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  // To who runs the territory.
  team_booking: { roles: TEAM(inTheList), else: profile },
  team_cancelled: { roles: TEAM(inTheList), else: profile },
  team_moved: { roles: TEAM(inTheList), else: profile },
  tomorrow: { roles: TEAM(nextDay), else: profile },
  refund_refused: { roles: TEAM(inTheList), else: profile },
  payment_disputed: { roles: TEAM(inTheList), else: profile },
  commission_paid: { roles: [['travel_partner', work('travel_partner')]], else: profile },
  payout: { roles: [], else: statement },
  // To who leads now, and to who no longer does.
  guide: { roles: [['tour_guide', () => `${WORK.tour_guide}?tab=slots`]], else: profile },
  no_guide: {
    roles: [...TEAM(() => `${WORK.territory_manager}?tab=experiences`), ['admin', work('admin')]],
    else: profile,
  },
  guide_left: {
    roles: [...TEAM(() => `${WORK.territory_manager}?tab=experiences`), ['admin', work('admin')]],
    else: profile,
  },
  run: { roles: [['shuttle_driver', work('shuttle_driver')]], else: profile },
  board_message: { roles: [], else: board },
  board_reply: { roles: [], else: board },
  reported_message: { roles: [...TEAM(board), ['admin', () => '/admin?tab=reviews']], else: board },
  reported_review: { roles: [...TEAM(board), ['admin', () => '/admin?tab=reviews&queue=reviews']], else: board },
  role_request: {
    roles: [
      ['territory_manager', () => `${WORK.territory_manager}?tab=guides`],
      ['admin', () => '/admin?tab=people'],
    ],
    else: profile,
  },
  cash_handover: { roles: [...TEAM(() => '/cash-desk'), ['shuttle_manager', () => '/cash-desk']], else: profile },
  role_declined: { roles: [], else: profile },
  // Of a departure, to those who lead, drive and run it; that it takes place also to its guests, about their booking.
  departure_stopped: { roles: runners((target) => target), else: profile },
  departure_touched: { roles: runners((target) => target), else: profile },
  go_no_go: { roles: runners((target) => target), else: profile },
  departure_confirmed: { roles: runners(unlessBooked), else: unlessBooked(profile) },
};

/** The types of notifications that have a row. */
export const NOTIFICATION_TYPES = Object.keys(NOTIFICATIONS);

/** Where a notification leads somebody who holds these roles: always to a page that they may open. */
export function notificationTarget(told: Told, holds: (role: WorkRole) => boolean): string {
  const approved = /^role_approved:(.+)$/.exec(told.type)?.[1];
  if (approved) return isRole(approved) && holds(approved) ? WORK[approved] : profile();
  const row = NOTIFICATIONS[told.type];
  if (!row) return bookings();
  const [, target = row.else] = row.roles.find(([role]) => holds(role)) ?? [];
  return target(told);
}

/** The links of mails. What a mail does not link: the check-in page, which is for who checks in; a ticket is shown. */
export const mailLink = {
  bookings: () => WORK.tourist,
  /** What the QR code of a ticket says. */
  ticket: (bookingId: string, code: string) => `/check-in/${part(bookingId)}?code=${part(code)}`,
  conversation: (kind: string, bookingId: string) => `/bookings/${part(kind)}/${part(bookingId)}/messages`,
  /** Where a change of a booking is paid for. */
  change: (kind: string, bookingId: string) => `/bookings/${part(kind)}/${part(bookingId)}/change-date`,
  service: (kind: string, serviceId: string) =>
    `/${kind === 'experience' ? 'experiences' : 'transport'}/${part(serviceId)}`,
  /** The form of a service with a departure and a number of people chosen. */
  checkout: (to: { kind: string; serviceId: string; timeslotId: string | null; date: string; people: number }) =>
    `${mailLink.service(to.kind, to.serviceId)}?date=${part(to.date)}&people=${to.people}${to.timeslotId ? `&slot=${part(to.timeslotId)}` : ''}#book`,
  conditions: (territoryId: string) => `/territories/${part(territoryId)}/conditions`,
  /** What to choose instead of a departure that does not take place; behind the # no server hears of the token. */
  offer: (token: string) => `/offer#${part(token)}`,
  /** A ticket that somebody wants to give to the reader; behind the # no server hears of the token. */
  transfer: (token: string) => `/ticket-transfer#${part(token)}`,
  /** A ticket that was sold at the dock, for who has no account; behind the # no server hears of the token. */
  dockTicket: (token: string) => `/dock-ticket#${part(token)}`,
  /** Asks whether to stop letters of a template; behind the # no server hears of the token. */
  unsubscribe: (letters: string, token: string) => `/unsubscribe?letters=${part(letters)}#${part(token)}`,
  invitation: (code: string) => `/callback?invite=${part(code)}`,
  work: (role: string) => (isRole(role) ? WORK[role] : profile()),
  /** The statement of a payout; without one all that one was paid. */
  payout: (id?: string) => `/payouts${id ? `/${part(id)}` : ''}`,
  profile,
  /** The drawer of a booking, for who runs its territory. */
  booking: (kind: string, bookingId: string) => `/territory-bookings?booking=${part(kind)}.${part(bookingId)}`,
  territoryBookings: () => '/territory-bookings',
  /** The week of the territory at that day, and one departure of it. */
  day: (day: string) => `/territory-bookings?view=week&week=${part(day)}&day=${part(day)}`,
  departure: (one: { kind: string; service_id: string; timeslot_id: string | null; service_date: string }) =>
    `${mailLink.day(one.service_date)}&departure=${[one.kind, one.service_id, one.timeslot_id ?? 'any', one.service_date].map(part).join('.')}`,
  requests: () => `${WORK.territory_manager}?tab=guides`,
} as const;
