import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';

/**
 * Asks before a link or the closing of the tab throws away what was typed. The Back button is not held up: the
 * form's draft is there for it.
 */
export function UnsavedGuard({ dirty, onDiscard }: { dirty: boolean; onDiscard?: () => void }) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router's own handler, which would go at once.
    const onClick = (event: MouseEvent) => {
      const to = leaving(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(to);
    };
    addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty]);
  return (
    <LeaveDialog
      open={target !== null}
      onCancel={() => setTarget(null)}
      onLeave={async () => {
        setTarget(null);
        onDiscard?.();
        if (target !== null) await navigate(target);
      }}
    />
  );
}

interface LeaveProps {
  open: boolean;
  onCancel: () => void;
  onLeave: () => Promise<unknown>;
}

/** The question before what was typed is thrown away. */
export function LeaveDialog({ open, onCancel, onLeave }: LeaveProps) {
  return (
    <ConfirmDialog
      open={open}
      onCancel={onCancel}
      onConfirm={onLeave}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>Your changes have not been saved.</Trans>}
      confirm={<Trans>Leave</Trans>}
    />
  );
}

/** Where a click leads to within the app, away from this page; null for all other clicks. */
function leaving(event: MouseEvent): string | null {
  // Prevented: another form of the page asks already.
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self') || link.download) return null;
  if (link.origin !== location.origin) return null;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return samePage ? null : link.pathname + link.search + link.hash;
}
