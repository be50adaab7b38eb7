import { z } from 'zod/mini';
import { isPhone } from '@/lib/format/phone-number';

/** Validates the optional number of a `PhoneField`. `wrong` returns the error. */
export const optionalPhone = (wrong: () => string) =>
  z.string().check(z.refine((number) => number === '' || isPhone(number), { error: wrong }));
