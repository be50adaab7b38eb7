import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import { opensScanner } from './open-scanner';
import { ticketKeysQuery } from './queries';

const ScanDialog = lazyPart(() => import('./ScanDialog'));

/** Opens the scanner from a work page. */
export function ScanButton({ className }: { className?: string }) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  // The keys are loaded while online so that they can be used offline.
  useQuery(ticketKeysQuery);
  const [open, setOpen] = useState(() => opensScanner(state));
  function close() {
    setOpen(false);
    // The scanner doesn't open again after a reload.
    if (opensScanner(state)) void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <Button
        variant="primary"
        className={className}
        icon={<ScanLine aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        <Trans>Scan a ticket</Trans>
      </Button>
      {open && <ScanDialog onClose={close} />}
    </>
  );
}
