import { useLingui } from '@lingui/react/macro';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { ComponentProps } from 'react';
import { paths, withQuery } from '@/lib/routing/paths';

/** The address that a partner shares with guests: /register?ref={code}. */
export const linkAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.register, { ref: code });

/** Dark blue on white with a margin, which every scanner reads, in the dark theme too. */
const LOOK = { level: 'M', marginSize: 2, bgColor: '#ffffff', fgColor: '#10132c' } as const;

/** The same link for a guest in the lobby: it shows the regions first, and asks to register when booking. */
export const guestAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.regions, { ref: code });

/** An address as displayed and typed. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');

/** An address as an SVG QR code. */
export function LinkQrCode({ value, ...rest }: ComponentProps<typeof QRCodeSVG> & { value: string }) {
  const { t } = useLingui();
  return <QRCodeSVG {...LOOK} value={value} title={t`QR code`} {...rest} />;
}

/** The same on a canvas, for download. */
export const LinkQrCanvas = ({
  code,
  ...rest
}: { code: string } & Omit<ComponentProps<typeof QRCodeCanvas>, 'value'>) => (
  <QRCodeCanvas {...LOOK} value={linkAddress(code)} {...rest} />
);
