import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '@/ui/Button';
import { formLink, type ShuttleTab } from './use-open-form';

/** Shows the button above a list that opens its form. */
export function AddLink({ tab, children }: { tab: ShuttleTab; children: ReactNode }) {
  return (
    <LinkButton
      variant="primary"
      className="justify-self-start"
      icon={<Plus aria-hidden="true" />}
      to={formLink(tab, 'new')}
    >
      {children}
    </LinkButton>
  );
}
