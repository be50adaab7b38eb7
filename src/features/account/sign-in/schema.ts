import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { plainDigits } from '@/lib/format/plain-digits';
import { requiredName, validEmail } from '@/ui/form/text-rules';
import { fitsHash, isReadable, PASSWORD_LENGTH } from '../../../../supabase/functions/_shared/password.ts';

/** The forms of the login page share the draft of the email address. */
export const ADDRESS_DRAFT = 'sign-in';
export const REGISTER_DRAFT = 'register';

// Texts are created during validation, so that they use the current language.
const fillIn = { error: () => t`Please fill in all fields` };
const email = (missing: { error: () => string }) =>
  z.string().check(z.trim(), z.minLength(1, { ...missing, abort: true }), validEmail());

export const loginSchema = z.object({
  email: email(fillIn),
  password: z.string().check(z.minLength(1, fillIn)),
});
export type LoginValues = z.infer<typeof loginSchema>;

export const forgotSchema = z.object({
  email: email({ error: () => t`Please enter your email address` }),
});
export type ForgotValues = z.infer<typeof forgotSchema>;

/** Accepts an email's six digits from any keyboard, with or without spaces. */
const code = z.string().check(
  z.overwrite((text) => plainDigits(text).replace(/[\s\p{Pd}]/gu, '')),
  z.minLength(1, { ...fillIn, abort: true }),
  z.regex(/^\d{6}$/, { error: () => t`Please enter all six digits of the code` }),
);

/** The lengths of a first and a later password, with their texts. The texts are whole, because the interface fixes them. */
export const passwordRules = {
  first: {
    least: PASSWORD_LENGTH.first,
    hint: () => t`At least 6 characters`,
    short: { error: () => t`Password must be at least 6 characters` },
  },
  later: {
    least: PASSWORD_LENGTH.later,
    hint: () => t`At least 8 characters`,
    short: { error: () => t`Password must be at least 8 characters long` },
  },
} as const;
const tooLong = { error: () => t`Please use 72 characters or fewer` };
const unreadable = { error: () => t`Please use a password without invisible characters` };

/** Each problem has its own message, so that only one is shown at a time: missing or too short. */
const newPassword = ({ least, short }: (typeof passwordRules)['first' | 'later']) =>
  z
    .string()
    .check(
      z.minLength(1, { ...fillIn, abort: true }),
      z.minLength(least, short),
      z.refine(fitsHash, tooLong),
      z.refine(isReadable, unreadable),
    );

export const registerSchema = z.object({
  fullName: requiredName(fillIn.error, 120),
  email: email(fillIn),
  password: newPassword(passwordRules.first),
});
export type RegisterValues = z.infer<typeof registerSchema>;

/** Each problem has its own message, so that only one is shown at a time: missing, mismatch or length. */
export const resetSchema = z
  .object({ password: z.string().check(z.minLength(1, fillIn)), confirm: z.string().check(z.minLength(1, fillIn)) })
  .check(
    z.refine((values) => values.password === values.confirm, {
      error: () => t`Passwords do not match`,
      path: ['confirm'],
      abort: true,
    }),
    z.refine((values) => values.password.length >= passwordRules.later.least, {
      ...passwordRules.later.short,
      path: ['password'],
    }),
    z.refine((values) => fitsHash(values.password), { ...tooLong, path: ['password'] }),
    z.refine((values) => isReadable(values.password), { ...unreadable, path: ['password'] }),
  );
export type ResetValues = z.infer<typeof resetSchema>;

export const codeSchema = z.object({ code });

/** Validates a new password together with an emailed code. */
export const provenSchema = z.object({
  code,
  password: newPassword(passwordRules.later),
});

/** Validates the form of an invited person, whose address comes from the invitation. */
export const invitedSchema = z.object({
  fullName: requiredName(fillIn.error, 120),
  password: newPassword(passwordRules.first),
});
