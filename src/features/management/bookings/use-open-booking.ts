import { useOpenParam } from '@/lib/routing/use-open-param';

/** The booking's id. Links in emails name its kind, too: 'experience.<id>'. */
const parse = (text: string | null): string | null =>
  /^(?:(?:experience|transport)\.)?([0-9a-f-]{36})$/.exec(text ?? '')?.[1] ?? null;

/** The open drawer's booking is in the address. */
export const useOpenBooking = () => useOpenParam('booking', parse, String);
