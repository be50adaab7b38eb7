import { useSearchParams } from 'react-router-dom';
import { withQuery } from '@/lib/routing/paths';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

export type ShuttleTab = 'services' | 'drivers' | 'schedules';

/** A dashboard's open form is in the address, so that reloads keep it and Back closes it. */
export const formLink = (tab: ShuttleTab, form?: string): string => withQuery('', { tab, form }) || '?';

/** The form in the address: 'new', an id, or '' for none. */
export function useOpenForm(tab: ShuttleTab, status: StatusControls) {
  const [params, setParams] = useSearchParams();
  return {
    form: params.get('form') ?? '',
    /** Closes it, with a message; null if cancelled. */
    onDone: (text: string | null) => {
      setParams({ tab }, { replace: true, preventScrollReset: true });
      if (text) status.success(text);
    },
  };
}
