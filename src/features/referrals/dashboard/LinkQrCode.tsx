import { useLingui } from '@lingui/react/macro';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { ComponentProps } from 'react';
import { paths, withQuery } from '@/lib/routing/paths';

/** The address that a partner gives to tourists: /register?ref={code}. */
export const linkAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.register, { ref: code });

/** Dark blue on white, with room around it: what every scanner reads, in the dark theme too. */
const LOOK = { level: 'M', marginSize: 2, bgColor: '#ffffff', fgColor: '#10132c' } as const;

/** The same link for a guest in the lobby: it shows what there is, and asks to register when they book. */
export const guestAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.regions, { ref: code });

/** An address as it is read and typed. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');

/** An address as a QR code, as a drawing. */
export function LinkQrCode({ value, ...rest }: ComponentProps<typeof QRCodeSVG> & { value: string }) {
  const { t } = useLingui();
  return <QRCodeSVG {...LOOK} value={value} title={t`QR code`} {...rest} />;
}

/** The same as pixels, to be saved. */
export const LinkQrCanvas = ({
  code,
  ...rest
}: { code: string } & Omit<ComponentProps<typeof QRCodeCanvas>, 'value'>) => (
  <QRCodeCanvas {...LOOK} value={linkAddress(code)} {...rest} />
);
