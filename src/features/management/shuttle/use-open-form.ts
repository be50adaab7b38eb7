import { useSearchParams } from 'react-router-dom';
import { withQuery } from '@/lib/routing/paths';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

export type ShuttleTab = 'services' | 'drivers' | 'schedules';

/** The open form of a dashboard is in the URL, so that a reload keeps it open and the back button closes it. */
export const formLink = (tab: ShuttleTab, form?: string): string => withQuery('', { tab, form }) || '?';

/** Returns the form that the URL names: 'new', an id, or '' for none. */
export function useOpenForm(tab: ShuttleTab, status: StatusControls) {
  const [params, setParams] = useSearchParams();
  return {
    form: params.get('form') ?? '',
    /** Closes the form with a message, or with null if it was cancelled. */
    onDone: (text: string | null) => {
      setParams({ tab }, { replace: true, preventScrollReset: true });
      if (text) status.success(text);
    },
  };
}
