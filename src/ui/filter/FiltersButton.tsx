import { Trans } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { Button } from '@/ui/Button';

/** Opens the sheet of filters where there is no room for them; says how many are on. */
export function FiltersButton({
  active,
  className,
  onClick,
}: {
  active: number;
  className: string;
  onClick: () => void;
}) {
  return (
    <Button
      className={className}
      aria-haspopup="dialog"
      icon={<SlidersHorizontal aria-hidden="true" />}
      onClick={onClick}
    >
      {active > 0 ? <Trans>Filters ({active})</Trans> : <Trans>Filters</Trans>}
    </Button>
  );
}
