import { z } from 'zod/mini';
import { isPhone } from '@/lib/format/phone-number';

/** The number of a `PhoneField` that may stay empty; `wrong` says what is wrong with any other text. */
export const optionalPhone = (wrong: () => string) =>
  z.string().check(z.refine((number) => number === '' || isPhone(number), { error: wrong }));
