import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Pause, Pencil, Play, Printer, QrCode, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { formatInstantDay } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Button, IconButton, LinkButton } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { toast } from '@/ui/feedback/toast';
import { guestAddress, LinkQrCode, linkAddress, withoutScheme } from './LinkQrCode';
import { type ReferralLink, setLinkActive } from './queries';

interface Props {
  link: ReferralLink;
  /** Called when the link's state has changed, which the list then shows. */
  onSwitched: (active: boolean) => void;
  onFailure: (error: Error) => void;
  refresh: () => Promise<void>;
  onRename: () => void;
  onDelete: () => void;
  onQr: () => void;
}

/** Shows a referral link with its address, QR code and results. */
export function LinkCard(props: Props) {
  const { link, onQr } = props;
  return (
    <article aria-labelledby={`link-${link.id}`} className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-32">
          <h3 id={`link-${link.id}`} className="text-lg leading-tight font-bold wrap-anywhere">
            {link.name}
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-2">
            {link.active ? (
              <Badge key="active" tone="success">
                <i aria-hidden="true" />
                <Trans>Active</Trans>
              </Badge>
            ) : (
              <Badge>
                <Trans>Inactive</Trans>
              </Badge>
            )}
            <span>
              <Trans>Created {formatInstantDay(link.created_at)}</Trans>
            </span>
          </p>
        </div>
        <LinkActions {...props} />
      </div>
      <LinkAddress link={link} onQr={onQr} />
    </article>
  );
}

function LinkActions({ link, onSwitched, onFailure, refresh, onRename, onDelete }: Props) {
  const { t } = useLingui();
  const { name } = link;
  const activation = useMutation({
    mutationFn: setLinkActive,
    onSuccess: async (_, { active }) => {
      await refresh();
      onSwitched(active);
    },
    onError: (error) => {
      void refresh();
      onFailure(error);
    },
  });
  return (
    <div className="-mr-2 ml-auto flex flex-wrap">
      <IconButton label={t`Edit name of ${name}`} onClick={onRename}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={link.active ? t`Deactivate ${name}` : t`Activate ${name}`}
        aria-disabled={activation.isPending || undefined}
        onClick={() => !activation.isPending && activation.mutate({ id: link.id, active: !link.active })}
      >
        {link.active ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </IconButton>
      <IconButton label={t`Delete ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function LinkAddress({ link, onQr }: Pick<Props, 'link' | 'onQr'>) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const address = linkAddress(link.code);
  return (
    <div className="mt-4 flex flex-col gap-4 sm:flex-row">
      {link.active && (
        <div key="code" className="max-w-full self-start rounded-md bg-white p-2 ring-1 ring-line">
          <LinkQrCode value={address} size={112} className="block h-auto w-28 max-w-full" />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <div className="input-group">
          {/* The address wraps, so that the code at its end stays visible. */}
          <textarea
            ref={field}
            className="input resize-none py-3! text-sm! [field-sizing:content]"
            rows={2}
            readOnly
            value={withoutScheme(address)}
            aria-label={t`Referral link`}
            onFocus={(event) => event.target.select()}
          />
          {link.active && <CopyButton text={address} onBlocked={() => field.current?.focus()} />}
        </div>
        {link.active ? (
          <div key="give" className="mt-3 flex flex-wrap gap-2">
            <ShareButton name={link.name} address={guestAddress(link.code)} />
            <Button size="sm" icon={<QrCode aria-hidden="true" />} onClick={onQr}>
              <Trans>Download QR code</Trans>
            </Button>
            <LinkButton size="sm" to={paths.partnerCard(link.id)} target="_blank" icon={<Printer aria-hidden="true" />}>
              <Trans>Print card</Trans>
            </LinkButton>
          </div>
        ) : (
          <p className="mt-3 text-sm text-warn-text">
            <Trans>
              This link is inactive. It doesn't show your name or earn commission. Activate it to share or print it.
            </Trans>
          </p>
        )}
        <Counts link={link} />
      </div>
    </div>
  );
}

/** Opens the phone's share sheet, or copies the address if there is none. */
export function ShareButton({ name, address }: { name: string; address: string }) {
  const { t } = useLingui();
  async function share() {
    try {
      if (navigator.share) {
        await navigator.share({ url: address, text: t`Guided experiences, boats and shuttles in Guatemala` });
      } else {
        await navigator.clipboard.writeText(address);
        toast.success(t`Copied!`, 2000);
      }
    } catch (error) {
      // The browser reports an error if the user closes the share sheet, which we ignore.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t`Failed to share the link`);
    }
  }
  return (
    <Button
      size="sm"
      variant="primary"
      icon={<Share2 aria-hidden="true" />}
      aria-label={t`Share ${name}`}
      onClick={() => void share()}
    >
      <Trans>Share</Trans>
    </Button>
  );
}

function Counts({ link }: Pick<Props, 'link'>) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
      <Counted n={link.visits}>
        <Plural value={link.visits} one="visit" other="visits" />
      </Counted>
      <Counted n={link.registrations}>
        <Plural value={link.registrations} one="registration" other="registrations" />
      </Counted>
      <Counted n={link.bookings}>
        <Plural value={link.bookings} one="booking" other="bookings" />
      </Counted>
    </p>
  );
}

function Counted({ n, children }: { n: number; children: ReactNode }) {
  return (
    <span>
      <strong className="nums text-ink">{n}</strong> {children}
    </span>
  );
}
