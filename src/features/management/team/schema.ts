import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';

const FILL_IN = { error: () => t`Please fill in all required fields` };
const text = (limit: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, FILL_IN),
      z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` }),
    );
const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { ...FILL_IN, abort: true }),
    z.email({ error: () => t`Please enter a valid email address` }),
    z.maxLength(254, { error: () => t`Please enter a valid email address` }),
  );
const bytesOf = (value: string) => new TextEncoder().encode(value).length;

/** A staff member or a shuttle manager, with the password that they start with. */
export const accountSchema = z.object({
  fullName: text(120),
  email,
  password: z.string().check(
    z.minLength(1, { ...FILL_IN, abort: true }),
    z.minLength(6, { error: () => t`Password must be at least 6 characters` }),
    // What lies behind the 72nd byte would not count.
    z.refine((value) => bytesOf(value) <= 72, { error: () => t`Please use at most 72 characters` }),
  ),
});
export type AccountValues = z.infer<typeof accountSchema>;

/** '12.5' or '12,5', as people write it → 12.5; NaN for anything that is not 0 to 100 in steps of 0.1. */
export function commissionOf(value: string): number {
  const number = /^\d{1,3}([.,]\d)?$/.test(value.trim()) ? Number(value.trim().replace(',', '.')) : Number.NaN;
  return number <= 100 ? number : Number.NaN;
}

export const partnerSchema = z.object({
  businessName: text(160),
  fullName: text(120),
  email,
  commission: z.string().check(
    z.trim(),
    z.minLength(1, { ...FILL_IN, abort: true }),
    z.refine((value) => !Number.isNaN(commissionOf(value)), {
      error: () => t`Please enter a commission from 0 to 100, with one decimal at most`,
    }),
  ),
  /** The version that the form was filled from. */
  seen: z.string(),
});
export type MemberValues = z.infer<typeof partnerSchema>;

/** A guide has neither business nor commission; what the form holds for them is of no account. */
export const guideSchema = z.extend(partnerSchema, { businessName: z.string(), commission: z.string() });
