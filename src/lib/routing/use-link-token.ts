import { useLocation } from 'react-router-dom';

/** The secret of a link that was sent to somebody, behind its #, where no server hears of it; null for what cannot be one. */
export function useLinkToken(): string | null {
  const token = useLocation().hash.slice(1);
  return /^[0-9a-f]{32,128}$/.test(token) ? token : null;
}
