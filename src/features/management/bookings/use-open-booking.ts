import { useOpenParam } from '@/lib/routing/use-open-param';

/** Returns the booking's id. Links in emails also name its kind, as in 'experience.<id>'. */
const parse = (text: string | null): string | null =>
  /^(?:(?:experience|transport)\.)?([0-9a-f-]{36})$/.exec(text ?? '')?.[1] ?? null;

/** Keeps the booking of the open drawer in the URL. */
export const useOpenBooking = () => useOpenParam('booking', parse, String);
