import { TERRITORY_ID, type Worker } from '../manage/people.ts';

export interface Screen {
  name: string;
  worker: Worker;
  path: string;
  /** The requests for the table's first page, which waits for all of them. */
  table: RegExp;
  /**
   * A search. With many rows behind it, it has many more results, so its time has no target, but its plan has one.
   */
  search?: true;
  /** Other parts of the screen that grow with the territory: sums and charts. Reported without a target. */
  beside?: RegExp;
}

const bookings = { table: /rpc\/territory_bookings/, beside: /rpc\/(territory_booking_totals|territory_revenue)/ };
const territory = (tab: string) => `/territory-management?tab=${tab}`;

/** Returns a list of a manager's own territory, and the search in it. */
const listAndSearch = (name: string, tab: string, query: string, table: RegExp): Screen[] => [
  { name: `territory, ${name}`, worker: 'manager', path: territory(tab), table },
  { name: `territory, ${name} found`, worker: 'manager', path: `${territory(tab)}&${query}`, search: true, table },
];

/** Returns a list of the shuttle manager. */
const shuttleTab = (name: string, tab: string, table: RegExp): Screen => ({
  name,
  worker: 'shuttle',
  path: `/shuttle-manager-dashboard?tab=${tab}`,
  table,
});

/** Every table of the work screens, and the searches in them that ask the server. */
export const SCREENS: readonly Screen[] = [
  { name: 'admin, territories', worker: 'admin', path: '/admin', table: /\/territories\?/ },
  ...(['reports', 'reviews', 'submissions', 'contact', 'applications'] as const).map((queue) => ({
    name: `admin, queue of ${queue}`,
    worker: 'admin' as const,
    path: `/admin?tab=reviews&queue=${queue}`,
    table: {
      reports: /\/message_reports/,
      reviews: /rpc\/reported_reviews/,
      submissions: /\/user_submissions/,
      contact: /\/contact_messages/,
      applications: /\/partner_applications/,
    }[queue],
    beside: /rpc\/admin_counts/,
  })),
  { name: 'admin, people', worker: 'admin', path: '/admin?tab=people', table: /rpc\/list_people/ },
  { name: 'admin, requests for a role', worker: 'admin', path: '/admin?tab=people', table: /\/role_requests/ },
  {
    name: 'admin, people found',
    worker: 'admin',
    path: '/admin?tab=people&q=large-5',
    table: /rpc\/list_people/,
    search: true,
  },
  {
    name: 'admin, people of a role',
    worker: 'admin',
    path: `/admin?tab=people&role=tour_guide&region=${TERRITORY_ID}`,
    table: /rpc\/list_people/,
  },
  {
    name: 'admin, mail given up',
    worker: 'admin',
    path: '/admin?tab=mail',
    table: /rpc\/list_outbox/,
    beside: /rpc\/outbox_counts/,
  },
  { name: 'admin, mail sent', worker: 'admin', path: '/admin?tab=mail&state=sent', table: /rpc\/list_outbox/ },
  { name: 'admin, audit log', worker: 'admin', path: '/admin?tab=audit', table: /rpc\/list_audit/ },
  {
    name: 'admin, audit log of a territory',
    worker: 'admin',
    path: `/admin?tab=audit&region=${TERRITORY_ID}`,
    table: /rpc\/list_audit/,
  },
  {
    name: 'admin, audit log of a person',
    worker: 'admin',
    path: '/admin?tab=audit&who=large-51',
    search: true,
    table: /rpc\/list_audit/,
  },
  {
    name: "admin, a region's bookings",
    worker: 'admin',
    path: `/all-bookings?when=all&region=${TERRITORY_ID}`,
    ...bookings,
  },
  { name: 'territory bookings', worker: 'manager', path: '/territory-bookings?when=all', ...bookings },
  ...(['today', 'upcoming', 'past'] as const).map((when) => ({
    name: `territory bookings, ${when}`,
    worker: 'manager' as const,
    path: `/territory-bookings?when=${when}`,
    ...bookings,
  })),
  {
    name: 'territory bookings, upcoming to collect',
    worker: 'manager',
    path: '/territory-bookings?when=upcoming&payment=collect',
    ...bookings,
  },
  {
    name: "territory bookings, the week's services",
    worker: 'manager',
    path: '/territory-bookings?view=week',
    table: /rpc\/territory_week$/,
    beside: /rpc\/territory_week_days/,
  },
  {
    name: 'territory bookings, a status',
    worker: 'manager',
    path: '/territory-bookings?when=all&status=checked_in',
    ...bookings,
  },
  {
    name: 'territory bookings, found',
    worker: 'manager',
    path: '/territory-bookings?when=all&q=5',
    search: true,
    ...bookings,
  },
  ...listAndSearch('experiences', 'experiences', 'q=experience', /rpc\/list_services/),
  ...listAndSearch('guides', 'guides', 'q=large', /rpc\/list_members/),
  ...listAndSearch('transport', 'transport', 'q=dock', /rpc\/list_services/),
  ...listAndSearch('pickup locations', 'transport', 'place=dock', /rpc\/list_pickup_locations/),
  { name: 'territory, transactions', worker: 'manager', path: territory('finances'), ...bookings },
  {
    name: 'territory, what was paid',
    worker: 'manager',
    path: `${territory('finances')}&view=payouts&payouts=paid`,
    table: /rpc\/territory_payouts/,
  },
  { name: 'territory, partners', worker: 'manager', path: territory('partners'), table: /rpc\/list_members/ },
  { name: 'territory, staff', worker: 'manager', path: territory('settings'), table: /rpc\/list_members/ },
  { name: 'guide, departures ahead', worker: 'guide', path: '/guide-dashboard', table: /rpc\/day_departures/ },
  { name: 'guide, time slots', worker: 'guide', path: '/guide-dashboard?tab=slots', table: /rpc\/guide_timeslots/ },
  shuttleTab('shuttles, departures ahead', 'bookings', /rpc\/day_departures/),
  shuttleTab('shuttles, services', 'services', /rpc\/shuttle_services/),
  shuttleTab('shuttles, drivers', 'drivers', /rpc\/list_drivers/),
  shuttleTab('shuttles, schedules', 'schedules', /rpc\/list_driver_schedules/),
  { name: 'driver, runs', worker: 'driver', path: '/driver-dashboard', table: /rpc\/day_departures/ },
  {
    name: 'partner, recent activity',
    worker: 'partner',
    path: '/travel-partner-dashboard',
    table: /rpc\/partner_activity/,
    beside: /rpc\/partner_(totals|funnel|months)/,
  },
  { name: 'partner, links', worker: 'partner', path: '/travel-partner-dashboard', table: /rpc\/partner_links/ },
];
