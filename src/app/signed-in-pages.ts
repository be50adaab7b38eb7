/**
 * The pages behind the login, in a chunk of their own: the names of their files, and of all that these load, are kilobytes
 * that a guest's first page does without.
 */
export const signedInPages = {
  bookings: () => import('@/pages/bookings'),
  conversation: () => import('@/pages/conversation'),
  receipt: () => import('@/pages/receipt'),
  checkIn: () => import('@/pages/check-in'),
  profile: () => import('@/pages/profile'),
  contact: () => import('@/pages/contact'),
  submissions: () => import('@/pages/submissions'),
  guideDashboard: () => import('@/pages/guide-dashboard'),
  shuttleManagerDashboard: () => import('@/pages/shuttle-manager-dashboard'),
  manifest: () => import('@/pages/manifest'),
  driverDashboard: () => import('@/pages/driver-dashboard'),
  travelPartnerDashboard: () => import('@/pages/travel-partner-dashboard'),
  partnerCard: () => import('@/pages/partner-card'),
  admin: () => import('@/pages/admin'),
  allBookings: () => import('@/pages/all-bookings'),
  territoryManagement: () => import('@/pages/territory-management'),
  editExperience: () => import('@/pages/edit-experience'),
  editTransport: () => import('@/pages/edit-transport'),
  editGuide: () => import('@/pages/edit-guide'),
  editPartner: () => import('@/pages/edit-partner'),
  territoryBookings: () => import('@/pages/territory-bookings'),
};

export type SignedInPage = keyof typeof signedInPages;
