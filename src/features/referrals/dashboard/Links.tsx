import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { LinkCard } from './LinkCard';
import { createLink, deleteLink, linksQuery, partnerKeys, type ReferralLink, renameLink } from './queries';

const LinkForm = lazyPart(() => import('./LinkForm'));
const QrDownload = lazyPart(() => import('./QrDownload'));

/** Which dialog is open. */
type Open = { what: 'create'; id: string } | { what: 'rename' | 'delete' | 'qr'; link: ReferralLink };

/** Lists the partner's referral links with their actions. */
export function Links({ userId }: { userId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(linksQuery(userId));
  const status = useStatus();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const refresh = () => client.invalidateQueries({ queryKey: partnerKeys.all(userId) });
  async function done(text: string) {
    await refresh();
    close();
    status.success(text);
  }
  return (
    <section aria-labelledby="links-title" className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="links-title" className="text-lg font-bold">
          <Trans>My Referral Links</Trans>
        </h2>
        <Button
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setOpen({ what: 'create', id: crypto.randomUUID() })}
        >
          <Trans>Create Link</Trans>
        </Button>
      </div>
      <StatusNotice notice={status.notice} />
      {query.isPending && (
        <LoadingArea label={t`Loading your links`} className="grid gap-4">
          <Skeleton className="h-52 rounded-lg!" />
          <Skeleton className="h-52 rounded-lg!" />
        </LoadingArea>
      )}
      {query.isError && !query.data && (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {query.data?.length === 0 && (
        <EmptyState title={<Trans>No referral links yet</Trans>}>
          <Trans>Create a link, put its QR code where your guests see it, and earn on their bookings.</Trans>
        </EmptyState>
      )}
      {query.data?.map((link) => (
        <LinkCard
          key={link.id}
          link={link}
          onSwitched={(active) =>
            status.success(active ? t`Referral link activated successfully` : t`Referral link deactivated successfully`)
          }
          onFailure={status.failure}
          refresh={refresh}
          onRename={() => setOpen({ what: 'rename', link })}
          onDelete={() => setOpen({ what: 'delete', link })}
          onQr={() => setOpen({ what: 'qr', link })}
        />
      ))}
      {open && <LinkDialog open={open} onClose={close} onFailed={() => void refresh()} onDone={done} />}
    </section>
  );
}

interface DialogProps {
  open: Open;
  onClose: () => void;
  /**
   * Called after a failure, because another tab may have deleted the link, or the change was saved and its response
   * lost.
   */
  onFailed: () => void;
  onDone: (text: string) => Promise<void>;
}

function LinkDialog({ open, onClose, onFailed, onDone }: DialogProps) {
  const { t } = useLingui();
  switch (open.what) {
    case 'create':
      return (
        <LinkForm
          onClose={onClose}
          onSave={async (name) => {
            await createLink({ id: open.id, name });
            await onDone(t`Referral link created successfully`);
          }}
        />
      );
    case 'rename':
      return (
        <LinkForm
          name={open.link.name}
          onClose={onClose}
          onSave={async (name) => {
            await renameLink({ id: open.link.id, name }).catch((error: unknown) => {
              onFailed();
              throw error;
            });
            await onDone(t`Referral link updated successfully`);
          }}
        />
      );
    case 'qr':
      return <QrDownload link={open.link} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteLink
          link={open.link}
          onCancel={onClose}
          onConfirm={async () => {
            await deleteLink(open.link.id);
            await onDone(t`Referral link deleted successfully`);
          }}
        />
      );
  }
}

function DeleteLink(props: { link: ReferralLink; onCancel: () => void; onConfirm: () => Promise<void> }) {
  const { name } = props.link;
  return (
    <ConfirmDialog
      open
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
      title={<Trans>Delete referral link</Trans>}
      description={<Trans>Are you sure you want to delete {name}? This action cannot be undone.</Trans>}
      confirm={<Trans>Delete</Trans>}
    >
      <p>
        <Trans>
          Its referrals and commissions are also removed from your dashboard, and its QR code stops working. Anything
          the link has earned stays in your statement and will still be paid.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
