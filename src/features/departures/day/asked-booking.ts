import { createContext, useContext } from 'react';

/** The booking that the page's address asks for: its departure and its row start open. */
export interface AskedBooking {
  id: string;
  slotId: string;
  date: string;
}

const Asked = createContext<AskedBooking | null>(null);
export const AskedBookingProvider = Asked.Provider;
export const useAskedBooking = (): AskedBooking | null => useContext(Asked);
