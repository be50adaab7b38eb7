import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Ellipsis, EyeOff, Flag } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useMenu } from '@/features/board/use-menu';
import { IconButton } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { hideReview, reportReview, reviewKeys, type ServiceKind } from './queries';

/** How long 'Report sent' stays before the menu closes. */
const SENT_MS = 2000;

type Props = {
  reviewId: string;
  name: string;
  kind: ServiceKind;
  serviceId: string;
  canReport: boolean;
  canHide: boolean;
};

/** Readers report, which puts the review into the region's queue; who runs the region takes it out of sight. */
export default function ReviewMenu({ reviewId, name, kind, serviceId, canReport, canHide }: Props) {
  const { t } = useLingui();
  const menu = useMenu();
  return (
    <div className="ml-auto flex-none">
      <IconButton
        ref={menu.button}
        small
        label={t`Actions for the review of ${name}`}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        className="-my-2 -mr-2 text-ink-2"
        onClick={() => menu.setOpen(!menu.open)}
      >
        <Ellipsis aria-hidden="true" />
      </IconButton>
      {menu.open && (
        <div
          ref={menu.box}
          role="menu"
          tabIndex={-1}
          aria-label={t`Review actions`}
          className="menu absolute top-full right-0 z-20 mt-2 w-56"
          onKeyDown={menu.onKeyDown}
        >
          {canReport && <Report reviewId={reviewId} close={menu.close} />}
          {canHide && <Hide reviewId={reviewId} kind={kind} serviceId={serviceId} close={menu.close} />}
        </div>
      )}
    </div>
  );
}

function Report({ reviewId, close }: { reviewId: string; close: () => void }) {
  const report = useMutation({ mutationFn: () => reportReview(reviewId) });
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!report.isSuccess) return;
    const timer = setTimeout(() => closeNow(), SENT_MS);
    return () => clearTimeout(timer);
  }, [report.isSuccess]);
  return (
    <Item
      icon={report.isSuccess ? <CircleCheck aria-hidden="true" /> : <Flag aria-hidden="true" />}
      busy={report.isPending}
      error={report.error}
      onSelect={() => {
        if (!report.isSuccess) report.mutate();
      }}
    >
      {/* Not a status: a role of its own would take the item's name away. */}
      <span aria-live="polite">{report.isSuccess ? <Trans>Report sent</Trans> : <Trans>Report review</Trans>}</span>
    </Item>
  );
}

type HideProps = { reviewId: string; kind: ServiceKind; serviceId: string; close: () => void };

function Hide({ reviewId, kind, serviceId, close }: HideProps) {
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => hideReview(reviewId),
    onSuccess: async () => {
      close();
      await client.invalidateQueries({ queryKey: reviewKeys.list(kind, serviceId) });
    },
  });
  return (
    <Item icon={<EyeOff aria-hidden="true" />} busy={hide.isPending} error={hide.error} onSelect={() => hide.mutate()}>
      <Trans>Hide review</Trans>
    </Item>
  );
}

type ItemProps = { icon: ReactNode; busy: boolean; error: Error | null; onSelect: () => void; children: ReactNode };

function Item({ icon, busy, error, onSelect, children }: ItemProps) {
  return (
    <>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) onSelect();
        }}
      >
        {busy ? <Spinner /> : icon}
        {children}
      </button>
      {error && (
        <p role="alert" className="err px-3 py-2">
          {error.message}
        </p>
      )}
    </>
  );
}
