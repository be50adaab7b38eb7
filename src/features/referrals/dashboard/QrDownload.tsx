import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { saveFile } from '@/lib/format/csv';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Dialog } from '@/ui/overlay/Dialog';
import { LinkQrCanvas, LinkQrCode, linkAddress } from './LinkQrCode';
import type { ReferralLink } from './queries';

/** Large enough for a poster. */
const PNG_SIZE = 1200;

const toPng = (canvas: HTMLCanvasElement | null): Promise<Blob> =>
  new Promise((resolve, reject) => {
    if (!canvas) return reject(new Error('There is no canvas.'));
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png');
  });

function toSvg(svg: SVGSVGElement | null): Blob {
  if (!svg) throw new Error('There is no drawing.');
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}

/** Shows the link's QR code and downloads it, as PNG for screens or SVG for print. */
export default function QrDownload({ link, onClose }: { link: ReferralLink; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [failed, setFailed] = useState(false);
  async function save(kind: 'png' | 'svg') {
    setFailed(false);
    try {
      saveFile(kind === 'png' ? await toPng(canvas.current) : toSvg(svg.current), `territorio-${link.code}.${kind}`);
    } catch (error) {
      console.error(error);
      setFailed(true);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={link.name}
      description={<Trans>Guests who scan this code register through your link.</Trans>}
      actions={
        <>
          <Button onClick={() => void save('svg')}>
            <Trans>Download SVG</Trans>
          </Button>
          <Button variant="primary" onClick={() => void save('png')}>
            <Trans>Download PNG</Trans>
          </Button>
        </>
      }
    >
      {failed && (
        <Alert tone="danger" className="mb-4">
          <Trans>Failed to create the QR code. Please try again.</Trans>
        </Alert>
      )}
      <div className="rounded-lg bg-white p-3 ring-1 ring-line">
        <LinkQrCode ref={svg} value={linkAddress(link.code)} className="mx-auto h-auto w-full max-w-72" />
      </div>
      <LinkQrCanvas ref={canvas} code={link.code} size={PNG_SIZE} hidden />
    </Dialog>
  );
}
