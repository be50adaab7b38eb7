import { useLocation } from 'react-router-dom';

/** The secret of an emailed or shared link, after its #, which servers never receive; null if malformed. */
export function useLinkToken(): string | null {
  const token = useLocation().hash.slice(1);
  return /^[0-9a-f]{32,128}$/.test(token) ? token : null;
}
