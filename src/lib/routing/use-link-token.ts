import { useLocation } from 'react-router-dom';

/**
 * Returns the secret of an emailed or shared link, or null if it is malformed. It is after the #, so that servers
 * never receive it.
 */
export function useLinkToken(): string | null {
  const token = useLocation().hash.slice(1);
  return /^[0-9a-f]{32,128}$/.test(token) ? token : null;
}
