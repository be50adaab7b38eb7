import { keptLinks } from '@/features/booking/tickets/kept-links';
import type { LinkedPassenger } from './queries';

export const { find: keptPassenger, keep: keepPassenger } = keptLinks<LinkedPassenger>(
  'territorio-passenger-tickets',
  ({ booking_date }) => booking_date,
);
