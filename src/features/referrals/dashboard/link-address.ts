import { paths, withQuery } from '@/lib/routing/paths';

/** The address that a partner gives to guests: /register?ref={code}. */
export const linkAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.register, { ref: code });

/** Dark blue on white, with room around it: what every scanner reads, in the dark theme too. */
export const QR_LOOK = { level: 'M', marginSize: 2, bgColor: '#ffffff', fgColor: '#10132c' } as const;
