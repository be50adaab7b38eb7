import { useSearchParams } from 'react-router-dom';
import { withQuery } from '@/lib/routing/paths';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

export type ShuttleTab = 'services' | 'drivers' | 'schedules';

/** Where a form of the dashboard opens: in the address, so that a reload finds it and Back closes it. */
export const formLink = (tab: ShuttleTab, form?: string): string => withQuery('', { tab, form }) || '?';

/** The form that the address names: 'new', an id, or '' for none. */
export function useOpenForm(tab: ShuttleTab, status: StatusControls) {
  const [params, setParams] = useSearchParams();
  return {
    form: params.get('form') ?? '',
    /** Closes it, and says what was done; null where it was given up. */
    onDone: (text: string | null) => {
      setParams({ tab }, { replace: true, preventScrollReset: true });
      if (text) status.success(text);
    },
  };
}
