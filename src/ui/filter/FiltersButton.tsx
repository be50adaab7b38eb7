import { Trans } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';

const FilterSheet = lazyPart(() => import('./FilterSheet.tsx'));

interface Props {
  /** How many filters are on. */
  active: number;
  className: string;
  /** On the button that closes the sheet: how many results are left. */
  done: ReactNode;
  onClear: () => void;
  /** The filters. */
  children: ReactNode;
}

/** Opens the filters in a sheet, where there is no room for them on the page. */
export function FiltersButton({ active, className, done, onClear, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {active > 0 ? <Trans>Filters ({active})</Trans> : <Trans>Filters</Trans>}
      </Button>
      {open && (
        <FilterSheet done={done} onClear={onClear} onClose={() => setOpen(false)}>
          {children}
        </FilterSheet>
      )}
    </>
  );
}
