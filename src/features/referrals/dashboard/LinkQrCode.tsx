import { useLingui } from '@lingui/react/macro';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { ComponentProps } from 'react';
import { paths, withQuery } from '@/lib/routing/paths';

/** Returns the address that a partner shares with guests, /register?ref={code}. */
export const linkAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.register, { ref: code });

/** The code is dark blue on white with a margin, which every scanner can read, even in the dark theme. */
const LOOK = { level: 'M', marginSize: 2, bgColor: '#ffffff', fgColor: '#10132c' } as const;

/** Returns a link for guests in a hotel's lobby. It shows the regions first, and asks to register when booking. */
export const guestAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.regions, { ref: code });

/** Returns an address as people see and type it. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');

/** Shows an address as an SVG QR code. */
export function LinkQrCode({ value, ...rest }: ComponentProps<typeof QRCodeSVG> & { value: string }) {
  const { t } = useLingui();
  return <QRCodeSVG {...LOOK} value={value} title={t`QR code`} {...rest} />;
}

/** Shows the same code on a canvas, for download. */
export const LinkQrCanvas = ({
  code,
  ...rest
}: { code: string } & Omit<ComponentProps<typeof QRCodeCanvas>, 'value'>) => (
  <QRCodeCanvas {...LOOK} value={linkAddress(code)} {...rest} />
);
