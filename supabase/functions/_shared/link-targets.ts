// Where notifications and emailed links lead, for notifications by the reader's role. The app and the emails share
// this table, and a test of the notifications checks it against the routes and their access.

const part = encodeURIComponent;

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

/** The parts of a notification that its target needs. */
export interface Told {
  type: string;
  territory_id: string | null;
  booking_id: string | null;
  /** 'experience' or 'transport', if the reader may read the booking. */
  kind: string | null;
  /** The date of the booking or departure, if the reader may read it. */
  day: string | null;
  /** The key of its subject, such as 'payout:{id}'. */
  about: string | null;
}

type Target = (told: Told) => string;
/** The first of these roles that the recipient has decides the link. With none of them, `else` does. */
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

/** Leads to the booking's drawer in its territory's list. */
const inTheList: Target = ({ booking_id, kind }) =>
  booking_id && kind ? mailLink.booking(kind, booking_id) : mailLink.territoryBookings();
const conversation: Target = ({ booking_id, kind }) =>
  booking_id && kind ? mailLink.conversation(kind, booking_id) : WORK.tourist;
/** Leads to the day of an evening's notification, 'tomorrow:{territory}:{day}'. */
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
/** Leads to the day in the territory's week, with its open questions. */
const inTheWeek: Target = ({ day }) => (day ? mailLink.day(day) : mailLink.territoryBookings());
/** Leads to the week of the driver plan that has the day. */
const inTheDriverPlan =
  (role: 'shuttle_manager' | 'territory_manager'): Target =>
  ({ day }) =>
    `${WORK[role]}?tab=plan${day ? `&from=${part(day)}` : ''}`;
const inTheGuidesDay = ['tour_guide', day('tour_guide')] as const;

/** Notifications about the reader's own bookings lead to these, whatever the reader's roles. */
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
  // For the guest about their own booking. It leads to My Bookings, whatever their roles.
  booking: { roles: [], else: bookings },
  general: { roles: [], else: bookings },
  seats_free: { roles: [], else: bookings },
  departure_late: { roles: [], else: bookings },
  pickup_changed: { roles: [], else: bookings },
  waitlist_over: { roles: [], else: territory },
  // For everyone in a conversation.
  message: { roles: [], else: conversation },
  // A group message, shown in its host's panel.
  group_message: { roles: [inTheGuidesDay, ...TEAM(inTheList)], else: conversation },
  ride_group_message: { roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList)], else: conversation },
  new_booking: { roles: [inTheGuidesDay], else: profile },
  // About a cancellation by the guest. For the guide, for transport the shuttle managers, or without either the
  // territory's team.
  guest_cancelled: {
    roles: [inTheGuidesDay, ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  ride_cancelled: {
    roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  // The same for a change of date.
  guest_moved: {
    roles: [inTheGuidesDay, ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  ride_moved: {
    roles: [['shuttle_manager', work('shuttle_manager')], ...TEAM(inTheList), ['admin', () => '/all-bookings']],
    else: profile,
  },
  // For the people who run the territory.
  team_booking: { roles: TEAM(inTheList), else: profile },
  team_cancelled: { roles: TEAM(inTheList), else: profile },
  team_moved: { roles: TEAM(inTheList), else: profile },
  tomorrow: { roles: TEAM(nextDay), else: profile },
  refund_refused: { roles: TEAM(inTheList), else: profile },
  payment_disputed: {
    roles: [['territory_manager', () => `${WORK.territory_manager}?tab=finances&view=chargebacks`]],
    else: profile,
  },
  commission_paid: { roles: [['travel_partner', work('travel_partner')]], else: profile },
  payout: { roles: [], else: statement },
  payee_account: { roles: [], else: () => mailLink.payout() },
  // For the new and the former guide.
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
  // For the people who run the drivers, about a date that one of them declined or takes again.
  driver_answer: {
    roles: [['shuttle_manager', inTheDriverPlan('shuttle_manager')], ...TEAM(inTheDriverPlan('territory_manager'))],
    else: profile,
  },
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
  // About a departure, for its operators. A confirmation is also for its guests, about their booking.
  departure_stopped: { roles: runners((target) => target), else: profile },
  departure_touched: { roles: runners((target) => target), else: profile },
  go_no_go: { roles: runners((target) => target), else: profile },
  departure_confirmed: { roles: runners(unlessBooked), else: unlessBooked(profile) },
};

/** The notification types that have a row. */
export const NOTIFICATION_TYPES = Object.keys(NOTIFICATIONS);

/** Returns the page to which a notification leads for these roles, which is always one that they may open. */
export function notificationTarget(told: Told, holds: (role: WorkRole) => boolean): string {
  const approved = /^role_approved:(.+)$/.exec(told.type)?.[1];
  if (approved) return isRole(approved) && holds(approved) ? WORK[approved] : profile();
  const row = NOTIFICATIONS[told.type];
  if (!row) return bookings();
  const [, target = row.else] = row.roles.find(([role]) => holds(role)) ?? [];
  return target(told);
}

/** The links of emails. The check-in page isn't among them, because it is for staff. */
export const mailLink = {
  bookings: () => WORK.tourist,
  /** The text of a ticket's QR code. */
  ticket: (bookingId: string, code: string) => `/check-in/${part(bookingId)}?code=${part(code)}`,
  conversation: (kind: string, bookingId: string) => `/bookings/${part(kind)}/${part(bookingId)}/messages`,
  /** Returns the page where a change of a booking is paid. */
  change: (kind: string, bookingId: string, moves: boolean) =>
    `/bookings/${part(kind)}/${part(bookingId)}/${moves ? 'change-date' : 'more-people'}`,
  service: (kind: string, serviceId: string) =>
    `/${kind === 'experience' ? 'experiences' : 'transport'}/${part(serviceId)}`,
  /** Returns a service's form with a departure and a number of people. */
  checkout: (to: { kind: string; serviceId: string; slotId: string; date: string; people: number }) =>
    `${mailLink.service(to.kind, to.serviceId)}?date=${part(to.date)}&people=${to.people}&slot=${part(to.slotId)}#book`,
  conditions: (territoryId: string) => `/territories/${part(territoryId)}/conditions`,
  /**
   * Returns the page with the choices for a cancelled departure. The token is after the #, so that no server
   * receives it.
   */
  offer: (token: string) => `/offer#${part(token)}`,
  /** Returns the page of a ticket invitation. The token is after the #, so that no server receives it. */
  transfer: (token: string) => `/ticket-transfer#${part(token)}`,
  /**
   * Returns the page of a dock ticket without an account. The token is after the #, so that no server receives it.
   */
  dockTicket: (token: string) => `/dock-ticket#${part(token)}`,
  /** Returns the page for unsubscribing from a template. The token is after the #, so that no server receives it. */
  unsubscribe: (emails: string, token: string) => `/unsubscribe?emails=${part(emails)}#${part(token)}`,
  invitation: (code: string) => `/callback?invite=${part(code)}`,
  work: (role: string) => (isRole(role) ? WORK[role] : profile()),
  /** Returns the page of a payout's statement, or without an id that of all the person's payouts. */
  payout: (id?: string) => `/payouts${id ? `/${part(id)}` : ''}`,
  profile,
  /** Returns a booking's drawer, for people who run its territory. */
  booking: (kind: string, bookingId: string) => `/territory-bookings?booking=${part(kind)}.${part(bookingId)}`,
  territoryBookings: () => '/territory-bookings',
  /** Returns the territory's week on that day, with one of its departures open. */
  day: (day: string) => `/territory-bookings?view=week&week=${part(day)}&day=${part(day)}`,
  departure: (one: { kind: string; service_id: string; slot_id: string; service_date: string }) =>
    `${mailLink.day(one.service_date)}&departure=${[one.kind, one.service_id, one.slot_id, one.service_date].map(part).join('.')}`,
  requests: () => `${WORK.territory_manager}?tab=guides`,
} as const;
