/** Every address of the app, with typed parameters. */
export const paths = {
  home: '/',
  regions: '/regions',
  territory: (id: string) => `/territories/${encodeURIComponent(id)}`,
  experience: (id: string) => `/experiences/${encodeURIComponent(id)}`,
  transports: '/transport',
  transport: (id: string) => `/transport/${encodeURIComponent(id)}`,
  territoryTransport: (id: string) => `/territories/${encodeURIComponent(id)}/transport`,
  territoryConditions: (id: string) => `/territories/${encodeURIComponent(id)}/conditions`,
  login: '/login',
  register: '/register',
  callback: '/callback',
  passwordReset: '/password-reset',
  bookings: '/bookings',
  offer: '/offer',
  ticketTransfer: '/ticket-transfer',
  /** The ticket of a walk-in, who has no account. */
  dockTicket: '/dock-ticket',
  /** The card payment of a dock sale. */
  pay: '/pay',
  /** The own ticket of a single passenger. */
  passengerTicket: '/passenger-ticket',
  sell: '/sell',
  cashBook: '/cash-book',
  cashDesk: '/cash-desk',
  profile: '/profile',
  contact: '/contact',
  submissions: '/submissions',
  regionalPartner: '/regional-partner',
  guideDashboard: '/guide-dashboard',
  shuttleDashboard: '/shuttle-manager-dashboard',
  /** `as` is the role by which the departure is read, with its territory for those who run one. */
  guestList: (slotId: string, date: string, as: string, territoryId?: string) =>
    withQuery(`/guest-list/${encodeURIComponent(slotId)}/${encodeURIComponent(date)}`, { as, region: territoryId }),
  driverDashboard: '/driver-dashboard',
  partnerDashboard: '/travel-partner-dashboard',
  partnerCard: (linkId: string) => `/travel-partner-dashboard/links/${encodeURIComponent(linkId)}/card`,
  admin: '/admin',
  allBookings: '/all-bookings',
  territoryBookings: '/territory-bookings',
  manageRegion: '/territory-management',
  editExperience: (id: string) => `/territory-management/edit-experience/${encodeURIComponent(id)}`,
  editTransport: (id: string) => `/territory-management/edit-transport/${encodeURIComponent(id)}`,
  editGuide: (id: string) => `/territory-management/edit-guide/${encodeURIComponent(id)}`,
  editPartner: (id: string) => `/territory-management/edit-partner/${encodeURIComponent(id)}`,
  privacy: '/privacy',
  terms: '/terms',
  waiver: '/waiver',
  conversation: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/messages`,
  receipt: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/receipt`,
  ticket: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/ticket`,
  /** Chooses another date or time for a booking. */
  changeDate: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/change-date`,
  /** Adds people to a booking. */
  morePeople: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/more-people`,
  /** Removes people from a booking. */
  fewerPeople: (kind: string, bookingId: string) =>
    `/bookings/${encodeURIComponent(kind)}/${encodeURIComponent(bookingId)}/fewer-people`,
  payouts: '/payouts',
  /** Shows the evidence for a bank about a disputed payment. */
  chargeback: (id: string) => `/chargebacks/${encodeURIComponent(id)}`,
  /** Shows the statement of a payout. */
  payout: (id: string) => `/payouts/${encodeURIComponent(id)}`,
  checkIn: (bookingId: string, code?: string | null) =>
    `/check-in/${encodeURIComponent(bookingId)}${code ? `?code=${encodeURIComponent(code)}` : ''}`,
} as const;

/** Returns a path with a query, omitting empty values. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const [before = path, hash] = path.split('#', 2);
  const [base = before, existing] = before.split('?', 2);
  const params = new URLSearchParams(existing);
  for (const [key, value] of Object.entries(query)) {
    if (value) params.set(key, value);
  }
  const text = params.toString();
  return `${base}${text ? `?${text}` : ''}${hash ? `#${hash}` : ''}`;
}

/** Pages for guests only, and the page for email links. Returning to one of them would loop. */
const NOT_A_TARGET = /^\/(login|register|callback)(?:[/?#]|$)/;

/** Browsers drop tabs and newlines in an address, and read a backslash as a slash. */
function hasDeceptiveCharacter(text: string): boolean {
  return Array.from(text).some((character) => character <= ' ' || character === '\u007f' || character === '\\');
}

/**
 * Returns a redirect target from a query or storage if it is a path of our own. Anything else gives the fallback,
 * such as another origin, a scheme, a protocol-relative or backslash form, control characters, or an escaped slash
 * at the start.
 */
export function safeNext(next: unknown, fallback: string = paths.home): string {
  if (typeof next !== 'string' || next.length === 0 || next.length > 2000) return fallback;
  if (hasDeceptiveCharacter(next)) return fallback;
  if (!next.startsWith('/') || next.startsWith('//')) return fallback;
  if (/^\/(?:%2f|%5c|%09|%0a|%0d|\.{1,2}(?:\/|$)|%2e)/i.test(next)) return fallback;
  let url: URL;
  try {
    url = new URL(next, 'https://own.invalid');
  } catch {
    return fallback;
  }
  // At this point dot segments have been resolved, so '/a/..//evil' is caught here.
  if (url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return fallback;
  if (NOT_A_TARGET.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
